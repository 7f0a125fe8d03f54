// How charts are lettered: fonts, and numbers that are written alike.
import {commonDecimals, isClose, number} from '../numbers.js';
import {INK, SANS} from './looks.js';

// Without a line height, ECharts takes the width of a Chinese character, which depends on the machine.
export const TEXT = {fontFamily: SANS, fontSize: 13, lineHeight: 17, color: INK};
export const SMALL = {...TEXT, fontSize: 12, lineHeight: 16};

export const WIDE_LETTER = 7.2; // pixels, for what must be known before it is drawn
export const BOLD_LETTER = 7.8;
export const DIGIT = 6.5;

export const unitOf = (model, series) => series?.unit || model.yUnit;

/** A function that writes the numbers of one series alike; a unit in words is left to the axis title. */
export const alike = (values, unit = '') => {
  const how = {places: commonDecimals(values), unit: isClose(unit) ? unit : ''};
  return value => (value === null || value === undefined ? '' : number(value, how));
};

// Intervals: whiskers on bars and points.
import {INK} from './looks.js';

/** Whiskers from low to high, for series that have them. */
export function bounds({series, type, numericX, compact}, keys) {
  const columns = new Map(keys.map((key, index) => [key, index]));
  return series.flatMap((one, place) => {
    const bounded = one.points.filter(point => point.low !== null && point.high !== null);
    if (!bounded.length) return [];
    return [{
      type: 'custom',
      silent: true,
      z: 5,
      renderItem: (_, api) => {
        const shift = type === 'bar' ? barShift(api, place, series.length) : 0;
        const [x, top] = api.coord([api.value(0), api.value(2)]);
        const [, bottom] = api.coord([api.value(0), api.value(1)]);
        return whisker(x + shift, top, bottom, compact ? 4 : 6, type === 'bar' ? INK : one.color);
      },
      encode: {x: 0, y: [1, 2]},
      data: bounded.map(point => [numericX && type !== 'bar' ? point.x : columns.get(point.key), point.low, point.high]),
    }];
  });
}

function barShift(api, place, count) {
  const layout = api.barLayout({count, barMaxWidth: 64, barGap: '8%', barCategoryGap: '28%'});
  return layout[place].offsetCenter;
}

function whisker(x, top, bottom, half, color) {
  const style = {stroke: color, lineWidth: 1.5};
  const line = (x1, y1, x2, y2) => ({type: 'line', shape: {x1, y1, x2, y2}, style});
  return {type: 'group', children: [line(x, top, x, bottom), line(x - half, top, x + half, top), line(x - half, bottom, x + half, bottom)]};
}

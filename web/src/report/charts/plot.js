// A chart drawn by ECharts as SVG: again when its box or the colours of the page change.
import {BarChart, CustomChart, RadarChart, ScatterChart} from 'echarts/charts';
import {AriaComponent, GridComponent, LegendComponent, RadarComponent} from 'echarts/components';
import * as echarts from 'echarts/core';
import {SVGRenderer} from 'echarts/renderers';

import {el} from '../elements.js';

echarts.use([
  BarChart, CustomChart, RadarChart, ScatterChart,
  AriaComponent, GridComponent, LegendComponent, RadarComponent, SVGRenderer,
]);

const LIGHT = ['#1d5fc4', '#b4490b', '#0f766e', '#8b2fc9', '#be185d'];
const DARK = ['#8ab8ff', '#f0a35e', '#5fd0c0', '#cf9bff', '#ff9bc6'];
const dark = matchMedia('(prefers-color-scheme: dark)');

/** A figure: the drawing by `options(look, width)`, its name, and where the same stands as a table. */
export function plot({name, describedBy, height, options}) {
  const box = el('div', {class: 'plot', role: 'img', 'aria-label': name, 'aria-describedby': describedBy});
  box.style.height = `${height}px`;
  let chart;
  const draw = () => {
    const width = Math.round(box.clientWidth);
    if (!width) return; // hidden: drawn when it is shown
    chart ??= echarts.init(box, null, {renderer: 'svg', width, height});
    chart.resize({width, height, silent: true});
    chart.setOption(drawn(options(look(), width)), {notMerge: true});
  };
  new ResizeObserver(draw).observe(box);
  dark.addEventListener('change', draw);
  return {box, draw};
}

function drawn(options) {
  const aria = {enabled: true, label: {enabled: false}, decal: {show: true}}; // patterns beside colours
  return {animation: false, aria, ...options};
}

function look() {
  const style = getComputedStyle(document.documentElement);
  const of = name => style.getPropertyValue(name).trim();
  const font = {color: of('--text'), fontFamily: of('--sans'), fontSize: 12, lineHeight: 14};
  return {colors: dark.matches ? DARK : LIGHT, text: of('--text'), muted: of('--muted'), line: of('--line'), font};
}

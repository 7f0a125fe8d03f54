// A chart drawn by ECharts as SVG: again when its box or the colours of the page change.
import {BarChart, CustomChart, HeatmapChart, LineChart, PieChart, RadarChart, ScatterChart} from 'echarts/charts';
import {
  AriaComponent, GridComponent, LegendComponent, MarkLineComponent, RadarComponent, VisualMapComponent,
} from 'echarts/components';
import * as echarts from 'echarts/core';
import {SVGRenderer} from 'echarts/renderers';

import {el} from '../elements.js';

echarts.use([
  BarChart, CustomChart, HeatmapChart, LineChart, PieChart, RadarChart, ScatterChart,
  AriaComponent, GridComponent, LegendComponent, MarkLineComponent, RadarComponent, VisualMapComponent, SVGRenderer,
]);

const LIGHT = ['#1d5fc4', '#b4490b', '#0f766e', '#8b2fc9', '#be185d'];
const DARK = ['#8ab8ff', '#f0a35e', '#5fd0c0', '#cf9bff', '#ff9bc6'];
const dark = matchMedia('(prefers-color-scheme: dark)');
const shown = new Map(); // of each drawing that is in the page, by its box, how to draw it again

dark.addEventListener('change', () => shown.forEach(draw => draw()));

/** A figure: the drawing by `options(look, width)`, its name, and where the same stands as a table. */
export function plot({name, describedBy, height, options}) {
  const box = el('div', {class: 'plot', role: 'img', 'aria-label': name, 'aria-describedby': describedBy});
  box.style.height = `${height}px`;
  let chart;
  const draw = () => {
    const width = Math.round(box.clientWidth);
    if (!width) return; // hidden: drawn when it is shown
    if (!chart) {
      forget();
      shown.set(box, draw);
    }
    chart ??= echarts.init(box, null, {renderer: 'svg', width, height});
    chart.resize({width, height, silent: true});
    chart.setOption(drawn(options(look(), width)), {notMerge: true});
  };
  new ResizeObserver(draw).observe(box);
  return {box, draw};
}

/** Let go of what was taken out of the page: a replay draws a chart anew at every step. */
function forget() {
  for (const box of [...shown.keys()].filter(one => !one.isConnected)) {
    echarts.getInstanceByDom(box)?.dispose();
    shown.delete(box);
  }
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

// Waterfalls: how one number becomes another.
import {below, frame, valueAxis} from './axes.js';
import {bridge} from './bridge.js';
import {COLORS, FALL, LINE, RISE} from './looks.js';
import {SMALL, alike, unitOf} from './writing.js';

/** Steps up and down, and totals that stand on the ground; more series stand one behind the other. */
export function waterfall(model, size) {
  const {series} = model;
  const steps = series.flatMap(one => {
    const write = alike(one.points.map(point => point.y), unitOf(model, one));
    const bars = bridge(one.points);
    return bars.map((bar, index) => ({
      ...bar,
      name: series.length > 1 && one.label ? `${one.label}: ${one.points[index].x}` : String(one.points[index].x),
      text: one.points[index].y === null ? '' : (bar.value > 0 && !bar.isTotal ? '+' : '') + write(bar.value),
      leads: index + 1 < bars.length,
    }));
  });
  const labels = steps.map((step, index) => ({value: [index, Math.max(step.from, step.to)], label: {formatter: step.text}}));
  return {
    grid: frame({top: 28}),
    xAxis: below(model.xTitle, steps.map(step => step.name), size.width - 90),
    yAxis: valueAxis(model.yTitle, unitOf(model, series[0])),
    series: [{
      type: 'custom',
      renderItem: (_, api) => step(api, steps[api.value(0)].leads),
      encode: {x: 0, y: [1, 2]},
      data: steps.map(({from, to, value, isTotal}, index) => ({
        value: [index, from, to],
        itemStyle: {color: isTotal ? COLORS[0] : value < 0 ? FALL : RISE},
      })),
    }, {
      type: 'scatter',
      symbolSize: 1,
      itemStyle: {color: 'transparent'},
      label: {show: steps.length <= 24, ...SMALL, position: 'top'},
      data: labels,
    }],
  };
}

/** One step of a waterfall, and the line that leads to the next. */
function step(api, leads) {
  const [index, from, to] = [api.value(0), api.value(1), api.value(2)];
  const [x, start] = api.coord([index, from]);
  const [, end] = api.coord([index, to]);
  const each = api.size([1, 0])[0];
  const wide = Math.min(72, each * 0.62);
  const box = {
    type: 'rect',
    shape: {x: x - wide / 2, y: Math.min(start, end), width: wide, height: Math.max(1, Math.abs(end - start))},
    style: {fill: api.visual('color')},
  };
  const line = {type: 'line', shape: {x1: x + wide / 2, y1: end, x2: x + each - wide / 2, y2: end}, style: {stroke: LINE, lineWidth: 1}};
  return {type: 'group', children: leads ? [box, line] : [box]};
}

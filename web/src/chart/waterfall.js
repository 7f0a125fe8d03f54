// Waterfalls: how one number becomes another.
import {below, frame, valueAxis} from './axes.js';
import {COLORS, FALL, LINE, RISE} from './looks.js';
import {SMALL, alike, unitOf} from './writing.js';

/** Steps up and down; a value that equals the sum so far stands on the ground, as a total. */
export function waterfall(model, size) {
  const [one = {points: []}] = model.series;
  let sum = 0;
  const steps = one.points.map((point, index) => {
    const value = point.y ?? 0;
    if (point.low !== null && point.high !== null) return {from: point.low, to: point.high, value, total: false};
    const total = index > 0 && Math.abs(value - sum) <= 0.006 * Math.max(1, Math.abs(sum));
    const start = total || (index === 0 && value > 0);
    const from = start ? 0 : sum;
    sum = start ? value : sum + value;
    return {from, to: sum, value, total: start};
  });
  const write = alike(one.points.map(point => point.y), unitOf(model, one));
  const labels = steps.map((step, index) => ({
    value: [index, Math.max(step.from, step.to)],
    label: {formatter: (step.value > 0 && !step.total ? '+' : '') + write(step.value)},
  }));
  return {
    grid: frame({top: 28}),
    xAxis: below(model.xTitle, one.points.map(point => String(point.x)), size.width - 90),
    yAxis: valueAxis(model.yTitle, unitOf(model, one)),
    series: [{
      type: 'custom',
      renderItem: (_, api) => step(api, api.value(0) + 1 < steps.length),
      encode: {x: 0, y: [1, 2]},
      data: steps.map(({from, to, value, total}, index) => ({
        value: [index, from, to],
        itemStyle: {color: total ? COLORS[0] : value < 0 ? FALL : RISE},
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

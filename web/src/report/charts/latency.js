// Where does the time go between the human's last word and the agent's first sound?
import {seconds} from '../writing.js';
import {figure, numbers} from './figure.js';
import {plot} from './plot.js';

const PARTS = [
  ['endpointing_s', 'endpointing'],
  ['compute_s', 'compute'],
  ['tts_s', 'speech synthesis'],
  ['first_audio_s', 'first audio'],
];
const TRANSPORT = ['transport_s', 'of these, transport'];
export const ALL_PARTS = [['response_s', 'response in all'], ...PARTS, TRANSPORT];

export function latency({scenarios, id}) {
  const {box} = plot({
    name: 'Latency: mean seconds of each part, stacked, per scenario; transport as a bar of its own',
    describedBy: `${id}-table`,
    height: 130 + 52 * scenarios.length,
    options: (look, width) => options(look, width, scenarios),
  });
  const rows = scenarios.map(one => [one.name, ...ALL_PARTS.map(([part]) => seconds(one.latency[part]))]);
  return figure('Latency, by part', box, numbers(`${id}-table`, ['scenario', ...ALL_PARTS.map(([, name]) => name)], rows));
}

function options(look, width, scenarios) {
  const names = scenarios.map(one => one.name);
  const bar = ([part, name], stack) => ({
    type: 'bar', name, stack, barMaxWidth: stack === 'all' ? 16 : 7, data: scenarios.map(one => one.latency[part]),
  });
  return {
    color: look.colors,
    legend: {bottom: 0, textStyle: look.font},
    grid: {left: 8, right: 24, top: 8, bottom: width < 480 ? 100 : 78, containLabel: true},
    xAxis: {
      type: 'value', name: 'seconds', nameLocation: 'middle', nameGap: 26, nameTextStyle: look.font, axisLabel: look.font,
      splitLine: {lineStyle: {color: look.line}},
    },
    yAxis: {type: 'category', data: names, inverse: true, axisLabel: {...look.font, width: 110, overflow: 'break'}},
    // transport lies inside the first and the last part: added to them it would count twice
    series: [...PARTS.map(one => bar(one, 'all')), bar(TRANSPORT, 'transport')].filter(one => one.data.some(value => value !== null)),
  };
}

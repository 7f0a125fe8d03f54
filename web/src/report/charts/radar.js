// Which dimensions are strong and which weak? A radar of all scenarios, or of one beside them.
import {el} from '../elements.js';
import {score, words} from '../writing.js';
import {figure, numbers} from './figure.js';
import {mean} from './mean.js';
import {plot} from './plot.js';

export function radar({title, dimensions, scenarios, id}) {
  let chosen = null;
  const all = {name: 'all scenarios', means: Object.fromEntries(dimensions.map(name => [name, mean(scenarios.map(one => one.means[name]))]))};
  const {box, draw} = plot({
    name: `${title}: a radar of the mean of each dimension`,
    describedBy: `${id}-table`,
    height: 380,
    options: (look, width) => options({look, width, dimensions, shown: chosen ? [all, chosen] : [all]}),
  });
  const select = el('select', {
    id: `${id}-choice`,
    onchange: () => {
      chosen = scenarios[select.selectedIndex - 1] ?? null;
      draw();
    },
  }, el('option', {}, 'nothing else'), scenarios.map(one => el('option', {}, one.name)));
  const choice = el('p', {}, el('label', {for: `${id}-choice`}, 'Beside all scenarios: '), select);
  const table = numbers(`${id}-table`, ['dimension', ...[all, ...scenarios].map(one => one.name)],
    dimensions.map(name => [words(name), ...[all, ...scenarios].map(one => score(one.means[name]))]));
  return figure(title, [scenarios.length > 1 ? choice : null, box], table);
}

function options({look, width, dimensions, shown}) {
  const narrow = width < 480;
  return {
    color: look.colors,
    legend: {show: shown.length > 1, bottom: 0, textStyle: look.font},
    radar: {
      indicator: dimensions.map(name => ({name: narrow ? words(name).replaceAll(' ', '\n') : words(name), min: 0, max: 10})),
      radius: narrow ? '46%' : '62%',
      center: ['50%', '46%'],
      axisName: {...look.font, fontSize: narrow ? 10 : 12},
      axisLine: {lineStyle: {color: look.line}},
      splitLine: {lineStyle: {color: look.line}},
      splitArea: {show: false},
    },
    series: shown.map((one, at) => ({
      type: 'radar',
      name: one.name,
      symbol: at ? 'rect' : 'circle',
      symbolSize: 7,
      lineStyle: {width: 2, type: at ? 'dashed' : 'solid'},
      data: [{name: one.name, value: dimensions.map(name => one.means[name] ?? NaN)}],
    })),
  };
}

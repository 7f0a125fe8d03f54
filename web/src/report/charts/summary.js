// The charts of the whole run, each where the page has a place for it.
import {unpacked} from '../embedded.js';
import {words} from '../writing.js';
import {ALL_PARTS, latency} from './latency.js';
import {mean} from './mean.js';
import {radar} from './radar.js';
import {reliability} from './reliability.js';

/** Draw them; how long answers took, and what belongs to turns and what to products, only the meetings know. */
export async function summaryCharts(data) {
  const meetings = (await Promise.all(data.trials.filter(one => one.block).map(one => unpacked(one.block).then(taken, () => null)))).filter(Boolean);
  const scenarios = data.scenarios.map(one => ({
    ...one,
    name: words(one.scenario_id),
    means: Object.fromEntries(one.dimensions.map(each => [each.dimension, each.mean])),
    latency: latencyOf(meetings.filter(each => each.scenario === one.scenario_id)),
  }));
  const known = [...new Set(data.scenarios.flatMap(one => one.dimensions.map(each => each.dimension)))];
  for (const [kind, title] of [['turns', 'Journey, by dimension'], ['dynamics', 'Dynamics, by dimension'], ['products', 'Destination, by dimension']]) {
    const dimensions = known.filter(name => meetings.some(one => one[kind].has(name)));
    if (dimensions.length > 2) put('radar', radar({title, id: `radar-${kind}`, dimensions, scenarios}));
  }
  if (scenarios.some(one => one.latency.response_s !== null)) put('latency', latency({scenarios, id: 'latency-chart'}));
  if (scenarios.some(one => one.scores.some(value => value !== null))) put('reliability', reliability({scenarios, id: 'reliability-chart'}));
}

/** Of a meeting only what the charts need: all meetings at once would be much. */
function taken(trial) {
  const names = list => new Set(list.flatMap(one => one.judged?.dimensions ?? []).map(one => one.dimension));
  const dynamics = new Set(trial.dynamics?.counts ? trial.dynamics.dimensions.map(one => one.dimension) : []);
  return {scenario: trial.scenario_id, turns: names(trial.turns), dynamics, products: names(trial.products), latencies: trial.turns.map(one => one.latency)};
}

function latencyOf(meetings) {
  const all = meetings.flatMap(one => one.latencies);
  return Object.fromEntries(ALL_PARTS.map(([part]) => [part, mean(all.map(one => one[part]))]));
}

function put(place, figure) {
  (document.getElementById(place) ?? document.getElementById('radar')).append(figure);
}

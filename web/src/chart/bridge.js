// Which bars of a waterfall are totals. Points do not say so; their numbers and names must fit together.
const NAMED = /\b(sub-?totals?|totals?|net|gross|end|ending|closing|closed|balance|final|result)\b/i;
const CLOSE = 0.006; // bridges are told in rounded numbers
const MOST_READINGS = 64; // kept at once

const fits = (value, sum) => Math.abs(value - sum) <= Math.max(1e-9, CLOSE * Math.max(Math.abs(value), Math.abs(sum)));

/** Where each bar begins and ends, and whether it stands on the ground as a total.
 *
 * A bar can be a total where it equals the sum so far. Of all readings, one whose last bar is the sum of
 * what came before wins; among those, the one in which the fewest bars go against their names.
 */
export function bridge(points) {
  const last = points.length - 1;
  let readings = [{sum: 0, odd: 0, closes: false, bars: null}];
  points.forEach((point, index) => {
    readings = fewest(readings.flatMap(reading => read(point, index, last, reading)));
  });
  const best = readings.find(reading => reading.closes) ?? readings[0];
  const bars = [];
  for (let at = best.bars; at; at = at.before) bars.push(at.bar);
  return bars.reverse();
}

function read(point, index, last, reading) {
  const value = point.y ?? 0;
  const {sum, odd, bars} = reading;
  const named = NAMED.test(String(point.x)) || (index === last && index > 1);
  const next = (from, to, isTotal, more) => ({
    sum: to,
    odd: odd + more,
    closes: index === last && isTotal && named,
    bars: {bar: {from, to, value, isTotal}, before: bars},
  });
  if (point.low !== null && point.high !== null) {
    const [from, to] = value < 0 ? [point.high, point.low] : [point.low, point.high];
    return [next(from, to, false, 0)];
  }
  if (index === 0) return [next(0, value, value > 0, 0)];
  const change = next(sum, sum + value, false, named && fits(value, sum) ? 1 : 0);
  return fits(value, sum) ? [next(0, value, true, named ? 0 : 1), change] : [change];
}

/** The readings with the fewest oddities, the best first; of those with one sum, the best alone. */
function fewest(readings) {
  const bySum = new Map();
  for (const reading of readings.sort((a, b) => a.odd - b.odd)) {
    const key = `${reading.closes} ${reading.sum.toPrecision(9)}`;
    if (!bySum.has(key)) bySum.set(key, reading);
  }
  return [...bySum.values()].slice(0, MOST_READINGS);
}

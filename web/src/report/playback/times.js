// When is each word of a line said, and how is a time written?

/** A time as people write it: 75.2 is "1:15". */
export function clock(at) {
  const whole = Math.max(0, Math.floor(at));
  const minutes = Math.floor(whole / 60);
  const rest = String(whole % 60).padStart(2, '0');
  return minutes >= 60 ? `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`;
}

/** The words of a line with their places in its text and their times; without times they share the line's. */
export function wordsOf(line) {
  const found = [...line.text.matchAll(/\S+/g)].map(one => ({text: one[0], from: one.index, to: one.index + one[0].length}));
  const known = line.times.length === 2 * found.length;
  const letters = found.reduce((sum, one) => sum + one.text.length, 0) || 1;
  let at = line.started_s;
  for (const [place, word] of found.entries()) {
    word.started = at + (known ? line.times[2 * place] / 100 : 0);
    word.ended = word.started + (known ? line.times[2 * place + 1] / 100 : ((line.ended_s - line.started_s) * word.text.length) / letters);
    at = word.ended;
  }
  return found;
}

/** The place of the last of them that has begun, or -1; they are in the order of their beginning. */
export function lastBegun(list, at, begun = one => one.started) {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (begun(list[middle]) <= at) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

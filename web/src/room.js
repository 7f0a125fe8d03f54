// How much each part of a page holds of what there is only so much of.
const LONGEST = 100_000; // no text is drawn further
const PLAIN = 8; // characters of a number or a word for yes and no

/** A room for `most` things, held by elements for as long as they are on the page. */
export function makeRoom(most) {
  const held = new WeakMap();
  const away = new WeakSet();
  let taken = 0;

  function take(element, count) {
    if (!away.has(element)) taken -= held.get(element) ?? 0;
    held.set(element, 0);
    if (!count) return true;
    if (taken + count > most) return false;
    held.set(element, count);
    if (!away.has(element)) taken += count;
    return true;
  }

  return {
    /** Hold so many instead of what the element held; false where there are not so many left. */
    take,
    /** Hold one more; false where none is left. */
    more: element => {
      const before = held.get(element) ?? 0;
      if (take(element, before + 1)) return true;
      take(element, before);
      return false;
    },
    left: element => {
      if (away.has(element)) return;
      away.add(element);
      taken -= held.get(element) ?? 0;
    },
    returned: element => {
      if (!away.delete(element)) return;
      taken += held.get(element) ?? 0;
    },
  };
}

/** About how many characters are drawn of what a component was given; pictures do not count. */
export function charactersIn(given) {
  let sum = 0;
  const rest = [given];
  while (rest.length) {
    const value = rest.pop();
    if (typeof value === 'string') sum += Math.min(LONGEST, value.length);
    else if (typeof value === 'number' || typeof value === 'boolean') sum += PLAIN;
    else if (value && typeof value === 'object') {
      for (const key of Object.keys(value)) if (key !== 'url' && key !== 'children') rest.push(value[key]);
    }
  }
  return sum;
}

// Pointers into products: RFC 6901, with ids as steps into lists.
export const step = id => `/${String(id).replaceAll('~', '~0').replaceAll('/', '~1')}`;

/** The pointer and all that hold it, the nearest first. */
export function upwards(pointer) {
  const found = [pointer];
  while (pointer.lastIndexOf('/') >= 0) found.push((pointer = pointer.slice(0, pointer.lastIndexOf('/'))));
  return found;
}

/** How a person reads it: `/sheets/debt/rows/senior/cells/year_1` is "debt › senior › year_1". */
export function spelt(pointer) {
  const steps = String(pointer).split('/').slice(1).map(one => one.replaceAll('~1', '/').replaceAll('~0', '~'));
  return steps.filter((one, at) => at % 2 || at === steps.length - 1).join(' › ') || 'the whole product';
}

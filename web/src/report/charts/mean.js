/** The mean of the values that there are; null of none. */
export function mean(values) {
  const known = values.filter(value => value != null);
  return known.length ? known.reduce((sum, value) => sum + value, 0) / known.length : null;
}

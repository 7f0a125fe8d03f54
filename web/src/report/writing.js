// How are numbers and names written for people?
export const ABSENT = 'not measured';

/** Two digits, cut and not rounded: 5.996 has reached no tier, and must not look like 6.00. */
export function score(value) {
  if (typeof value !== 'number' || !Number.isFinite(value)) return ABSENT;
  const size = Math.abs(value);
  const [whole, digits = ''] = (size < 1e-6 ? size.toFixed(9) : String(size)).split('.'); // 8.2 * 100 is 819.9999999999999
  return `${value < 0 ? '-' : ''}${whole}.${`${digits}00`.slice(0, 2)}`;
}

export const seconds = value => (typeof value === 'number' ? `${value.toFixed(2)} s` : ABSENT);

export const bytes = size =>
  typeof size !== 'number' ? '' : size < 1024 ? `${size} B` : size < 1024 ** 2 ? `${(size / 1024).toFixed(0)} KB` : `${(size / 1024 ** 2).toFixed(1)} MB`;

/** An identifier as words: `context_accuracy` is "context accuracy". */
export const words = name => String(name ?? '').replaceAll('_', ' ');

/** The class that colours a score: the number beside it says the same. */
export function heat(value) {
  return typeof value === 'number' ? `heat-${Math.min(10, Math.max(1, Math.floor(value)))}` : 'heat-none';
}

// How numbers are written: grouped, with the decimals they need, and with their unit.
const MOST_DECIMALS = 4;
const SIGNIFICANT = 6;
const SYMBOL_FIRST = /^((?:US|CA|C|AU|A|HK|NZ|S)?\$|[€£¥₹₩])\s*(.*)$/u;
const CLOSE_BEHIND = /^(%|x|×|°|[kKmMbB]n?|bps?)$/;

const formats = new Map();

function format(decimals, grouped) {
  const key = `${decimals}${grouped}`;
  if (!formats.has(key)) {
    formats.set(key, new Intl.NumberFormat('en-US', {
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
      useGrouping: grouped,
    }));
  }
  return formats.get(key);
}

const isTiny = value => value !== 0 && Math.abs(value) < 0.5 * 10 ** -MOST_DECIMALS;

/** How many decimals a number needs: none of its six leading digits is lost, noise behind them is. */
export function decimals(value) {
  if (isTiny(value)) return 0; // it is written with an exponent
  const whole = Math.trunc(Math.abs(value));
  const room = Math.min(MOST_DECIMALS, Math.max(0, SIGNIFICANT - (whole ? String(whole).length : 0)));
  for (let count = 0; count < room; count += 1) {
    const scaled = Math.abs(value) * 10 ** count;
    if (Math.abs(scaled - Math.round(scaled)) < 1e-9 * Math.max(1, scaled)) return count;
  }
  return room;
}

/** Numbers that can only be years are not grouped. */
export const areYears = values =>
  values.length > 0 && values.every(value => Number.isInteger(value) && value >= 1900 && value <= 2100);

export function number(value, {places = decimals(value), grouped = true, unit = ''} = {}) {
  if (!Number.isFinite(value)) return String(value);
  const size = Math.abs(value);
  const digits = isTiny(value) || size >= 1e15 ? size.toExponential(2) : format(Math.min(places, 20), grouped).format(size);
  const sign = value < 0 && /[1-9]/.test(digits) ? '−' : '';
  return sign + withUnit(digits, unit);
}

function withUnit(digits, unit) {
  const trimmed = unit.trim();
  if (!trimmed) return digits;
  const money = SYMBOL_FIRST.exec(trimmed);
  if (money) return `${money[1]}${digits}${/^[a-z]{3,}/i.test(money[2]) ? ' ' : ''}${money[2]}`;
  return CLOSE_BEHIND.test(trimmed) ? digits + trimmed : `${digits} ${trimmed}`;
}

/** The decimals that every one of these numbers has room for. */
export const commonDecimals = values =>
  values.filter(Number.isFinite).reduce((most, value) => Math.max(most, decimals(value)), 0);

/** True for a unit that is part of the number, as in $12M or 3%, and not a word behind it. */
export const isClose = unit => !unit.trim() || SYMBOL_FIRST.test(unit.trim()) || CLOSE_BEHIND.test(unit.trim());

/** A label with its unit behind it, unless it names the unit itself. */
export function labelled(label, unit) {
  if (!unit || label.includes(unit)) return label;
  return label ? `${label} (${unit})` : unit;
}

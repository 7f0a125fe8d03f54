// Colours, symbols and font of charts. Every colour has at least 4.5:1 on white.
export const COLORS = ['#1d5fc4', '#b4490b', '#0f766e', '#8b2fc9', '#be185d', '#4d7c0f', '#0e7490', '#92660a', '#475569', '#b91c1c'];
export const SANS = 'Inter, system-ui, sans-serif'; // the first is on the page of surfaces, and not in reports
export const SYMBOLS = ['circle', 'rect', 'triangle', 'diamond'];
export const INK = '#1f2937';
export const QUIET = '#4b5563';
export const LINE = '#9ca3af';
export const FAINT = '#e5e7eb';
export const RISE = '#0f766e';
export const FALL = '#b91c1c';

export const look = at => ({color: COLORS[at % COLORS.length], symbol: SYMBOLS[Math.floor(at / COLORS.length + at) % SYMBOLS.length]});

const channel = value => (value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);

/** Black or white, whichever is read better on a colour given as [red, green, blue] up to 255.
 *
 * One of the two always has more than 4.5:1.
 */
export function inkOn(rgb) {
  const [red, green, blue] = rgb.map(part => channel(part / 255));
  const light = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  return (light + 0.05) / 0.05 > 1.05 / (light + 0.05) ? '#000000' : '#ffffff';
}

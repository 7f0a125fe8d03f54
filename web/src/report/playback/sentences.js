// What is wrong, in a sentence for people.
import {clipped, el, foreign} from '../elements.js';
import {words} from '../writing.js';

const it = (text, tag = 'bdi') => foreign(text, tag);

/** The sentence of a pin as elements: what an agent wrote stays text in it. */
export function sentence(pin) {
  const said = SENTENCES[pin.kind];
  return el('span', {class: 'sentence'}, said ? said(pin) : words(pin.kind));
}

const SENTENCES = {
  figure: pin => [
    'said ', it(pin.found, 'strong'), pin.what ? [' for ', it(pin.what)] : null,
    pin.expected ? ['; the data give ', it(pin.expected, 'strong')] : pin.shown ? null : '; that is not so',
    pin.shown ? ['; the work shows ', it(pin.shown, 'strong')] : null,
  ],
  product: pin => ['“', it(pin.what), '” does not hold: ', shows(pin), carried(pin)],
  trap: pin => [pin.is_bad ? 'fell for the trap ' : 'was not caught by the trap ', it(pin.what, 'strong')],
  limit: pin => ['held down by ', it(pin.what, 'strong'), pin.reason ? [': ', it(words(pin.reason))] : null],
  fault: pin => ['went wrong: ', it(pin.what, 'strong'), pin.reason ? [', ', it(pin.reason)] : null],
  interruption: pin => ['took the floor', pin.what ? [' from ', it(pin.what, 'strong')] : null, pin.reason ? [': ', it(pin.reason)] : null],
  attempt: pin => ['spoke to whoever judges: ', it(pin.found)],
};

/** What stands there and what should: two figures beside each other, or else the reason in short. */
function shows({found, expected, reason}) {
  if (NUMBER.test(found) && NUMBER.test(expected)) return ['shows ', it(spoken(found), 'strong'), ', should be ', it(spoken(expected), 'strong')];
  if (!found) return 'is not there';
  return reason ? it(inShort(words(reason))) : ['shows ', it(found, 'strong')];
}

const NUMBER = /^-?\d[\d,]*(?:\.\d+)?(?:e[+-]?\d+)?$/;
const NUMBERS = /-?\d+(?:,\d{3})*(?:\.\d+)?(?:e[+-]?\d+)?/g;
const PARTS = 2; // ours: of a reason; all of it is one click away

/** The first parts of a reason, with its numbers as people say them. */
function inShort(reason) {
  const parts = reason.split('; ');
  const more = parts.length - PARTS;
  const text = clipped(parts.slice(0, PARTS).join('; ').replace(NUMBERS, spoken), 240);
  return more > 0 ? `${text}; and ${more} more` : text;
}

/** A long number as people say it: 200,700,000 is "200.7 million". */
function spoken(text) {
  const value = Number(text.replaceAll(',', ''));
  const size = Math.abs(value);
  if (!(size >= 1e6)) return text.includes('e') ? String(value) : text;
  const [scale, name] = size >= 1e9 ? [1e9, 'billion'] : [1e6, 'million'];
  return `${Number((value / scale).toPrecision(5))} ${name}`;
}

function carried({turns, is_mended: isMended}) {
  const since = `; since turn ${turns[0]}`;
  if (isMended) return `${since}, mended after turn ${turns.at(-1)}`;
  return turns.length > 1 ? `${since}, carried through ${turns.length} turns` : since;
}

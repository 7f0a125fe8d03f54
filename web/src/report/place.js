// Which place of the report does the address name? `#financial_analyst-0/turn-7`, `#financial_analyst-0/t=731`, `…/pin-3`
export function read(hash) {
  const [meeting = '', ...rest] = hash.replace(/^#/, '').split('/').map(decoded);
  const place = {meeting, turn: null, product: null, at: null, pin: null};
  for (const part of rest) {
    if (/^turn-\d{1,9}$/.test(part)) place.turn = Number(part.slice('turn-'.length));
    if (/^t=\d{1,6}(?:\.\d{1,3})?$/.test(part)) place.at = Number(part.slice('t='.length));
    if (/^pin-\d{1,6}$/.test(part)) place.pin = Number(part.slice('pin-'.length));
    if (part.startsWith('product-')) place.product = part.slice('product-'.length);
  }
  return place;
}

export function write({meeting, turn = null, product = null, at = null}) {
  const parts = [turn == null ? null : `turn-${turn}`, product == null ? null : `product-${product}`];
  const moment = at == null ? [] : [`t=${Number(at.toFixed(1))}`];
  return `#${[[meeting, ...parts].filter(part => part != null).map(safely), moment].flat().join('/')}`;
}

function safely(text) {
  return encodeURIComponent(text.isWellFormed?.() === false ? text.toWellFormed() : text).replace(/[!'()*]/g, one => `%${one.charCodeAt(0).toString(16)}`);
}

function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part; // somebody typed a stray percent sign
  }
}

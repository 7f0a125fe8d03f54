// Which place of the report does the address name? `#financial_analyst-0/turn-7/product-lbo_model`
export function read(hash) {
  const [meeting = '', ...rest] = hash.replace(/^#/, '').split('/').map(decoded);
  const place = {meeting, turn: null, product: null};
  for (const part of rest) {
    if (/^turn-\d{1,9}$/.test(part)) place.turn = Number(part.slice('turn-'.length));
    if (part.startsWith('product-')) place.product = part.slice('product-'.length);
  }
  return place;
}

export function write({meeting, turn = null, product = null}) {
  const parts = [meeting, turn == null ? null : `turn-${turn}`, product == null ? null : `product-${product}`];
  return `#${parts.filter(part => part != null).map(safely).join('/')}`;
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

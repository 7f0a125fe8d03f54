// A value that somebody else sent, whatever it is, as a list, an object or a text.
export const list = value => (Array.isArray(value) ? value : []);
export const object = value => (value && typeof value === 'object' && !Array.isArray(value) ? value : {});

/** Text of whatever was sent; objects say nothing. */
export const text = value => (['string', 'number', 'boolean'].includes(typeof value) ? String(value) : '');

// The data in the page: plain for the summary, packed for each meeting and unpacked when it is chosen.
const opened = new Map();

export function summary() {
  return JSON.parse(document.getElementById('report-data').textContent);
}

/** A meeting's data by the id of its block; the same object each time. */
export function meeting(block) {
  if (!opened.has(block)) opened.set(block, unpacked(block));
  return opened.get(block);
}

/** The same, made anew and not kept. */
export async function unpacked(block) {
  const packed = document.getElementById(block)?.textContent.trim();
  if (!packed) throw new Error(`the report has no data in ${block}`);
  const raw = Uint8Array.from(atob(packed), letter => letter.charCodeAt(0));
  const plain = new Blob([raw]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(plain).json();
}

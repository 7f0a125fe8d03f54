// What the viewer's server is asked for: the list, a meeting, what goes on in one.
const opened = new Map();
const MOST = 6; // ours: meetings kept in memory, so that going back is at once

/** The list of meetings; null where it is as it was. */
export async function index(known) {
  const answer = await fetch(`index.json?known=${encodeURIComponent(known)}`);
  return answer.status === 204 ? null : json(answer);
}

/** A meeting by its key, as it stands now. */
export async function meeting(key, at) {
  const kept = opened.get(key);
  if (kept?.at === at) return kept.trial;
  const trial = await json(await fetch(`meeting/${encodeURIComponent(key)}`));
  opened.delete(key);
  opened.set(key, {trial, at});
  if (opened.size > MOST) opened.delete(opened.keys().next().value);
  return trial;
}

/** What happened in a meeting since it was last asked. */
export async function live(key, after) {
  return json(await fetch(`live/${encodeURIComponent(key)}?after=${after}`));
}

async function json(answer) {
  const value = await answer.json().catch(() => ({problem: `the viewer answered with ${answer.status}`}));
  if (!answer.ok) throw new Error(value.problem);
  return value;
}

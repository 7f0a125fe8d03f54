// What the page could not show, told to Python with every answer.
const MOST = 200;
const LONGEST = 500;

let problems = new Map();

export function forgetProblems() {
  problems = new Map();
}

export function knownProblems() {
  return [...problems.values()];
}

export function problem(code, reason, {surfaceId = null, componentId = null, index = null} = {}) {
  const found = {code, reason: reason.slice(0, LONGEST), surfaceId, componentId, index};
  if (problems.size < MOST) problems.set(JSON.stringify(found), found);
}

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

/** Where a component stands, for a problem with it. */
export const whereIs = ({context}) => ({
  surfaceId: context.dataContext.surface.id,
  componentId: context.componentModel.id,
});

/** Tell that a component shows only some of what it was given. */
export function partly(element, shown, all, what) {
  if (shown >= all) return;
  const [some, total] = [shown, all].map(count => count.toLocaleString('en-US'));
  problem('partly_shown', `${some} of ${total} ${what} are shown; the rest is left out`, whereIs(element));
}

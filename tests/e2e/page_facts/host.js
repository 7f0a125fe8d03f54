// Puts a case on the page and measures it: what our walk says, what axe-core says, what axe-core decides.
import engine from '../../../web/node_modules/axe-core/axe.js';
import {axe, facts} from '../../../web/src/facts.js';
import {numbers} from '../../../web/src/facts/walk.js';

const root = document.getElementById('root');

async function put(html) {
  document.documentElement.removeAttribute('style');
  document.body.removeAttribute('style');
  root.setHTMLUnsafe(html); // with declarative shadow roots
  for (const script of root.querySelectorAll('script[data-run]'))
    new Function('root', script.textContent)(root);
  scrollTo(0, 0);
  await document.fonts.ready;
  await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
}

async function measure(html) {
  await put(html);
  const before = root.getHTML({serializableShadowRoots: true});
  const measured = facts(root);
  const again = facts(root);
  return {
    facts: measured,
    same: JSON.stringify(measured) === JSON.stringify(again),
    untouched: before === root.getHTML({serializableShadowRoots: true}),
    axe: await axe(root),
    decided: await decided(),
  };
}

/** axe-core's verdicts on contrast: [element, passes, ratio]. */
async function decided() {
  const {passes, violations} = await engine.run(root, {runOnly: ['color-contrast'], elementRef: true});
  const rows = (rules, holds) =>
    rules
      .flatMap(rule => rule.nodes)
      .map(({element, any}) => [numbers.get(element), holds, any[0].data.contrastRatio]);
  return [...rows(passes, true), ...rows(violations, false)];
}

async function timed(name) {
  const started = performance.now();
  await {facts, axe}[name](root);
  return performance.now() - started;
}

const style = document.createElement('style');
document.head.append(style);
const css = text => {
  style.textContent = text;
};

window.cases = {put, measure, timed, css, facts: () => facts(root)};

// Texts that lie on each other. Only the middle of a line counts: its box is taller than its letters.
import {MOST} from './limits.js';

const MARGIN = 0.2; // ours: share of a line's height above and below its letters
const DEPTH_PX = 1.5;

/** {pairs, cut}: positions in `texts` of those that overlap, each pair once. */
export function overlaps(texts, work) {
  const lines = texts.flatMap((text, owner) => linesOf(text, owner));
  lines.sort((first, second) => first.top - second.top || first.owner - second.owner);
  const pairs = new Map();
  let open = [];
  for (const line of lines) {
    open = open.filter(other => other.bottom > line.top);
    for (const other of open) {
      if (!work.spend()) return {pairs: [...pairs.values()], cut: true};
      if (!meets(line, other)) continue;
      const pair = [Math.min(line.owner, other.owner), Math.max(line.owner, other.owner)];
      pairs.set(pair.join(), pair);
      if (pairs.size >= MOST.overlaps) return {pairs: [...pairs.values()], cut: true};
    }
    if (!work.spend(open.length)) return {pairs: [...pairs.values()], cut: true};
    open.push(line);
  }
  return {pairs: [...pairs.values()], cut: false};
}

function linesOf({quads, text, covered, shownX, shownY, clip, scroller, inView}, owner) {
  if (covered || !shownX || !shownY) return [];
  const lines = quads.map(shrunk).map(quad => ({
    owner,
    text,
    quad,
    // What is scrolled out of view can only lie on what is scrolled with it.
    room: inView ? null : scroller,
    ...(inView ? inSight(boxOf(quad), clip) : boxOf(quad)),
  }));
  return lines.filter(({left, right, top, bottom}) => right > left && bottom > top);
}

function boxOf(quad) {
  const [xs, ys] = [quad.map(({x}) => x), quad.map(({y}) => y)];
  return {left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys)};
}

/** The part that is painted: what is clipped away lies on nothing. */
function inSight({left, right, top, bottom}, {x, y}) {
  return {
    left: Math.max(left, x.seenLo),
    right: Math.min(right, x.seenHi),
    top: Math.max(top, y.seenLo),
    bottom: Math.min(bottom, y.seenHi),
  };
}

/** The middle of a quad, whose first side is the top of its letters. */
function shrunk([topLeft, topRight, bottomRight, bottomLeft]) {
  const between = (from, to, share) => ({
    x: from.x + (to.x - from.x) * share,
    y: from.y + (to.y - from.y) * share,
  });
  return [
    between(topLeft, bottomLeft, MARGIN),
    between(topRight, bottomRight, MARGIN),
    between(bottomRight, topRight, MARGIN),
    between(bottomLeft, topLeft, MARGIN),
  ];
}

function meets(first, second) {
  if (first.owner === second.owner || first.room !== second.room) return false;
  if (first.left >= second.right || second.left >= first.right) return false;
  // The same words drawn twice at one place are one text, such as a halo below its letters.
  if (first.text === second.text && Math.hypot(first.left - second.left, first.top - second.top) < 2) return false;
  return depth(first.quad, second.quad) >= DEPTH_PX;
}

/** How far two convex quads reach into each other: the least overlap along their sides' normals. */
function depth(first, second) {
  let least = Infinity;
  for (const quad of [first, second]) {
    for (const index of [0, 1]) {
      const [from, to] = [quad[index], quad[index + 1]];
      const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
      const axis = {x: -(to.y - from.y) / length, y: (to.x - from.x) / length};
      const [a, b] = [first, second].map(points => points.map(({x, y}) => x * axis.x + y * axis.y));
      least = Math.min(
        least,
        Math.min(Math.max(...a), Math.max(...b)) - Math.max(Math.min(...a), Math.min(...b)),
      );
    }
  }
  return least;
}

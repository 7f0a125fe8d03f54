// Which JSON document does a Y.Doc of ours hold? The rules are in docs/trajectories.md.
import * as crypto from "node:crypto";
import * as Y from "yjs";

export const ROOT = "products";

export function plain(held) {
  if (held instanceof Y.Text) return held.toString();
  if (held instanceof Y.Array) return held.toArray().map(plain);
  if (held instanceof Y.Map) return held.has("$order") ? items(held) : object(held.entries());
  if (Array.isArray(held)) return held.map(plain);
  if (held === null || typeof held !== "object") return held;
  return "$json" in held ? parsed(held.$json) : object(Object.entries(held));
}

function object(entries) {
  return new Map([...entries].map(([key, value]) => [key.replace(/^\$/, ""), plain(value)]));
}

function items(held) {
  const byId = held.get("$items");
  const named = new Set(held.get("$order").toArray().filter((id) => byId.has(id)));
  const others = [...byId.keys()].filter((id) => !named.has(id)).sort(byCodePoint);
  return [...named, ...others].map((id) => plain(byId.get(id)));
}

// Exact whole numbers, which JSON.parse would round, and keys such as "__proto__" that a plain
// object would swallow. No key of ours begins with a NUL.
const BIG = "\u0000whole";
const STRING_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

function parsed(text) {
  const exact = text.replace(STRING_OR_NUMBER, (part) =>
    /^-?\d{16,}$/.test(part) ? JSON.stringify({ [BIG]: part }) : part,
  );
  return nested(JSON.parse(exact));
}

function nested(value) {
  if (Array.isArray(value)) return value.map(nested);
  if (value === null || typeof value !== "object") return value;
  if (BIG in value) return BigInt(value[BIG]);
  return new Map(Object.entries(value).map(([key, child]) => [key, nested(child)]));
}

// The text that a snapshot's hash is made of: sorted keys, no spaces, numbers as Python has them.
export function canonical(value) {
  if (value instanceof Map) {
    const keys = [...value.keys()].sort(byCodePoint);
    return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(value.get(key))}`).join(",")}}`;
  }
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value === "number" || typeof value === "bigint") return number(value);
  return JSON.stringify(value);
}

export function hash(value) {
  return crypto.createHash("sha256").update(canonical(value), "utf8").digest("hex");
}

function number(value) {
  if (typeof value === "bigint" || Number.isInteger(value)) return BigInt(value).toString();
  if (Math.abs(value) >= 1e-4) return String(value);
  return value.toExponential().replace(/e-(\d)$/, "e-0$1");
}

function byCodePoint(one, other) {
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}

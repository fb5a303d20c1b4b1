/**
 * Canonical text of a tree (an expression, a relation): equal keys mean equal trees, whatever objects
 * they are made of and in whatever order their fields were written. −0 and 0 have the same key.
 * Columns are fingerprinted and shared by it, and statements named.
 *
 * `structuralKey(double(1))` is `{"kind":"double","value":1}`.
 */
export function structuralKey(tree: unknown): string {
  return canonical(tree);
}

function canonical(value: unknown): string {
  if (typeof value === "bigint") return `"${value}n"`;
  if (typeof value === "number") return canonicalNumber(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value === "object" && value !== null) return canonicalObject(value);
  return JSON.stringify(value);
}

function canonicalNumber(value: number): string {
  return Number.isFinite(value) ? JSON.stringify(value) : `"${value}"`;
}

/** Trees share branches, such as curves by feed: a frozen one is written once. */
const texts = new WeakMap<object, string>();

function canonicalObject(value: object): string {
  const hit = texts.get(value);
  if (hit !== undefined) return hit;
  const text = textOf(value);
  if (Object.isFrozen(value)) texts.set(value, text);
  return text;
}

function textOf(value: object): string {
  const fields = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, field]) => `${JSON.stringify(name)}:${canonical(field)}`);
  return `{${fields.join(",")}}`;
}

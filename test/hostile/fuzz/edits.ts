import fc from "fast-check";

type Mapping = Record<string, unknown>;
type Parent = unknown[] | Mapping;

/** Where a value stands in a document. */
interface Place {
  readonly parent: Parent;
  readonly key: string | number;
}

const escapes = "\u001b]0;PWN\u0007\u009b2J";
const markup = `</script><img src=x onerror=alert(1)>"'><script>alert(1)</script>`;

/** Texts that would act where they are not taken as texts. */
const texts: readonly string[] = [
  ...["", " ", "\u0000", "\ud800", "x".repeat(5000), "🦜".repeat(300), "\u202eabc", "inf", "NaN"],
  ...[escapes, markup, "x\n::error file=README.md::FORGED", "javascript:alert(1)", "@everyone |a|"],
  ...["=cmd|'/C calc'!A0", "\t@SUM(1)", "$HOME", "%s%n", "[a](http://127.0.0.1/)", "`id`"],
  ...["__proto__", "constructor", "toString", "valueOf", "length", "hasOwnProperty", "then"],
  ...[
    "/etc/passwd",
    "../outside.txt",
    "../../*",
    "http://127.0.0.1:9/x.csv",
    "log.csv",
    "s3://a/b",
  ],
  ...["'; drop table t; --", "1) as x; copy (select 1) to '../evil.csv'; --", '"', "a".repeat(300)],
  ...["2026-13-45", "9007199254740993", "1e999", "-0", "0x10", "duckdb", "fit", "logged", "user"],
];

const numbers: readonly number[] = [
  ...[0, -0, 1, -1, 2, 0.1, 1e-320, 1e308, -1e308, 2 ** 31, 2 ** 32, 2 ** 53, 2 ** 63, -(2 ** 63)],
  ...[1e21, 1.5, 100_000, 1023, 1024, 1025, 16_385],
];

const nested = (depth: number, list: boolean): unknown => {
  let value: unknown = 1;
  for (let i = 0; i < depth; i++) value = list ? [value] : { a: value };
  return value;
};

const odd: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(null, true, false, [], {}, [null], [[]], [{}]),
  fc.constantFrom(...numbers),
  { arbitrary: fc.constantFrom(...texts), weight: 2 },
  fc.tuple(fc.constantFrom(2, 20, 400), fc.boolean()).map(([depth, list]) => nested(depth, list)),
);

/** One change of a document; `at` and `from` are places, counted through the document and around. */
export type Edit =
  | { readonly kind: "remove" | "repeat" | "wrap" | "negate" | "asText"; readonly at: number }
  | { readonly kind: "replace"; readonly at: number; readonly value: unknown }
  | { readonly kind: "rename" | "add"; readonly at: number; readonly name: string }
  | { readonly kind: "graft" | "keyOf"; readonly at: number; readonly from: number };

const at = fc.nat(1_000_000);
export const edit: fc.Arbitrary<Edit> = fc.oneof(
  fc.record({ kind: fc.constantFrom("remove", "repeat", "wrap", "negate", "asText"), at }),
  { arbitrary: fc.record({ kind: fc.constant("replace"), at, value: odd }), weight: 3 },
  fc.record({ kind: fc.constantFrom("rename", "add"), at, name: fc.constantFrom(...texts) }),
  fc.record({ kind: fc.constantFrom("graft", "keyOf"), at, from: at }),
);

/** A copy of a document, changed. */
export function edited(document: unknown, edits: readonly Edit[]): unknown {
  const holder: Mapping = { root: structuredClone(document) };
  for (const each of edits) applyTo(holder, each);
  return holder.root;
}

function applyTo(holder: Mapping, change: Edit): void {
  const places = placesIn(holder);
  const { parent, key } = chosen(places, change.at);
  const value = valueAt({ parent, key });
  if (change.kind === "replace") put(parent, key, structuredClone(change.value));
  else if (change.kind === "wrap") put(parent, key, [value]);
  else if (change.kind === "negate") put(parent, key, typeof value === "number" ? -value : !value);
  else if (change.kind === "asText") put(parent, key, JSON.stringify(value));
  else if (change.kind === "graft") {
    put(parent, key, structuredClone(valueAt(chosen(places, change.from))));
  } else if (Array.isArray(parent)) editList(parent, Number(key), change);
  else if (parent !== holder) editMapping(parent, String(key), change, places);
}

function editList(list: unknown[], at: number, { kind }: Edit): void {
  if (kind === "remove") list.splice(at, 1);
  else list.splice(at, 0, structuredClone(list[at]));
}

function editMapping(mapping: Mapping, key: string, change: Edit, places: readonly Place[]): void {
  const value = structuredClone(mapping[key]);
  if (change.kind === "remove" || change.kind === "rename") delete mapping[key];
  if (change.kind === "repeat") put(mapping, `${key}2`, value);
  if (change.kind === "rename" || change.kind === "add") put(mapping, change.name, value);
  if (change.kind === "keyOf") put(mapping, String(chosen(places, change.from).key), value);
}

/** Also a key called `__proto__`, as `JSON.parse` makes it. */
function put(parent: Parent, key: string | number, value: unknown): void {
  const how = { value, enumerable: true, configurable: true, writable: true };
  Object.defineProperty(parent, key, how);
}

const valueAt = ({ parent, key }: Place): unknown => (parent as Mapping)[key];

const chosen = (places: readonly Place[], at: number): Place => places[at % places.length] as Place;

/** Every place; of a long list the first and last alone, or its numbers would outweigh all else. */
function placesIn(holder: Mapping): readonly Place[] {
  const places: Place[] = [];
  const waiting: unknown[] = [holder];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next !== "object" || next === null) continue;
    const keys = Array.isArray(next) ? Array.from(next.keys()) : Object.keys(next);
    const some = keys.length > 40 ? [...keys.slice(0, 20), ...keys.slice(-2)] : keys;
    for (const key of some) {
      const place = { parent: next as Parent, key };
      places.push(place);
      waiting.push(valueAt(place));
    }
  }
  return places;
}

/** How the bytes of a file are damaged: cut off, or one of them another. */
export interface Damage {
  readonly cut: boolean;
  readonly at: number;
  readonly byte: number;
}

export const damage: fc.Arbitrary<Damage | null> = fc.oneof(
  { arbitrary: fc.constant(null), weight: 9 },
  { arbitrary: fc.record({ cut: fc.boolean(), at, byte: fc.nat(255) }), weight: 1 },
);

export function damaged(bytes: Uint8Array, how: Damage | null): Uint8Array {
  if (how === null || bytes.length === 0) return bytes;
  const place = how.at % bytes.length;
  if (how.cut) return bytes.slice(0, place);
  const copy = bytes.slice();
  copy[place] = how.byte;
  return copy;
}

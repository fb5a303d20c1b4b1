import * as z from "zod";
import { type Source, type SourceSpec, type SourceValue, sources } from "../log/sources/index.js";
import { capital } from "../plain-line.js";
import { withoutSecrets } from "../secrets.js";
import type { Field } from "./field.js";
import { asMapping, ownValue } from "./mapping.js";
import { addIssue, type Place } from "./place.js";

const text = z.string().min(1);
const value = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/** The schema of each kind of value. */
const schemas: Readonly<Record<SourceValue, z.ZodType>> = {
  text,
  texts: z.union([text, z.array(text).min(1)]),
  name: z.union([text.regex(/^[^.]+(\.[^.]+)*$/), z.array(text).min(1)]),
  rows: z.union([
    z.array(z.record(z.string(), value)),
    z.record(z.string(), z.array(value)),
    z.string().regex(/^\d+ rows in memory$/),
  ]),
};

const schemaOf = (source: Source): z.ZodType =>
  source.isShort ? schemas[source.value] : z.strictObject({ [source.name]: schemas[source.value] });

const forms = sources.map(({ form }) => form);
const expected = `${forms.slice(0, -1).join(", ")} or ${forms.at(-1)}`;

/** A source by its key, in a mapping that holds others: `{ table: main.log, on: … }`. */
export const sourceFields: Readonly<Record<string, Field<SourceSpec>>> = Object.fromEntries(
  sources.map((kind) => [kind.name, fieldOf(kind)]),
);

function fieldOf(kind: Source): Field<SourceSpec> {
  const read = (input: unknown, place: Place): SourceSpec | undefined => {
    const source = kind.read(input);
    if (source !== undefined && !("fault" in source)) return source as SourceSpec;
    const because = source === undefined ? {} : { because: source.fault };
    return addIssue(place, {
      code: "invalidValue",
      expected: kind.form,
      came: input,
      ...because,
    });
  };
  const purpose = `${capital(kind.reads)}.`;
  return { schema: schemas[kind.value], expected: kind.form, purpose, read };
}

export const source: Field<SourceSpec> = {
  schema: z.union(sources.map(schemaOf)),
  expected,
  purpose: `${capital(sources.map(({ reads }) => reads).join("; "))}.`,
  read: readSource,
};

const longNames = sources.flatMap(({ name, isShort }) => (isShort ? [] : [name]));

function readSource(input: unknown, place: Place): SourceSpec | undefined {
  const { kind, inner } = kindIn(input);
  const read = kind?.read(inner);
  if (read === undefined) {
    const [misspelt, ...others] = kind === undefined ? Object.keys(asMapping(input) ?? {}) : [];
    const hint =
      misspelt === undefined || others.length > 0 ? {} : { misspelt, candidates: longNames };
    return addIssue(place, { code: "invalidValue", expected, came: input, ...hint });
  }
  if (!("fault" in read)) return read as SourceSpec;
  const because = read.fault;
  return addIssue(place, {
    code: "invalidValue",
    expected: kind?.form ?? expected,
    came: input,
    because,
  });
}

/** The kind whose key a mapping has alone, or the one that needs no key; and the value. */
function kindIn(input: unknown): { readonly kind: Source | undefined; readonly inner: unknown } {
  const mapping = asMapping(input);
  if (mapping === undefined) return { kind: sources.find(({ isShort }) => isShort), inner: input };
  const [key = "", ...others] = Object.keys(mapping);
  const kind =
    others.length > 0 ? undefined : sources.find(({ name, isShort }) => name === key && !isShort);
  return { kind, inner: ownValue(mapping, key) };
}

/** A source as a study writes it, but for its secrets: results and tallies keep it. */
export function sourceInput(spec: SourceSpec): unknown {
  const kind = sources.find(({ name }) => name in spec);
  const written = clean(kind?.write(spec));
  return kind === undefined || kind.isShort ? written : { [kind.name]: written };
}

function clean(written: unknown): unknown {
  if (typeof written === "string") return withoutSecrets(written);
  return Array.isArray(written) ? written.map(clean) : written;
}

/** Whether a mapping says `source:` and no reward of that name. */
export function holdsSource(input: unknown): boolean {
  const mapping = asMapping(input);
  if (mapping === undefined || !Object.hasOwn(mapping, "source")) return false;
  const inner = asMapping(ownValue(mapping, "source"));
  return inner === undefined || !(Object.hasOwn(inner, "value") || Object.hasOwn(inner, "se"));
}

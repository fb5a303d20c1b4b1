import * as z from "zod";
import {
  type EngineMember,
  type EngineOption,
  engines,
  findEngine,
  type OptionValue,
  optionForms,
} from "../engines/index.js";
import { describeParameter } from "../parameters.js";
import { type Field, leaf } from "./field.js";
import { fieldsSchema, present, readFields, unknownKey } from "./fields.js";
import { asMapping, ownValue } from "./mapping.js";
import { numberSchema } from "./parameter-field.js";
import { addIssue, type Place, within } from "./place.js";
import type { EngineSpec } from "./study.js";

const text = z.string().min(1);
const switchOrSchema = z.union([z.boolean(), z.strictObject({ schema: text })]);

type Kind = EngineOption["kind"];
type Of<K extends Kind> = Extract<EngineOption, { readonly kind: K }>;

/** For each kind of option: its schema, and the permitted values in words. */
const kinds: {
  readonly [K in Kind]: {
    readonly schema: (option: Of<K>) => z.ZodType<OptionValue>;
    readonly expected: (option: Of<K>) => string;
  };
} = {
  text: { schema: () => text, expected: ({ expected }) => expected },
  address: { schema: () => text, expected: ({ example }) => `an address such as ${example}` },
  file: { schema: () => text, expected: ({ expected }) => expected },
  folder: { schema: () => text, expected: ({ expected }) => expected },
  files: { schema: () => z.array(text), expected: ({ expected }) => expected },
  names: { schema: () => z.array(text), expected: ({ expected }) => expected },
  secrets: {
    schema: () => z.record(z.string(), z.string()),
    expected: () => "a mapping from a name to its text",
  },
  settings: {
    schema: () => z.record(z.string(), z.union([z.string(), z.number()])),
    expected: () => "a mapping from a setting's name to a number or a text",
  },
  // Engines that have an option of one name with either kind refuse what is the other's.
  switch: { schema: () => switchOrSchema, expected: () => optionForms.switch },
  schema: { schema: () => switchOrSchema, expected: () => optionForms.schema },
  number: {
    schema: (option) => numberSchema(option) as z.ZodType<number>,
    expected: (option) => describeParameter(option),
  },
};

function optionField<K extends Kind>(option: Of<K> & { readonly kind: K }): Field<OptionValue> {
  const { schema, expected } = kinds[option.kind];
  const field = leaf(schema(option), expected(option), option.purpose);
  return option.kind === "secrets" ? secret(field) : field;
}

/** A field whose value no message repeats. */
function secret<T>(field: Field<T>): Field<T> {
  const { schema, expected } = field;
  const read = (value: unknown, place: Place): T | undefined =>
    schema.safeParse(value).success
      ? field.read(value, place)
      : addIssue(place, { code: "invalidValue", expected, came: "(not repeated here)" });
  return { ...field, read };
}

/** An option that several engines declare is one key; it says what it is for each of them. */
function sharedField(options: readonly EngineOption[]): Field<OptionValue> {
  const fields = options.map((option) => optionField(option));
  const together = (words: readonly string[], between: string): string =>
    [...new Set(words)].join(between);
  const [first = leaf(text, "", "")] = fields;
  const expected = together(
    fields.map((field) => field.expected),
    ", or ",
  );
  const purpose = together(
    fields.map((field) => field.purpose),
    " ",
  );
  const named =
    options.length === 1 ? first : leaf(first.schema as z.ZodType<OptionValue>, expected, purpose);
  return options.some(({ kind }) => kind === "secrets") ? secret(named) : named;
}

const declared = engines.flatMap((engine) => engine.options);
const optionFields: Readonly<Record<string, Field<OptionValue>>> = Object.fromEntries(
  [...new Set(declared.map(({ name }) => name))].map((name) => [
    name,
    sharedField(declared.filter((option) => option.name === name)),
  ]),
);

/** What a name in the mapping stands for: `{ spark: "sc://host" }` is the engine spark with this url. */
interface Short {
  readonly engine: EngineMember;
  readonly option: EngineOption;
}

const shorts: ReadonlyMap<string, Short> = new Map(
  engines.flatMap((engine) => {
    const option = engine.options.find(({ name }) => name === engine.short);
    if (option === undefined) return [];
    return [engine.name, ...engine.aliases].map((name) => [name, { engine, option }] as const);
  }),
);

const shortFields = Object.fromEntries(
  [...shorts].map(([name, { engine, option }]) => {
    const isEarlier = name !== engine.name;
    const purpose = isEarlier ? `The earlier name of ${engine.name}.` : shortPurpose(option);
    return [name, { ...optionField(option), purpose }];
  }),
);

function shortPurpose(option: EngineOption): string {
  return option.kind === "address"
    ? `The server, in place of name and ${option.name}: ${option.example}.`
    : `${option.purpose.replace(/\.$/, "")}, in place of name and ${option.name}.`;
}

const shortNames = engines.flatMap(({ name, short }) => (short === undefined ? [] : [name]));
const fields = {
  ...shortFields,
  name: leaf(text, "the engine's name, such as duckdb", "Which engine reads the log."),
  ...optionFields,
};

/** The engine by name or address, or with its options. */
export const engine: Field<EngineSpec> = {
  schema: z.union([text, fieldsSchema(fields)]),
  expected: `an engine's name or address, or a mapping with name (or one of ${shortNames.join(", ")}) and options`,
  purpose: "Where the sums are taken; duckdb is built in.",
  read: (value, place) => {
    if (typeof value === "string" && value !== "") return { name: value };
    const read = readFields(fields, withoutUnknown(value, place), place);
    return read === undefined ? undefined : specOf(present(read), place);
  },
};

/** Notes keys that no engine has; of an engine that is named only its own are offered. */
function withoutUnknown(value: unknown, place: Place): unknown {
  const mapping = asMapping(value);
  const named = mapping === undefined ? undefined : ownValue(mapping, "name");
  const member = typeof named === "string" ? findEngine(named) : undefined;
  if (mapping === undefined || member === undefined) return value;
  const names = ["name", ...member.options.map(({ name }) => name)];
  const options = Object.entries(mapping).filter(
    ([key]) => Object.hasOwn(fields, key) || unknownKey(key, names, place),
  );
  return Object.fromEntries(options);
}

function specOf(read: Readonly<Record<string, OptionValue>>, place: Place): EngineSpec | undefined {
  const names = Object.keys(read).filter((key) => key === "name" || shorts.has(key));
  const [only] = names;
  const expected = `the engine's name, or one of ${shortNames.join(", ")} in its place`;
  if (only === undefined) {
    return addIssue(within(place, "name"), { code: "missingKey", expected, came: undefined });
  }
  if (names.length > 1) {
    const because = "only one of them can be meant";
    return addIssue(place, { code: "invalidValue", expected, came: names, because });
  }
  const options = Object.fromEntries(Object.entries(read).filter(([key]) => key !== only));
  const short = shorts.get(only);
  return short === undefined
    ? { ...options, name: String(read.name) }
    : { ...options, name: short.engine.name, [short.option.name]: read[only] };
}

/** An engine as results echo it: where the log was read, and never what opened the door. */
export function engineInput({ name, ...options }: EngineSpec): unknown {
  const echoed = Object.entries(options).flatMap(([key, value]) => {
    const kind = kindOf(name, key);
    if (kind === "secrets" || kind === "folder") return [];
    const isAddress = kind === "address" && typeof value === "string";
    return [[key, isAddress ? withoutSecrets(value) : value] as const];
  });
  return { name: withoutSecrets(name), ...Object.fromEntries(echoed) };
}

/** An engine whose files are named as `place` says. Where the study has `queries`, their paths count from its folder. */
export function withEngineFiles(
  spec: EngineSpec,
  place: (file: string) => string,
  queries = false,
): EngineSpec {
  const { name, ...values } = spec;
  const ownFolder = (findEngine(name)?.options ?? []).filter(({ kind }) => kind === "folder");
  const folders = queries ? ownFolder.map((option) => [option.name, "."] as const) : [];
  const options = { ...Object.fromEntries(folders), ...values };
  const placed = Object.entries(options).map(([key, value]) => {
    const kind = kindOf(name, key);
    if ((kind === "file" || kind === "folder") && typeof value === "string")
      return [key, place(value)] as const;
    if (kind === "files" && Array.isArray(value)) return [key, value.map(place)] as const;
    return [key, value] as const;
  });
  return { ...Object.fromEntries(placed), name };
}

/** What an engine declares of an option; of an engine that is not in the list, what any other does. */
function kindOf(engine: string, option: string): Kind | undefined {
  const options = findEngine(engine)?.options ?? declared;
  return options.find(({ name }) => name === option)?.kind;
}

/** An address without user, password and parameters; only its scheme where these cannot be told apart. */
function withoutSecrets(url: string): string {
  const [, scheme, rest = ""] = /^([a-z][a-z0-9+.-]*:\/\/)(.*)$/is.exec(url) ?? [];
  if (scheme === undefined) return url;
  const [, authority = "", path = ""] = /^([^/;?#]*)([^;?#]*)/.exec(rest) ?? [];
  const isPlain = !rest.slice(authority.length).includes("@");
  return isPlain ? `${scheme}${authority.replace(/^.*@/s, "")}${path}` : `${scheme}…`;
}

import { z } from "zod";
import { type Field, leaf } from "./field.js";
import { fieldsSchema, readFields } from "./fields.js";
import { complain, type Place, within } from "./place.js";
import type { EngineSpec } from "./study.js";

const text = z.string().min(1);
const seconds = z.number().gt(0);
/** A field whose value no complaint repeats. */
const secret = <T>(schema: z.ZodType<T>, expected: string, purpose: string): Field<T> => {
  const field = leaf(schema, expected, purpose);
  const read = (value: unknown, place: Place): T | undefined =>
    schema.safeParse(value).success
      ? field.read(value, place)
      : complain(place, { code: "invalidValue", expected, came: "(not repeated here)" });
  return { ...field, read };
};
const address = (scheme: string): Field<string> =>
  leaf(
    text,
    `the server's address, such as ${scheme}`,
    `The server, in place of name and url: ${scheme}.`,
  );

/** Engines that may be named by their address (or files) alone: `engine: { spark: "sc://host" }`. */
const named = {
  spark: address("sc://host:15002"),
  clickhouse: address("https://host:8443"),
  sums: leaf(
    z.array(text),
    "a list of files",
    "Results of the statements that hindcast sql prints, in place of an engine.",
  ),
};

const options = {
  name: leaf(text, "the engine's name, such as duckdb", "Which engine reads the log."),
  url: leaf(text, "an address such as sc://host:15002", "Where the server listens."),
  user: leaf(text, "a user's name", "The user of the server."),
  passwordFile: leaf(text, "a file", "The file that holds the user's password."),
  tokenFile: leaf(text, "a file", "The file that holds the access token."),
  ca: leaf(
    text,
    "a PEM file",
    "The authorities to trust, where the system's are not the right ones.",
  ),
  headers: secret(
    z.record(z.string(), z.string()),
    "a mapping from a header's name to its text",
    "Headers that go with every call; results do not hold them.",
  ),
  settings: leaf(
    z.record(z.string(), z.union([z.string(), z.number()])),
    "a mapping from a setting's name to a number or a text",
    "Settings of the server that go with every statement, such as max_threads.",
  ),
  timeout: leaf(seconds, "seconds, more than 0", "How long one statement may take."),
  connectTimeout: leaf(seconds, "seconds, more than 0", "How long the server may take to answer."),
  threads: leaf(z.int().min(1), "a whole number in [1, ∞)", "How many threads it may use."),
  memoryLimit: leaf(text, "a size such as 8GB", "How much memory it may use."),
  tempDirectory: leaf(text, "a folder", "Where it may put what does not fit into memory."),
  database: leaf(
    text,
    "a database file of DuckDB, or the name of a server's database",
    "The tables that sources name: a file, opened for reading only, or a server's database.",
  ),
};

const fields = { ...named, ...options };
const names = Object.keys(named) as readonly (keyof typeof named)[];

/** The engine by name or address, or with its options. */
export const engine: Field<EngineSpec> = {
  schema: z.union([text, fieldsSchema(fields)]),
  expected: `an engine's name or address, or a mapping with name (or one of ${names.join(", ")}) and options`,
  purpose: "Where the sums are taken; duckdb is built in.",
  read: (value, place) => {
    if (typeof value === "string" && value !== "") return { name: value };
    const read = readFields(fields, value, place);
    return read === undefined ? undefined : specOf(read, place);
  },
};

type Read = NonNullable<ReturnType<typeof readFields<typeof fields>>>;

function specOf(read: Read, place: Place): EngineSpec | undefined {
  const { spark, clickhouse, sums, name, ...rest } = read;
  const said = names.filter((each) => read[each] !== undefined);
  const [only = name] = said;
  const expected = `the engine's name, or one of ${names.join(", ")} in its place`;
  if (only === undefined) {
    return complain(within(place, "name"), { code: "missingKey", expected, came: undefined });
  }
  if (said.length + Number(name !== undefined) > 1) {
    const because = "only one of them can be meant";
    const keys = name === undefined ? said : ["name", ...said];
    return complain(place, { code: "invalidValue", expected, came: keys, because });
  }
  const url = spark ?? clickhouse;
  return {
    ...rest,
    name: only,
    ...(url !== undefined && { url }),
    ...(sums !== undefined && { files: sums }),
  };
}

/** An engine as results echo it: where the log was read, and never what opened the door. */
export function engineInput({ name, url, files, headers: _, ...rest }: EngineSpec): unknown {
  const where = url === undefined ? {} : { url: withoutSecrets(url) };
  const known = files === undefined ? { name: withoutSecrets(name) } : { sums: files };
  return { ...known, ...where, ...rest };
}

/** An address without user, password and parameters; only its scheme where these cannot be told apart. */
function withoutSecrets(url: string): string {
  const [, scheme, rest = ""] = /^([a-z][a-z0-9+.-]*:\/\/)(.*)$/is.exec(url) ?? [];
  if (scheme === undefined) return url;
  const [, authority = "", path = ""] = /^([^/;?#]*)([^;?#]*)/.exec(rest) ?? [];
  const isPlain = !rest.slice(authority.length).includes("@");
  return isPlain ? `${scheme}${authority.replace(/^.*@/s, "")}${path}` : `${scheme}…`;
}

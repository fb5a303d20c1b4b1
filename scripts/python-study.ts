// The types of studies for Python, from the schema; a test fails while they are not current.
import { studyJsonSchema } from "../src/study/study-json-schema.js";

interface Schema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
}

const plainTypes: Readonly<Record<string, string>> = {
  string: "str",
  number: "float",
  integer: "int",
  boolean: "bool",
  null: "None",
};

/** What a data frame may stand for. */
const ofTables: ReadonlySet<string> = new Set(["source", "candidates", "join"]);

const head = `"""The types of studies. Written by \`npm run schema\`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypedDict
`;

/** A key that is a word of Python's own, such as `from`, has no place in a class. */
const reserved = /^(from|in|is|not|with|as|of|and|or|if|for|class|import|lambda|global|\$.*)$/;

function written(name: string, fields: readonly (readonly [key: string, type: string])[]): string {
  if (fields.some(([key]) => reserved.test(key))) {
    const list = fields.map(([key, type]) => `        "${key}": "${type.replaceAll('"', "'")}",\n`);
    return `${name} = TypedDict(\n    "${name}",\n    {\n${list.join("")}    },\n    total=False,\n)\n`;
  }
  const list = fields.map(([key, type]) => `    ${key}: ${type}\n`);
  return `class ${name}(TypedDict, total=False):\n${list.length === 0 ? "    pass\n" : list.join("")}`;
}

const capital = (key: string): string => `${key[0]?.toUpperCase()}${key.slice(1)}`;

export function pythonStudy(): string {
  const classes: string[] = [];
  const literal = (value: unknown): string =>
    value === null
      ? "None"
      : typeof value === "boolean"
        ? value
          ? "True"
          : "False"
        : JSON.stringify(value);
  const typeOf = (schema: Schema, name: string): string => {
    const { type, properties, additionalProperties, items, anyOf } = schema;
    if ("const" in schema) return `Literal[${literal(schema.const)}]`;
    if (schema.enum !== undefined) return `Literal[${schema.enum.map(literal).join(", ")}]`;
    if (anyOf !== undefined) {
      return [...new Set(anyOf.map((each, at) => typeOf(each, `${name}${at + 1}`)))].join(" | ");
    }
    if (properties !== undefined) return classOf(schema, name);
    if (type === "array")
      return `Sequence[${items === undefined ? "Any" : typeOf(items, `${name}Item`)}]`;
    if (type === "object") {
      const value = typeof additionalProperties === "object" ? additionalProperties : {};
      return `Mapping[str, ${typeOf(value, `${name}Value`)}]`;
    }
    const types = [type ?? []].flat().map((each) => plainTypes[each] ?? "Any");
    return types.length === 0 ? "Any" : types.join(" | ");
  };
  const named = new Map<string, string>();
  const classOf = ({ properties = {} }: Schema, name: string): string => {
    const fields = Object.entries(properties).map(([key, schema]) => {
      const type = ofTables.has(key) ? "Any" : typeOf(schema, `${name}${capital(key)}`);
      return [key, type] as const;
    });
    const body = JSON.stringify(fields);
    const same = named.get(body);
    if (same !== undefined) return same;
    named.set(body, name);
    classes.push(written(name, fields));
    return name;
  };
  const { properties = {} } = studyJsonSchema() as unknown as Schema;
  const { log = {}, ...others } = properties;
  classOf(log, "Log");
  const keysOfStudy = Object.entries(others)
    .filter(([key]) => !key.startsWith("$"))
    .map(([key, schema]) => `    ${key}: ${typeOf(schema, capital(key))}\n`);
  classes.push(`class StudyKeys(TypedDict, total=False):\n${keysOfStudy.join("")}`);
  classes.push("class Study(StudyKeys, total=False):\n    log: Log\n");
  classes.push("class Keys(Log, StudyKeys, total=False):\n    pass\n");
  const keys = `LOG_KEYS = frozenset(Log.__annotations__)\nSTUDY_KEYS = frozenset(StudyKeys.__annotations__)\n`;
  return [head, ...classes, keys].join("\n\n");
}

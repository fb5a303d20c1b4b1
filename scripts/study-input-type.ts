/** The parts of JSON Schema that the schema of studies uses. */
interface Schema {
  readonly type?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly deprecated?: boolean;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
}

/** The type of a study file, from its JSON Schema: editors complete its keys and show what they are. */
export function studyInputType(schema: object): string {
  return [
    "// Written by `npm run schema` from the schema of studies.",
    "",
    "/** A study as a program writes it: the keys of a study file. */",
    `export interface StudyInput ${typeOf(schema as Schema, "")}`,
    "",
  ].join("\n");
}

function typeOf(schema: Schema, indent: string): string {
  if (schema.anyOf !== undefined) {
    return [...new Set(schema.anyOf.map((each) => typeOf(each, indent)))].join(" | ");
  }
  if (schema.enum !== undefined) return schema.enum.map((each) => JSON.stringify(each)).join(" | ");
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  switch (schema.type) {
    case "string":
    case "boolean":
    case "null":
      return schema.type;
    case "integer":
    case "number":
      return "number";
    case "array":
      return `readonly (${typeOf(schema.items ?? {}, indent)})[]`;
    case "object":
      return objectOf(schema, indent);
    default:
      return "unknown";
  }
}

function objectOf(schema: Schema, indent: string): string {
  const { properties, required = [], additionalProperties } = schema;
  if (properties === undefined) {
    const value = typeof additionalProperties === "object" ? additionalProperties : {};
    return `{ readonly [name: string]: ${typeOf(value, indent)} }`;
  }
  const inner = `${indent}  `;
  const lines = Object.entries(properties).flatMap(([name, each]) => {
    const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
    const mark = required.includes(name) ? "" : "?";
    return [...comment(each, inner), `${inner}readonly ${key}${mark}: ${typeOf(each, inner)};`];
  });
  return ["{", ...lines, `${indent}}`].join("\n");
}

function comment({ description, default: standard, deprecated }: Schema, indent: string): string[] {
  const said = [
    ...(description === undefined ? [] : [description.replaceAll("*/", "* /")]),
    ...(standard === undefined ? [] : [`Default: ${JSON.stringify(standard)}.`]),
    ...(deprecated === true ? ["@deprecated"] : []),
  ];
  return said.length === 0 ? [] : [`${indent}/** ${said.join(" ")} */`];
}

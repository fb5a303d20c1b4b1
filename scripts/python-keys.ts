// The keys of studies as the Python package knows them, from the schema; a test fails while they are not current.
import { studyJsonSchema } from "../src/study/study-json-schema.js";

interface Section {
  readonly properties: Readonly<Record<string, unknown>>;
}

export function pythonKeys(): string {
  const { properties } = studyJsonSchema() as unknown as Section;
  const { properties: ofLog } = properties.log as Section;
  const list = (names: readonly string[]): string =>
    names.map((name) => `        "${name}",\n`).join("");
  const named = (constant: string, names: readonly string[]): string =>
    `${constant} = frozenset(\n    [\n${list(names)}    ]\n)\n`;
  const top = Object.keys(properties).filter((name) => name !== "log" && !name.startsWith("$"));
  return `"""The keys of studies. Written by \`npm run schema\`."""\n\n${named("STUDY_KEYS", top)}${named("LOG_KEYS", Object.keys(ofLog))}`;
}

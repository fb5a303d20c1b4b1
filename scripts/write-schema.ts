// Writes schema/study.json, the JSON Schema of study files; a test fails while it is not current.
import { mkdirSync, writeFileSync } from "node:fs";
import { studyJsonSchema } from "../src/study/study-json-schema.js";

const target = new URL("../schema/study.json", import.meta.url);
mkdirSync(new URL(".", target), { recursive: true });
writeFileSync(target, `${JSON.stringify(studyJsonSchema(), null, 2)}\n`);

// Writes schema/study.json, the JSON Schema of study files, and the type of the same in schema/study-input.d.ts; a
// test fails while they are not current.
import { mkdirSync, writeFileSync } from "node:fs";
import { studyJsonSchema } from "../src/study/study-json-schema.js";
import { pythonStudy } from "./python-study.js";
import { studyInputType } from "./study-input-type.js";

const target = new URL("../schema/study.json", import.meta.url);
mkdirSync(new URL(".", target), { recursive: true });
const schema = studyJsonSchema();
writeFileSync(target, `${JSON.stringify(schema, null, 2)}\n`);
writeFileSync(new URL("study-input.d.ts", target), studyInputType(schema));
writeFileSync(new URL("../python/src/hindcast_ope/_study.py", import.meta.url), pythonStudy());

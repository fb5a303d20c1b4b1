import { writeFileSync } from "node:fs";
import { codesPage } from "./codes-page.js";
import { glossaryPage } from "./glossary-page.js";

writeFileSync("docs/codes.md", codesPage());
writeFileSync("docs/glossary.md", glossaryPage());

import { writeFileSync } from "node:fs";
import { codesPage } from "./codes-page.js";

writeFileSync("docs/codes.md", codesPage());

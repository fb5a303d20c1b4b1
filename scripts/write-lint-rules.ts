import { writeFileSync } from "node:fs";
import { lintRules } from "./lint-rules.js";

writeFileSync("biome.rooms.json", `${JSON.stringify(lintRules(), null, 2)}\n`);

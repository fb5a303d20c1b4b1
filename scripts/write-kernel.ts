import { readFileSync, writeFileSync } from "node:fs";
import { assembleKernel } from "./assemble-kernel.js";

const folder = "src/tally/replicates";
const text = await assembleKernel(readFileSync(`${folder}/kernel.wat`, "utf8"));
writeFileSync(
  `${folder}/kernel-bytes.ts`,
  `/** kernel.wat, assembled by \`npm run kernel\`. */\nexport const kernelBytes: string =\n  "${text}";\n`,
);

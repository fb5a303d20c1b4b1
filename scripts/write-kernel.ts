import { readFileSync, writeFileSync } from "node:fs";
import { assembleKernel } from "./assemble-kernel.js";

for (const folder of ["src/recommenders/dense", "src/tally/replicates"]) {
  const text = await assembleKernel(readFileSync(`${folder}/kernel.wat`, "utf8"));
  writeFileSync(
    `${folder}/kernel-bytes.ts`,
    `/** kernel.wat, assembled by \`npm run kernel\`. */\nexport const kernelBytes: string =\n  "${text}";\n`,
  );
}

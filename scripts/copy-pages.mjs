// Copies the pages of codes and members next to their compiled code: `hindcast explain` prints them.
import { cpSync } from "node:fs";
import { extname } from "node:path";

const to = process.argv[2] ?? "dist";
const inference = ["inference/intervals", "inference/adjustments"];
for (const room of ["checks", "diagnostics", "estimators", "exposure", "log/roles", ...inference]) {
  const isPage = (path) =>
    extname(path) === "" || (path.endsWith(".md") && !path.endsWith("README.md"));
  cpSync(`src/${room}`, `${to}/${room}`, { recursive: true, filter: isPage });
}

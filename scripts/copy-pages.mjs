// Copies the pages of codes and members next to their compiled code: `hindcast explain` prints them.
import { cpSync } from "node:fs";
import { extname } from "node:path";

const to = process.argv[2] ?? "dist";
for (const room of ["checks", "diagnostics", "estimators", "exposure"]) {
  const isPage = (path) =>
    extname(path) === "" || (path.endsWith(".md") && !path.endsWith("README.md"));
  cpSync(`src/${room}`, `${to}/${room}`, { recursive: true, filter: isPage });
}
cpSync("src/log/roles/roles.md", `${to}/log/roles/roles.md`);

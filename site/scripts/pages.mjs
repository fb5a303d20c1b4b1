// Writes the folder `pages`: the files of docs/, and a home made of parts of README.md, so that both say the same.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";

const parts = ["Install", "From a log to a verdict", "What it refuses", "Where it runs"];

rmSync("pages", { recursive: true, force: true });
mkdirSync("pages");
cpSync("../docs", "pages", { recursive: true });
cpSync("pages/index.md", "pages/all-pages.md");
// Files that pages link to, under the address that they have there.
cpSync("../docs/data", "pages/public/data", { recursive: true });
cpSync("../docs/claims.yaml", "pages/public/claims.yaml");
writeFileSync("pages/index.md", home(readFileSync("../README.md", "utf8")));

function home(readme) {
  const [first = "", ...sections] = readme.split(/^## /m);
  const answer = first.slice(first.indexOf("```"));
  const shown = parts.map((title) => {
    const section = sections.find((each) => each.startsWith(`${title}\n`));
    if (section === undefined) throw new Error(`README.md has no section "${title}".`);
    return `## ${section}`;
  });
  return [readFileSync("home.md", "utf8"), answer, ...shown]
    .join("\n")
    .replaceAll("](docs/index.md)", "](all-pages.md)")
    .replaceAll("](docs/", "](");
}

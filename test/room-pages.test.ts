import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { engines, floors } from "../scripts/rooms.js";

const rooms = [...floors.flat(), engines.room].map((room) => join("src", room));
/** Folders with a page: every room, and rooms within rooms. */
const paged = readdirSync("src", { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith("README.md"))
  .map((name) => join("src", dirname(name)));
const pageOf = (folder: string): string => readFileSync(join(folder, "README.md"), "utf8");
const subpaths: Readonly<Record<string, unknown>> = JSON.parse(
  readFileSync("package.json", "utf8"),
).exports;

/** Most lines of a page. */
const most = 45;
/** Files that can hold an invariant: a test, laws, the table of the rooms and the rules of the linter. */
const holders =
  /(\.test\.ts|laws\.ts|\/laws\/[\w-]+\.ts|biome(\.rooms)?\.json|portable-math\.grit)$/;

/** Where a path in backticks leads: from the room's folder, or from the repository's. */
function placeOf(folder: string, path: string): string | undefined {
  return [join(folder, path), path].map((each) => resolve(each)).find(existsSync);
}

/** The section of a page under a heading. */
function sectionOf(page: string, heading: string): string {
  const [, section = ""] = page.split(`\n## ${heading}\n`);
  return section.split("\n## ")[0] ?? "";
}

const bulletsOf = (section: string): readonly string[] => section.split(/^- /m).slice(1);

/** What stands in backticks and is a path: it has a folder, or the ending of a file. */
const pathsIn = (text: string): readonly string[] =>
  [...text.matchAll(/`([\w.-]+(?:\/[\w.-]+)*\/?)`/g)]
    .map(([, path = ""]) => path)
    .filter((path) => path.includes("/") || /\.(ts|md|json|grit|wat|snap)$/.test(path));

/** Names of tests and laws behind the path of their file: `laws.test.ts` ("one", "another"). */
const namedIn = (text: string): readonly { readonly path: string; readonly name: string }[] =>
  [...text.matchAll(/`([\w./-]+)`\s+\(("[^"]+"(?:,\s+"[^"]+")*)\)/g)].flatMap(
    ([, path = "", names = ""]) =>
      [...names.matchAll(/"([^"]+)"/g)].map(([, name = ""]) => ({
        path,
        name: name.replaceAll(/\s+/g, " "),
      })),
  );

function faultsOf(folder: string, page: string): readonly string[] {
  const wanted = [/^# \S/, /^\*\*In:\*\* \S/m, /^\*\*Out:\*\* \S/m, /^## Read first$/m];
  const first = bulletsOf(sectionOf(page, "Read first"));
  const invariants = bulletsOf(sectionOf(page, "Invariants"));
  const lines = page.trimEnd().split("\n").length;
  return [
    ...wanted.filter((part) => !part.test(page)).map((part) => `has no ${part.source}`),
    ...(lines > most ? [`has ${lines} lines`] : []),
    ...(first.length >= 2 && first.length <= 6 ? [] : [`names ${first.length} files to read`]),
    ...(invariants.length > 0 ? [] : ["has no invariants"]),
    ...pathsIn(page)
      .filter((path) => !leads(folder, path))
      .map((path) => `names ${path}, which is not there`),
    ...invariants.flatMap((each) => {
      const held = pathsIn(each).some((path) => holders.test(placeOf(folder, path) ?? ""));
      return held ? [] : [`says of nothing that holds it: ${each.trim()}`];
    }),
    ...namedIn(page).flatMap(({ path, name }) => {
      const place = placeOf(folder, path);
      const isThere = place !== undefined && readFileSync(place, "utf8").includes(name);
      return isThere ? [] : [`names "${name}" of ${path}, which is not there`];
    }),
  ];
}

const leads = (folder: string, path: string): boolean =>
  path.startsWith("hindcast/")
    ? `.${path.slice("hindcast".length)}` in subpaths
    : placeOf(folder, path) !== undefined;

const contributing = readFileSync("CONTRIBUTING.md", "utf8");
const wordsIn = (text: string): readonly string[] =>
  [...text.matchAll(/`([\w-]+)`/g)].map(([, word = ""]) => word).toSorted();

it("every room has a page", () => {
  expect(rooms.filter((room) => !paged.includes(room))).toEqual([]);
});

it("CONTRIBUTING draws the rooms as they stand", () => {
  const [, drawn = ""] =
    /files next to the rooms \([^)]*\), ([\s\S]*?)\n\n/.exec(contributing) ?? [];
  expect(drawn.replaceAll(/\s+/g, " ")).toBe(floors.map((floor) => floor.join(", ")).join(" → "));
  const [, mayImport = ""] =
    /- `engines` imports only ([^;]*?) and files next/.exec(contributing) ?? [];
  expect(wordsIn(mayImport)).toEqual([...engines.imports].toSorted());
  const [, reach = ""] = /; only ([^;]*?) reach engines/.exec(contributing) ?? [];
  expect(wordsIn(reach)).toEqual([...engines.importedBy].toSorted());
});

describe("the page of a room", () => {
  it.each(paged)(
    "names what goes in and out, what to read first, and what always holds: %s",
    (folder) => {
      expect(faultsOf(folder, pageOf(folder))).toEqual([]);
    },
  );

  const [folder, sound] = ["src/tally", pageOf("src/tally")];

  it.each<[string, string, RegExp]>([
    ["a section that is not there", sound.replace("## Invariants", "## Laws"), /no invariants/],
    ["no word of what goes in", sound.replace("**In:**", "In:"), /has no .*In:/],
    ["a file that is not there", sound.replace("`take.ts`", "`taken.ts`"), /names taken\.ts/],
    [
      "an invariant that nothing holds",
      `${sound}- Nothing holds this: \`take.ts\`.\n`,
      /nothing that holds it: Nothing/,
    ],
    [
      "a test that is not there",
      `${sound}- It holds: \`scale.test.ts\` ("is a test of nobody").\n`,
      /"is a test of nobody" of scale\.test\.ts/,
    ],
    ["more than a screen", `${sound}${"\n".repeat(60)}x`, /has \d+ lines/],
  ])("is refused with %s", (_, page, fault) => {
    expect(faultsOf(folder, page).join("\n")).toMatch(fault);
  });
});

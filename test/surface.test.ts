import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { lintRules } from "../scripts/lint-rules.js";
import { engines, floors, kinds } from "../scripts/rooms.js";

const source = resolve("src");
const folders = (path: string): readonly string[] =>
  readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
const files = (path: string): readonly string[] =>
  readdirSync(path, { recursive: true, encoding: "utf8" }).map((name) => join(path, name));
const text = (path: string): string => readFileSync(path, "utf8");

/** Every import of the sources: the importing file and the imported one, both below `src`. */
const imports = files(source)
  .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
  .flatMap((file) =>
    [...text(file).matchAll(/(?:from|import\()\s*"(\.[^"]+)\.js"/g)].map(([, name = ""]) => ({
      from: relative(source, file),
      to: relative(source, `${resolve(dirname(file), name)}.ts`),
    })),
  );

describe("the house", () => {
  it("has the rooms of its table", () => {
    expect(folders(source).toSorted()).toEqual([...floors.flat(), engines.room].toSorted());
  });

  it.each([...floors.flat(), engines.room])(
    "has a page in the room %s, which names files to read first",
    (room) => {
      const page = text(join(source, room, "README.md"));
      expect(page).toMatch(/^# \S/);
      const read = page.slice(page.indexOf("Read first"));
      const names = [...read.matchAll(/[`(]([\w./-]+\.ts)[`)]/g)].map(([, name = ""]) => name);
      const named = names.slice(0, 2);
      expect(named).toHaveLength(2);
      for (const name of named) expect(existsSync(join(source, room, name)), name).toBe(true);
    },
  );

  it("has import rules that follow from the table (npm run lint-rules)", () => {
    expect(JSON.parse(text("biome.rooms.json"))).toEqual(lintRules());
  });

  it("reads imports: the front door reaches evaluate", () => {
    expect(imports).toContainEqual({ from: "index.ts", to: "evaluate/index.ts" });
  });
});

describe.each(kinds)(
  "the kind of $folder",
  ({ folder, contract, laws, outside = [], namedBy = {} }) => {
    const place = join(source, folder);
    const members = folders(place).filter((name) => !outside.includes(name));

    it("has a contract, a list and laws", () => {
      for (const file of [contract, laws]) expect(existsSync(join(source, file)), file).toBe(true);
      expect(members.length).toBeGreaterThan(0);
    });

    it.each(members)("member %s has code, a test and a page, and one line in the list", (name) => {
      for (const ending of [".ts", ".test.ts", ".md"]) {
        expect(existsSync(join(place, name, `${name}${ending}`)), `${name}${ending}`).toBe(true);
      }
      const lines = text(join(place, "index.ts")).match(
        new RegExp(`"\\./${name}/${name}\\.js"`, "g"),
      );
      expect(lines).toHaveLength(1);
    });

    it("has members that nothing names but their folder and the list", () => {
      const named = imports.filter(({ from, to }) => {
        const member = members.find((name) => to.startsWith(`${folder}/${name}/`));
        const own = member !== undefined && from.startsWith(`${folder}/${member}/`);
        return (
          member !== undefined &&
          !own &&
          ![`${folder}/index.ts`, ...Object.keys(namedBy)].includes(from)
        );
      });
      expect(named).toEqual([]);
    });
  },
);

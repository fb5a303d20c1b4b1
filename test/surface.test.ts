import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { lintRules } from "../scripts/lint-rules.js";
import { engines, floors, kinds, tables } from "../scripts/rooms.js";
import { codes, folders, imports, source, text } from "./fixture/source-files.js";

/** Kinds whose members are named by words that also mean other things, or by keys that are typed. */
const commonWords: Readonly<Record<string, string>> = {
  "log/roles": "names are keys of typed records: a wrong one does not compile",
  "log/sources": "names are kinds of relations in src/sql as well, and keys of a union",
  "rankings/conventions": "names are keys of typed records, and words of studies: gain, discount",
  "rankings/metrics": "names of folders are those of estimators as well: dcg, ndcg",
  checks: "names are ordinary words as well: curve, support",
  "report/elements": "names are parts of results and of speech: log, study, curves",
};

/** Quoted names of members outside their folder and their list, by name and file, and why they stand there. */
const quotedNames: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  results: {
    "study/online-results-section.ts": "a key of the study",
    "agreement/track-record.ts": "a word of a message",
    "report/elements/kept-studies/": "the heading of a column",
  },
  best: {
    "simulator/": "the order of a policy's items",
    "evaluate/conclude/choices": "a key of the result",
    "fitting/compare/recommend.ts": "a word of a comparison of models",
    "report/elements/best-candidates/": "the element of that key",
    "report/elements/ranked-runs/": "the heading of a column",
  },
  slope: {
    "agreement/statistics/": "the heading of a column",
  },
  dcg: {
    "report/elements/normalisers/": "a column of the CSV",
    "paper/figure1.ts": "the metrics of the figure",
    "agreement/requests.ts": "the variants that the paper compares",
    "report/elements/compared-models/": "a column of the CSV",
    "simulator/simulate-demo.ts": "an example of a study",
  },
  mean: { "simulator/simulate-demo.ts": "an example of a study" },
  ndcg: {
    "report/elements/normalisers/": "a column of the CSV",
    "paper/figure1.ts": "the metrics of the figure",
    "agreement/requests.ts": "the variants that the paper compares",
    "report/elements/compared-models/": "a column of the CSV",
    "simulator/simulate-demo.ts": "an example of a study",
  },
  ease: { "recommenders/figure-two.ts": "the models that the paper compares" },
  popularity: { "simulator/presets.ts": "the name of a policy" },
  kunn: { "recommenders/figure-two.ts": "the models that the paper compares" },
  snips: { "simulator/simulate-demo.ts": "an example of a study" },
  oneCluster: {
    "evaluate/curves/propagate.ts": "the code of a reason, which the diagnostic shares",
    "fitting/errors/clustered-errors.ts": "the code of a reason, which the diagnostic shares",
  },
  fewClusters: {
    "evaluate/conclude/comparisons/": "the code of a verdict's reason, which the diagnostic shares",
    "evaluate/conclude/lift-posterior.ts":
      "the code of a verdict's reason, which the diagnostic shares",
  },
  t: {
    "cli/read-result-file.ts": "what results said before they named their interval",
    "engines/laws/": "a column of a test table",
    "numeric/student-t.ts": "the name of an argument",
    "checks/jackknife.ts": "a field of a statistic",
  },
  bonferroni: { "cli/read-result-file.ts": "what results said before they named their adjustment" },
  geometric: {
    "simulator/presets.ts": "the curves of these worlds",
    "simulator/survival.ts": "an example in a message",
  },
  yuleSimon: {
    "simulator/presets.ts": "the curves of these worlds",
  },
  log2: {
    "agreement/requests.ts": "the variants that the paper compares",
    "estimators/gain.ts": "the value of a parameter, as studies write it",
    "rankings/": "a choice of a convention",
  },
  inverse: { "rankings/": "a choice of a convention" },
  table: {
    "sql/": "a relation that is a table of the engine",
    "engines/laws/": "a relation that is a table of the engine",
    "log/sources/": "a source that is a table of the engine",
    "tally/decode-tally.ts": "a column of the file",
    "tally/encode-tally.ts": "a column of the file",
    "tally/tally-columns.ts": "a column of the file",
    "cli/commands/": "the format for the terminal",
    "cli/output.ts": "a flag",
    "report/formats/": "the format for the terminal",
    "evaluate/curves/count-depths.ts": "a field of the sums of depths",
  },
  clickhouse: { "sql/dialects/": "a dialect of the same name" },
  duckdb: {
    "sql/dialects/": "a dialect of the same name",
    "evaluate/study-of.ts": "an example in a message",
  },
  spark: { "sql/dialects/": "a dialect of the same name" },
  postgres: { "sql/dialects/": "a dialect of the same name" },
};

const camel = (name: string): string =>
  name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Files outside a kind's folder that quote the name of a member. */
const quotedIn = (folder: string, name: string): readonly string[] =>
  codes
    .filter(({ file, code }) => !file.startsWith(`${folder}/`) && code.includes(`"${name}"`))
    .map(({ file }) => file);

/** Those of which `quotedNames` does not say why. */
const unexplained = (folder: string, name: string): readonly string[] =>
  quotedIn(folder, name)
    .filter((file) => !Object.keys(quotedNames[name] ?? {}).some((at) => file.startsWith(at)))
    .map((file) => `${file}: "${name}"`);

describe("the house", () => {
  it("has the rooms of its table", () => {
    expect(folders(source).toSorted()).toEqual([...floors.flat(), engines.room].toSorted());
  });

  it("has import rules that follow from the table (npm run lint-rules)", () => {
    expect(JSON.parse(text("biome.rooms.json"))).toEqual(lintRules());
  });

  it("reads quoted names, and allows none that is no longer there", () => {
    expect(quotedIn("estimators", "snips")).toEqual(["simulator/simulate-demo.ts"]);
    const stale = Object.entries(quotedNames).flatMap(([name, places]) =>
      Object.keys(places).filter(
        (at) => !codes.some(({ file, code }) => file.startsWith(at) && code.includes(`"${name}"`)),
      ),
    );
    expect(stale).toEqual([]);
  });
});

describe.each(kinds)(
  "the kind of $folder",
  ({ folder, contract, laws, outside = [], namedBy = {} }) => {
    const place = join(source, folder);
    const members = folders(place).filter(
      (name) => !outside.includes(name) && name !== "__snapshots__",
    );

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

    it.skipIf(folder in commonWords)("has members that no other source quotes by name", () => {
      expect(members.map(camel).flatMap((name) => unexplained(folder, name))).toEqual([]);
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

describe.each(tables)("the table of $folder", ({ folder, list, contract, laws }) => {
  const names = async (): Promise<readonly string[]> => {
    const module = await import(join(source, folder, "index.ts"));
    return (module[list] as readonly { readonly name: string }[]).map(({ name }) => name);
  };

  it("has a contract, laws, a test of values and a page with a section for every member", async () => {
    for (const file of [contract, laws, `${folder}/${list}.test.ts`])
      expect(existsSync(join(source, file)), file).toBe(true);
    const sections = [...text(join(source, folder, `${list}.md`)).matchAll(/^## (\S+)$/gm)].map(
      ([, name]) => name,
    );
    expect(sections.toSorted()).toEqual((await names()).toSorted());
  });

  it.skipIf(folder in commonWords)("has members that no other source quotes by name", async () => {
    expect((await names()).flatMap((name) => unexplained(folder, name))).toEqual([]);
  });
});

/**
 * The rooms of the house, from the ground up. A room imports rooms of the floors below it and of its own
 * floor; files of `src` next to the rooms stand under all of them. `scripts/write-lint-rules.ts` turns this
 * table into the import rules of the linter, `test/surface.test.ts` holds the folders to it.
 */
export const floors: readonly (readonly string[])[] = [
  ["numeric", "random"],
  ["placement"],
  ["sql"],
  ["log"],
  ["exposure", "estimators"],
  ["tally"],
  ["fitting", "inference"],
  ["diagnostics", "checks"],
  ["study"],
  ["evaluate"],
  ["agreement", "planning"],
  ["answers"],
  ["report"],
  ["page"],
  ["members", "testing"],
  ["rankings", "simulator"],
  ["recommenders", "paper"],
  ["cli"],
];

/**
 * Rooms that others enter through their index alone. In all other rooms a file is imported by its own name, and
 * an `index.ts` is a list of members or an entry of the package.
 */
export const entered: readonly string[] = [
  "agreement",
  "planning",
  "report",
  "page",
  "rankings",
  "simulator",
  "recommenders",
  "paper",
];

/**
 * Engines stand next to the tower: they import these rooms alone, and these rooms alone reach them. Their
 * list is data that loads no client: a study reads from it which options there are.
 */
export const engines = {
  room: "engines",
  list: "engines/index.js",
  imports: ["numeric", "sql"],
  listImportedBy: ["study"],
  importedBy: ["evaluate", "testing", "cli"],
} as const;

/** Packages that belong to one room, with the reason that the linter gives elsewhere. */
export const packages: readonly {
  readonly names: readonly string[];
  readonly room: string;
  readonly otherwise: string;
}[] = [
  {
    names: ["zod"],
    room: "study",
    otherwise: "zod belongs to src/study; declare parameters as plain data elsewhere.",
  },
  {
    names: ["@duckdb/node-api"],
    room: "engines/duckdb",
    otherwise:
      "DuckDB's client belongs to src/engines/duckdb; depend on the Engine contract of src/sql.",
  },
  {
    names: [
      "@connectrpc/connect",
      "@connectrpc/connect-node",
      "@bufbuild/protobuf",
      "@uwdata/flechette",
    ],
    room: "engines/spark",
    otherwise:
      "Spark Connect belongs to src/engines/spark; depend on the Engine contract of src/sql.",
  },
  {
    names: ["@clickhouse/client"],
    room: "engines/clickhouse",
    otherwise:
      "ClickHouse's client belongs to src/engines/clickhouse; depend on the Engine contract of src/sql.",
  },
  {
    names: ["pg"],
    room: "engines/postgres",
    otherwise:
      "PostgreSQL's client belongs to src/engines/postgres; depend on the Engine contract of src/sql.",
  },
  {
    names: ["@observablehq/plot", "linkedom"],
    room: "report",
    otherwise:
      "Figures are drawn in src/report; compute what they show, and let an element draw it.",
  },
  { names: ["commander"], room: "cli", otherwise: "commander belongs to src/cli." },
  {
    names: ["vitest"],
    room: "tests",
    otherwise: "Only test files import vitest; laws are plain functions that throw.",
  },
];

/** Where Node's own modules, `process` and `Buffer` may be used: all else also runs in a browser. */
export const nodeFiles: readonly string[] = ["src/engines/**", "src/cli/**", "**/*-file.ts"];

/**
 * The kinds of which there is a list: where the members' folders and their list stand, the contract, the
 * laws, and folders next to the members that are not members. Dialects (`sql/dialects`) are not a kind here:
 * each is one file, tested by the laws of the engine that uses it. Nor are the formats of reports:
 * they have a contract and laws, but elements import the tables and blocks that stand in a format's folder.
 */
export const kinds: readonly {
  readonly folder: string;
  readonly contract: string;
  readonly laws: string;
  readonly outside?: readonly string[];
  /** Files that name a member all the same, and why they must. */
  readonly namedBy?: Readonly<Record<string, string>>;
}[] = [
  {
    folder: "estimators",
    contract: "estimators/estimator.ts",
    laws: "estimators/laws.ts",
    namedBy: {
      "estimators/best/best.ts": "combines estimators of one reward, and says which may be",
    },
  },
  { folder: "diagnostics", contract: "diagnostics/diagnostic.ts", laws: "diagnostics/laws.ts" },
  { folder: "checks", contract: "checks/check.ts", laws: "checks/laws.ts" },
  {
    folder: "inference/intervals",
    contract: "inference/intervals/interval.ts",
    laws: "inference/intervals/laws.ts",
  },
  {
    folder: "exposure",
    contract: "exposure/curve.ts",
    laws: "exposure/laws.ts",
    outside: ["transitions", "likelihood"],
  },
  {
    folder: "engines",
    contract: "engines/engine-member.ts",
    laws: "engines/laws.ts",
    outside: ["shared", "laws", "connected"],
    namedBy: {
      "engines/connected/connect.ts":
        "asks for the types of columns by the statement that results know",
      "engines/connected/particulars.ts":
        "does for a connection what the engine of its database does",
      "evaluate/print-statements.ts": "asks the results which statements they lack",
      "engines/results/engine.ts": "reads the files of results by DuckDB",
      "engines/results/keep-results.ts": "reads the files of results by DuckDB",
      "evaluate/with-kept-results.ts": "keeps results of statements of a run",
    },
  },
  {
    folder: "recommenders/models",
    contract: "recommenders/models/model.ts",
    laws: "recommenders/models/laws.ts",
  },
  {
    folder: "agreement/statistics",
    contract: "agreement/statistics/statistic.ts",
    laws: "agreement/statistics/laws.ts",
  },
  { folder: "report/elements", contract: "report/element.ts", laws: "report/laws.ts" },
];

/**
 * The kinds whose members are data: a table in one file or a few. The list is what `index.ts` of the folder exports
 * under that name; `<list>.md` is the page of all members, `<list>.test.ts` the test of their values. What only one
 * member does has a test of its own next to it.
 */
export const tables: readonly {
  readonly folder: string;
  readonly list: string;
  readonly contract: string;
  readonly laws: string;
}[] = [
  {
    folder: "inference/adjustments",
    list: "adjustments",
    contract: "inference/adjustments/adjustment.ts",
    laws: "inference/adjustments/laws.ts",
  },
  {
    folder: "log/roles",
    list: "roles",
    contract: "log/role.ts",
    laws: "log/laws.ts",
  },
  {
    folder: "log/sources",
    list: "sources",
    contract: "log/sources/source.ts",
    laws: "log/sources/laws.ts",
  },
  {
    folder: "rankings/conventions",
    list: "conventions",
    contract: "rankings/conventions/convention.ts",
    laws: "rankings/conventions/laws.ts",
  },
  {
    folder: "rankings/metrics",
    list: "metrics",
    contract: "rankings/metrics/metric.ts",
    laws: "rankings/metrics/laws.ts",
  },
  {
    folder: "recommenders/splits",
    list: "splits",
    contract: "recommenders/splits/split.ts",
    laws: "recommenders/splits/laws.ts",
  },
  {
    folder: "simulator/dials",
    list: "dials",
    contract: "simulator/dials/dial.ts",
    laws: "simulator/dials/laws.ts",
  },
];

/** A throw-away member, made as CONTRIBUTING says: the folder of another one, copied and renamed. */
export interface Recipe {
  /** The row in CONTRIBUTING. */
  readonly kind: string;
  /** The folder of a member; a row of a table is added alone. */
  readonly copied?: string;
  readonly name: string;
  /** In the copied files, in this order. */
  readonly renames?: readonly (readonly [RegExp, string])[];
  /** What is added to other files, each time behind a text that stands there once. */
  readonly added: readonly (readonly [file: string, behind: string, text: string])[];
}

export const recipes: readonly Recipe[] = [
  {
    kind: "estimator",
    copied: "src/estimators/ips",
    name: "spare",
    renames: [
      [/\bips\b/g, "spare"],
      [/ {2}default: .*\n/, ""],
    ],
    added: [
      ["src/estimators/index.ts", 'snips.js";\n', 'import { spare } from "./spare/spare.js";\n'],
      ["src/estimators/index.ts", "  pndcg,\n", "  spare,\n"],
      ["docs/study.md", "\n| `pndcg` |", " …\n| `spare` |"],
    ],
  },
  {
    kind: "diagnostic",
    copied: "src/diagnostics/few-clusters",
    name: "few-twins",
    renames: [
      [/few-clusters/g, "few-twins"],
      [/fewClusters/g, "fewTwins"],
    ],
    added: [
      [
        "src/diagnostics/index.ts",
        'few-clusters.js";\n',
        'import { fewTwins } from "./few-twins/few-twins.js";\n',
      ],
      ["src/diagnostics/index.ts", "  fewClusters,\n", "  fewTwins,\n"],
      [
        "src/diagnostics/thresholds.ts",
        "  readonly fewClusters: { readonly watch: number };\n",
        "  readonly fewTwins: { readonly watch: number };\n",
      ],
      [
        "src/diagnostics/thresholds.ts",
        "  fewClusters: { watch: 40 },\n",
        "  fewTwins: { watch: 40 },\n",
      ],
      ["src/verdict-codes.ts", "\n  fewClusters: ", '"Too few twins.",\n  fewTwins: '],
    ],
  },
  {
    kind: "interval",
    copied: "src/inference/intervals/t",
    name: "spare",
    renames: [
      [/\bt\b/g, "spare"],
      [/ {2}default: true,\n/, ""],
    ],
    added: [
      [
        "src/inference/intervals/index.ts",
        './t/t.js";\n',
        'import { spare } from "./spare/spare.js";\n',
      ],
      ["src/inference/intervals/index.ts", "  t,\n", "  spare,\n"],
      ["docs/study.md", "the [method of intervals](intervals.md): `t`", ", `spare`"],
    ],
  },
  {
    kind: "adjustment",
    name: "spare",
    added: [
      [
        "src/inference/adjustments/table.ts",
        'ranked-p.js";\n',
        `
export const spare: Adjustment = {
  name: "spare",
  purpose: "few false ones among the rejections",
  reference: "a paper",
  controls: "falseDiscoveryRate",
  p: (p) => {
    requireProbabilities("spare", p);
    return stepUp(p, 1);
  },
};
`,
      ],
      ["src/inference/adjustments/index.ts", "bonferroni, holm", ", spare"],
      ["src/inference/adjustments/index.ts", "  holm,\n", "  spare,\n"],
      ["src/inference/adjustments/adjustments.test.ts", "bonferroni, holm", ", spare"],
      [
        "src/inference/adjustments/adjustments.test.ts",
        "  [bonferroni, [0.005, 0.06, 0.15, 0.2, 1]],\n",
        "  [spare, [0.005, 0.03, 0.05, 0.05, 0.2]],\n",
      ],
      ["src/inference/adjustments/adjustments.md", "# Adjustments\n", "\n## spare\n\nA formula.\n"],
      ["docs/study.md", "[how p is adjusted](#multiple-comparisons): `bonferroni`", ", `spare`"],
    ],
  },
  {
    kind: "curve",
    copied: "src/exposure/geometric",
    name: "steady",
    renames: [[/\bgeometric\b/g, "steady"]],
    added: [
      ["src/exposure/index.ts", 'log2.js";\n', 'import { steady } from "./steady/steady.js";\n'],
      ["src/exposure/index.ts", "logAlpha, log2", ", steady"],
      ["docs/study.md", "\n| `geometric` |", " … | `gamma` |\n| `steady` |"],
    ],
  },
  {
    kind: "role",
    name: "listShare",
    added: [
      [
        "src/log/roles/policies.ts",
        "const most = 1_000_000;\n",
        `
export const listShare: Role<"listShare", "policy", "listShare"> = {
  ...named("listShare", "policy", "listShare"),
  places: true,
  words: {
    purpose:
      "a column with the weight of the whole list that was displayed, the same in all rows of a trajectory",
    details: ", for \`pseudoInverse\` with \`weights: given\`",
  },
  ...numbers,
  alias: "h_share",
  isSampled: true,
  refuses: inEveryRow(
    {
      code: "listShareInvalid",
      expected: "a finite number",
      remedy: "compute the share of each list",
    },
    finite,
  ),
};
`,
      ],
      ["src/log/roles/index.ts", "import {\n  listWeight,\n", "  listShare,\n"],
      [
        "src/log/roles/index.ts",
        "  listWeight as typeof listWeight,\n",
        "  listShare as typeof listShare,\n",
      ],
      ["src/log/roles/roles.test.ts", "import {\n  listWeight,\n", "  listShare,\n"],
      [
        "src/log/roles/roles.test.ts",
        '  [listWeight, [0.25, -3], [nan, null], "listWeightInvalid"],\n',
        '  [listShare, [0.25, -3], [nan, null], "listShareInvalid"],\n',
      ],
      [
        "src/log/roles/roles.md",
        "# Roles\n",
        "\n## listShare\n\nStudy key: `policies.<name>.listShare`. NULL is refused (`listShareInvalid`).\n",
      ],
      [
        "docs/study.md",
        "\n| `listWeight` |",
        " a column with the weight of the whole list that was displayed, the same in all rows of a trajectory, for `pseudoInverse` with `weights: given` |\n| `listShare` |",
      ],
      ["src/codes.ts", "\n  samplingInvalid: ", '"A number.",\n  listShareInvalid: '],
    ],
  },
  {
    kind: "source",
    name: "sheet",
    added: [
      [
        "src/log/sources/sources.ts",
        "/** A query of the user's own. */\n",
        `export interface SheetSpec {
  readonly sheet: string;
}

/** A sheet by its name. */
export const sheet: Source<SheetSpec> = {
  name: "sheet",
  form: '{ sheet: "name" }',
  reads: "a sheet of the engine",
  value: "text",
  example: "log",
  read: (value) => (isText(value) ? { sheet: value } : undefined),
  write: ({ sheet: name }) => name,
  ref: ({ sheet: name }) => ({ kind: "table", name: [name] }),
  describe: ({ sheet: name }) => \`sheet \${name}\`,
};

/** A query. */
`,
      ],
      [
        "src/log/sources/sources.test.ts",
        ' } from "./sources.js";\n',
        `
it("is a sheet", () => {
  expect(sheet.ref({ sheet: "log" })).toEqual({ kind: "table", name: ["log"] });
});
`,
      ],
      ["src/log/sources/sources.test.ts", "import { files, iceberg", ", sheet"],
      ["src/log/sources/sources.md", "# Sources\n", "\n## sheet\n\nA sheet of the engine.\n"],
      ["src/log/sources/index.ts", "  rows,\n", "  type SheetSpec,\n  sheet,\n"],
      ["src/log/sources/index.ts", "SqlSpec | RowsSpec", " | SheetSpec"],
      ["src/log/sources/index.ts", "iceberg, sql, rows", ", sheet"],
      ["docs/study.md", "\n| `{ table: main.log }`", " | … | … |\n| `{ sheet: main.log }`"],
    ],
  },
  {
    kind: "element",
    copied: "src/report/elements/rows-by-day",
    name: "day-count",
    renames: [
      [/rows-by-day/g, "day-count"],
      [/rowsByDay/g, "dayCount"],
    ],
    added: [
      [
        "src/report/elements/index.ts",
        './curves/curves.js";\n',
        'import { dayCount } from "./day-count/day-count.js";\n',
      ],
      ["src/report/elements/index.ts", "  rowsByDay,\n", "  dayCount,\n"],
    ],
  },
  {
    kind: "dial",
    name: "depthByHabit",
    added: [
      [
        "src/simulator/dials/users.ts",
        "dialsOfUsers: readonly Dial[] = [\n",
        `  {
    name: "depthByHabit",
    purpose: "Users differ in how far they scroll.",
    assumption: "Whether a position is viewed depends on its rank alone.",
    value: { min: -2, max: 2, open: "none" },
    strong: 0.8,
    moves: "values",
    steps: (value) => ({
      stop: (h, { person }) => 1 - pow(1 - h, exp(-value * person.trait)),
    }),
  },
`,
      ],
      [
        "src/simulator/dials/dials.test.ts",
        "  return step;\n};\n",
        `
test("depthByHabit: an average user goes on as the curve says", () => {
  expect(steps("depthByHabit", 1).stop?.(0.36, someVisit(), false)).toBeCloseTo(0.36, 12);
});
`,
      ],
      ["src/simulator/dials/dials.md", "\n## carryOver\n", "\n…\n\n## depthByHabit\n"],
    ],
  },
  {
    kind: "statistic",
    copied: "src/agreement/statistics/spearman",
    name: "spare",
    renames: [
      [/\bspearman\.js/g, "spare.js"],
      [/spearmanStatistic/g, "spare"],
      [/"spearman"/g, '"spare"'],
      [/# spearman/, "# spare"],
    ],
    added: [
      [
        "src/agreement/statistics/index.ts",
        'spearman.js";\n',
        'import { spare } from "./spare/spare.js";\n',
      ],
      ["src/agreement/statistics/index.ts", "  spearmanStatistic,\n", "  spare,\n"],
    ],
  },
  {
    kind: "convention",
    name: "worth",
    added: [
      [
        "src/rankings/conventions/table.ts",
        "interface Holds {\n",
        "  readonly worth: { readonly factor: number };\n",
      ],
      [
        "src/rankings/conventions/table.ts",
        "? 1 : 0),\n      },\n    ],\n  },\n",
        `  worth: {
    purpose: "what a user counts",
    choices: [
      { name: "whole", purpose: "as a whole", factor: 1 },
      { name: "half", purpose: "half", factor: 0.5 },
    ],
  },
`,
      ],
      [
        "src/rankings/conventions/conventions.test.ts",
        "const gains = [-2, 0, 1, 3];\n",
        `
it("worth: a user counts whole, or half", () => {
  expect(table.worth.choices.map(({ factor }) => factor)).toEqual([1, 0.5]);
});
`,
      ],
      [
        "src/rankings/conventions/conventions.md",
        "# Conventions\n",
        "\n## worth\n\n`whole` or `half`.\n",
      ],
      ["src/rankings/measure.ts", "const common: readonly SettingName[] = [", '"worth", '],
      [
        "src/rankings/score.ts",
        "return false;\n  values[user] = value",
        ' * choiceOf("worth", settings.worth).factor',
      ],
      ["docs/rankings.md", "\n| `recallBy` |", " … |\n| `worth` |"],
    ],
  },
  {
    kind: "metric",
    name: "Spare",
    added: [
      [
        "src/rankings/metrics/hits.ts",
        'sumUpTo } from "./parts.js";\n',
        `
export const spare: Metric = {
  name: "Spare",
  aliases: [],
  purpose: "whether a relevant item is listed",
  reference: "a paper",
  reads: ["relevant"],
  isLinear: false,
  most: 1,
  of: (list, terms) => (firstRelevant(list, terms) < Infinity ? 1 : 0),
};
`,
      ],
      ["src/rankings/metrics/index.ts", "hit, map, mrr, precision, recall", ", spare"],
      ["src/rankings/metrics/index.ts", "  hit,\n", "  spare,\n"],
      ["src/rankings/metrics/metrics.test.ts", "hit, map, mrr, precision, recall", ", spare"],
      [
        "src/rankings/metrics/metrics.test.ts",
        "  expect(hit.of(list, termsWith({ relevant: 2 }))).toBe(0);\n",
        "  expect(spare.of(list, termsWith({ relevant: 2 }))).toBe(0);\n",
      ],
      ["src/rankings/metrics/metrics.md", "# Metrics\n", "\n## Spare\n\nA formula.\n"],
      ["docs/rankings.md", "\n| `Hit` |", " … |\n| `Spare` |"],
    ],
  },
  {
    kind: "check",
    copied: "src/checks/one-row-each",
    name: "one-pair-each",
    renames: [
      [/one-row-each/g, "one-pair-each"],
      [/oneRowEach/g, "onePairEach"],
    ],
    added: [
      [
        "src/checks/index.ts",
        'neighbours.js";\n',
        'import { onePairEach } from "./one-pair-each/one-pair-each.js";\n',
      ],
      ["src/checks/index.ts", "  oneRowEach,\n", "  onePairEach,\n"],
      ["src/verdict-codes.ts", "\n  oneRowEach: ", '"One pair each.",\n  onePairEach: '],
      ["src/remedies.ts", "\n  oneRowEach: ", '"name it",\n  onePairEach: '],
      ["docs/verdicts.md", "\n| `oneRowEach` |", " … | … |\n| `onePairEach` |"],
    ],
  },
  {
    kind: "model",
    copied: "src/recommenders/models/popularity",
    name: "spare",
    renames: [[/\bpopularity\b/g, "spare"]],
    added: [
      [
        "src/recommenders/models/index.ts",
        'popularity.js";\n',
        'import { spare } from "./spare/spare.js";\n',
      ],
      ["src/recommenders/models/index.ts", "itemKnn, popularity", ", spare"],
      ["docs/rankings.md", "`kunn`, `itemKnn`", ", `spare`"],
    ],
  },
  {
    kind: "split",
    name: "spare",
    added: [
      [
        "src/recommenders/splits/table.ts",
        'type Split } from "./split.js";\n',
        `
export const spare: Split = {
  name: "spare",
  purpose: "every other interaction",
  reference: "a paper",
  parameters: [],
  training: ({ user }) => Uint8Array.from(user, (_, at) => at % 2),
};
`,
      ],
      ["src/recommenders/splits/index.ts", "import { leaveLastOut, random", ", spare"],
      [
        "src/recommenders/splits/index.ts",
        "[weakGeneralisation, leaveLastOut, random, temporal",
        ", spare",
      ],
      ["src/recommenders/splits/splits.test.ts", "import { leaveLastOut, random", ", spare"],
      [
        "src/recommenders/splits/splits.test.ts",
        '  const all = randomInteractions("temporal");\n',
        "  expect([...spare.training(all, {})].slice(0, 2)).toEqual([0, 1]);\n",
      ],
      ["src/recommenders/splits/splits.md", "# Splits\n", "\n## spare\n\nA rule.\n"],
      ["docs/rankings.md", "`leaveLastOut`, `random`", ", `spare`"],
    ],
  },
];

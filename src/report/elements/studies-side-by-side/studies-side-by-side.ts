import { showStatistic } from "../../../numeric/show-number.js";
import { defineElement, type Element } from "../../element.js";
import type { Block, Grid } from "../../formats/grid.js";
import type { Setting, SideBySide } from "../../side-by-side.js";

export const studiesSideBySide: Element<SideBySide> = defineElement({
  name: "studies-side-by-side",
  title: "What differs between the studies",
  view: (compared: SideBySide) => (compared.results.length === 0 ? null : compared),
  body: (compared) => blocksOf(compared),
  csv: {
    columns: ["row", "setting", "file", "is"],
    rows: ({ results, settings, keys }) =>
      [...settings, ...keys].flatMap(({ name, values }) =>
        results.map(({ file }, at) => ({ row: "setting", setting: name, file, is: values[at] })),
      ),
  },
  derived: ({ keys }) => [keys.length],
});

const title = "What differs between the studies";

function blocksOf({ results, settings, keys }: SideBySide): readonly Block[] {
  const files = results.map(({ file }) => file);
  if (settings.length === 0 && keys.length === 0) {
    return [
      {
        title,
        sentences: [
          "Nothing: days, sizes, confidence, baseline and estimators are the same, and so is every key of the studies.",
        ],
      },
    ];
  }
  return [
    settings.length === 0
      ? { title, sentences: ["Days, sizes, confidence, baseline and estimators are the same."] }
      : { title, ...gridOf("in the results", "what", files, settings) },
    ...(keys.length === 0
      ? []
      : [
          {
            ...gridOf("Keys of the studies that differ", "key", files, keys),
            isPart: true,
            folded: `Keys of the studies that differ: ${keys.length}`,
          },
        ]),
  ];
}

const gridOf = (
  caption: string,
  header: string,
  files: readonly string[],
  settings: readonly Setting[],
): Grid => ({
  caption,
  columns: [{ header }, ...files.map((file) => ({ header: file }))],
  rows: settings.map(({ name, values }) => [name, ...values.map(shown)]),
});

const longest = 200;

function shown(value: Setting["values"][number]): string {
  if (value === null) return "–";
  if (typeof value === "number") return showStatistic(value);
  return value.length > longest ? `${value.slice(0, longest)} …` : value;
}

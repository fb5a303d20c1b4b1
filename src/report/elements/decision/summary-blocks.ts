import { groupedBy } from "../../../numeric/grouped-by.js";
import { counted } from "../../../numeric/show-number.js";
import { type Block, type Cell, type Grid, texts } from "../../formats/grid.js";
import type { DecisionCell, DecisionRow, DecisionView } from "../../words/decision-view.js";
import { intervalName } from "../../words/interval.js";
import { callsOf, firstSentences, nextInShort } from "./matrix.js";

const mostColumns = 5;
const mostFeeds = 2;
const mostDoubts = 2;
const longest = 200;

/** The decision in a summary: a row for each policy, what to do next, and what is in doubt. */
export function summaryBlocks(view: DecisionView): readonly Block[] {
  const { columns, rows, baselines, confidence, open, trust, next } = view;
  const left = columns.length - mostColumns;
  const doubts = [
    ...open.map(({ policy, which, message, code }) => {
      return `${policy}${which}: ${firstSentences(message, longest)} [${code}]`;
    }),
    ...(trust === null ? [] : [firstSentences(trust, longest)]),
  ];
  const others = doubts.length - mostDoubts;
  const shown = doubts.slice(0, mostDoubts);
  const rest = others > 0 ? `; and ${counted(others, "more doubt")}` : "";
  const ways = nextInShort(next);
  const steps = ways.find(({ length }) => length <= longest) ?? ways.at(-1);
  return [
    {
      sentences: [
        ...(view.isTitle ? [] : [view.conclusion]),
        `Lift against ${baselines.join(", ")} [${intervalName(confidence)}]${left > 0 ? `, without ${counted(left, "more reward")}` : ""}.`,
        ...(steps === undefined ? [] : [steps]),
      ],
    },
    gridOf(columns.slice(0, mostColumns), rows),
    {
      sentences: shown.map((doubt, at) => `${doubt}${at === shown.length - 1 ? rest : ""}`),
      isList: true,
    },
  ];
}

/** The most serious first, since not all policies may fit. */
function gridOf(columns: readonly string[], rows: readonly DecisionRow[]): Grid {
  const policies = groupedBy(rows, ({ policy }) => policy);
  const hasFeeds = rows.some(({ feed }) => feed !== null);
  return {
    caption: "",
    columns: [{ header: "policy" }, ...texts(...columns)],
    rows: [...policies]
      .toSorted((a, b) => weightOf(b) - weightOf(a))
      .map((ofPolicy) => [
        ofPolicy[0]?.policy ?? "",
        ...columns.map((_, at) =>
          hasFeeds ? overFeeds(ofPolicy, at) : cellOf(ofPolicy[0]?.cells[at]),
        ),
      ]),
  };
}

const weights = { worse: 4, better: 3, doNotTrust: 2, cannotTell: 1 } as const;

const weightOf = (rows: readonly DecisionRow[]): number =>
  Math.max(
    0,
    ...rows.flatMap(({ cells }) =>
      cells.flatMap((cell) => (cell === null ? [] : weights[cell.verdict])),
    ),
  );

const cellOf = (cell: DecisionCell | null | undefined): Cell =>
  cell === null || cell === undefined ? "" : { word: cell.word, text: cell.numbers };

/** "BETTER +6.2 % [+5.5, +7.0] (feed 1), …"; of more comparisons, how many have each verdict. */
function overFeeds(rows: readonly DecisionRow[], at: number): Cell {
  if (rows.length > mostFeeds) return callsOf(rows.map(({ cells }) => cells[at] ?? null));
  return rows
    .flatMap(({ feed, cells }) => {
      const cell = cells[at] ?? null;
      return cell === null ? [] : `${cell.word} ${cell.numbers} (${feed})`;
    })
    .join(", ");
}

import type { Figure1, Table1, Table2 } from "../../answers/index.js";
import { showCount, showPercent } from "../../numeric/show-number.js";
import { version } from "../../version.js";
import { chapter, type ReportDocument } from "../document.js";
import { figure1Elements, table1Elements, table2Elements } from "../elements/index.js";

export interface Duration {
  readonly seconds: number;
}

const took = ({ seconds }: Duration): string => `${seconds.toFixed(1)} s`;

/** The paper's Table 1 as a document. */
export const table1Document = (table: Table1 & Duration): ReportDocument =>
  documentOf(
    "Table 1: a counterexample, under three normalisers",
    `Seed ${table.seed}, ${took(table)}: hindcast reproduce table1 --seed ${table.seed}`,
    { ...table },
    chapter(table1Elements, table),
  );

/** The paper's Table 2 as a document. */
export const table2Document = (table: Table2 & Duration): ReportDocument =>
  documentOf(
    "Table 2: offline and online over the days of a week, many weeks",
    `${showCount(table.weeks)} weeks of ${table.days} days and ${showCount(table.users)} users; seed ${table.seed}, ${took(table)}: hindcast reproduce table2 --seed ${table.seed} --weeks ${table.weeks} --users ${table.users}`,
    { ...table },
    chapter(table2Elements, table),
  );

/** The paper's Figure 1 as a document. */
export const figure1Document = (figure: Figure1 & Duration): ReportDocument =>
  documentOf(
    "Figure 1: known differences by clip, many weeks",
    `${showCount(figure.weeks)} weeks of ${figure.days} days and ${showCount(figure.users)} users, feed ${figure.feed}; the tested ranking truly earns ${Object.entries(
      figure.trueLifts,
    )
      .map(([reward, lift]) => `${showPercent(lift)} ${reward}`)
      .join(
        ", ",
      )}; seed ${figure.seed}, ${took(figure)}: hindcast reproduce figure1 --seed ${figure.seed} --weeks ${figure.weeks} --users ${figure.users}`,
    { ...figure },
    chapter(figure1Elements, figure),
  );

function documentOf(
  title: string,
  lead: string,
  answer: object,
  only: ReportDocument["chapters"][number],
): ReportDocument {
  const made = {
    hindcast: version,
    title,
    lead,
    chapters: [only],
    json: { hindcast: version, ...answer },
  };
  // Nothing in an experiment was written by anybody else.
  return { ...made, printable: () => documentOf(title, lead, answer, only) };
}

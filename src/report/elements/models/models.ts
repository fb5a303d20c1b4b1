import type { FittedFeed } from "../../../evaluate/fit.js";
import type { LargestError } from "../../../fitting/compare/curve-error.js";
import type { FittedRow } from "../../../fitting/compare/model-row.js";
import { showBareP, showNumber } from "../../../numeric/show-number.js";
import { defineElement, type Element } from "../../element.js";
import { type Cell, type Column, type Grid, texts } from "../../formats/grid.js";
import type { ReportedFeed } from "../../source.js";
import { describeNote, describeNotes, describeParameter } from "../../words/fit-models.js";
import { intervalName } from "../../words/interval.js";

export const models: Element<ReportedFeed> = defineElement({
  name: "models",
  title: null,
  view: (feed: ReportedFeed) => (feed.rows.length === 0 ? null : feed),
  body: (feed) => {
    const notes = describeNotes(feed).map(describeNote);
    return [...gridsOf(feed), ...(notes.length === 0 ? [] : [{ sentences: notes, isList: true }])];
  },
});

function gridsOf(feed: ReportedFeed): readonly Grid[] {
  const fitted = feed.rows.flatMap((row) => ("none" in row ? [] : [row]));
  const keptModel = "code" in feed.kept ? null : feed.kept.fit.model;
  const table = (
    caption: string,
    columns: readonly Column[],
    cellsOf: (row: FittedRow) => readonly string[],
  ): Grid => ({
    caption,
    isPart: true,
    columns: [...texts("model"), ...columns],
    rows: fitted.map((row): readonly Cell[] => [
      row.model === keptModel ? { text: `${row.model} (kept)`, tone: "chosen" } : row.model,
      ...cellsOf(row),
    ]),
  });
  if (fitted.length === 0) return [];
  return [
    table("Parameters", parameterColumns(intervalName(feed.confidence)), (row) =>
      parameterCells(row, feed),
    ),
    table("How well they predict", meritColumns, meritCells),
    table("How far from what was measured", distanceColumns, distanceCells),
  ];
}

const MISSING = "–";

const point = (header: string, spare = 0): Column => ({ header, numeric: "point", spare });
const right = (header: string, spare = 0): Column => ({ header, numeric: true, spare });

const parameterColumns = (interval: string): readonly Column[] => [
  ...texts("parameter"),
  ...[point("value"), point("SE"), point("SE if independent", 1), right(interval)],
];

function parameterCells({ model, fit }: FittedRow, { curves }: FittedFeed): readonly string[] {
  const curveInterval = curves.find((curve) => curve.model === model)?.interval ?? null;
  const { parameter, value, se, plainSe, interval } = describeParameter(fit, curveInterval);
  return [parameter, value, se, plainSe, interval];
}

/** The log-likelihood per transition is of users held out. */
const meritColumns: readonly Column[] = [
  ...[point("held-out ℓ per transition"), point("perplexity"), point("log-likelihood", 1)],
  ...[point("AIC"), point("BIC", 2)],
];

function meritCells({ fit, criteria, heldOut }: FittedRow): readonly string[] {
  const score = heldOut === undefined || "code" in heldOut ? undefined : heldOut;
  return [
    score === undefined ? MISSING : showNumber(score.perTransition, 5),
    score === undefined ? MISSING : showNumber(score.perplexity, 4),
    ...[fit.logLikelihood, criteria.aic, criteria.bic].map((value) => showNumber(value, 1)),
  ];
}

const distanceColumns: readonly Column[] = [
  ...[right("max |Δlog p| at rank"), right("max |Δp| at rank", 1), point("G²"), right("p of G²")],
  ...[point("X²", 2), right("p of X²", 2), right("df")],
];

function distanceCells({ goodness, error }: FittedRow): readonly string[] {
  const { deviance, pearson, df, pDeviance, pPearson } = goodness;
  const far = "code" in error ? undefined : error;
  const shown = (value: number): string => (df > 0 ? showNumber(value, 1) : MISSING);
  const chance = (p: unknown): string => (typeof p === "number" ? showBareP(p) : MISSING);
  return [
    far === undefined ? MISSING : describeLargest(far.log, 3),
    far === undefined ? MISSING : describeLargest(far.probability, 4),
    ...[shown(deviance), chance(pDeviance), shown(pearson), chance(pPearson)],
    df > 0 ? String(df) : MISSING,
  ];
}

/** "0.0028 at 5": the largest error and its rank; a model that is what was measured is off nowhere. */
const describeLargest = ({ value, rank }: LargestError, decimals: number): string =>
  value === 0 ? "0" : `${showNumber(value, decimals)} at ${rank}`;

import { type Column, type Grid, texts } from "../../formats/grid.js";
import type { ModelView } from "../../words/fit-models.js";

/** A table of models: a question, and the figures that answer it. */
interface ModelTable {
  readonly title: string;
  readonly columns: readonly (Column & { readonly cell: (view: ModelView) => string })[];
}

/** The three tables in which models stand side by side. */
export const modelGrids = (fitted: readonly ModelView[], interval: string): readonly Grid[] =>
  modelTables(interval).map(({ title, columns }) => ({
    caption: title,
    isPart: true,
    columns: [...texts("model"), ...columns],
    rows: fitted.map((view) => [
      view.isKept ? { text: `${view.model} (kept)`, tone: "chosen" } : view.model,
      ...columns.map(({ cell }) => cell(view)),
    ]),
  }));

const modelTables = (interval: string): readonly ModelTable[] => [
  {
    title: "Parameters",
    columns: [
      { header: "parameter", cell: ({ parameter }) => parameter },
      { header: "value", numeric: "point", cell: ({ value }) => value },
      { header: "SE", numeric: "point", cell: ({ se }) => se },
      {
        header: "SE if independent",
        numeric: "point",
        cell: ({ plainSe }) => plainSe,
        spare: 1,
      },
      { header: interval, numeric: true, cell: (view) => view.interval },
    ],
  },
  {
    title: "How well they predict",
    columns: [
      { header: "held-out ℓ per transition", numeric: "point", cell: ({ heldOut }) => heldOut },
      { header: "perplexity", numeric: "point", cell: ({ perplexity }) => perplexity },
      {
        header: "log-likelihood",
        numeric: "point",
        cell: ({ logLikelihood }) => logLikelihood,
        spare: 1,
      },
      { header: "AIC", numeric: "point", cell: ({ aic }) => aic },
      { header: "BIC", numeric: "point", cell: ({ bic }) => bic, spare: 2 },
    ],
  },
  {
    title: "How far from what was measured",
    columns: [
      { header: "max |Δlog p| at rank", numeric: true, cell: ({ logError }) => logError },
      {
        header: "max |Δp| at rank",
        numeric: true,
        cell: (view) => view.probabilityError,
        spare: 1,
      },
      { header: "G²", numeric: "point", cell: ({ deviance }) => deviance },
      { header: "p of G²", numeric: true, cell: ({ pDeviance }) => pDeviance },
      { header: "X²", numeric: "point", cell: ({ pearson }) => pearson, spare: 2 },
      { header: "p of X²", numeric: true, cell: ({ pPearson }) => pPearson, spare: 2 },
      { header: "df", numeric: true, cell: ({ df }) => df },
    ],
  },
];

import type { ModelView } from "../../words/fit-models.js";

/** A column of one of the three tables of models. */
export interface ModelColumn {
  readonly header: string;
  readonly align: "left" | "right" | "point";
  readonly cell: (view: ModelView) => string;
  /** In the terminal, columns with a higher number are left out first where the width does not suffice. */
  readonly spare?: number;
}

/** One table: a question, and the figures that answer it. */
export interface ModelTable {
  readonly title: string;
  readonly columns: readonly ModelColumn[];
}

/** The three tables in which models stand side by side. */
export const modelTables = (interval: string): readonly ModelTable[] => [
  {
    title: "Parameters",
    columns: [
      { header: "parameter", align: "left", cell: ({ parameter }) => parameter },
      { header: "value", align: "point", cell: ({ value }) => value },
      { header: "SE", align: "point", cell: ({ se }) => se },
      {
        header: "SE if independent",
        align: "point",
        cell: ({ plainSe }) => plainSe,
        spare: 1,
      },
      { header: interval, align: "right", cell: (view) => view.interval },
    ],
  },
  {
    title: "How well they predict",
    columns: [
      { header: "held-out ℓ per transition", align: "point", cell: ({ heldOut }) => heldOut },
      { header: "perplexity", align: "point", cell: ({ perplexity }) => perplexity },
      {
        header: "log-likelihood",
        align: "point",
        cell: ({ logLikelihood }) => logLikelihood,
        spare: 1,
      },
      { header: "AIC", align: "point", cell: ({ aic }) => aic },
      { header: "BIC", align: "point", cell: ({ bic }) => bic, spare: 2 },
    ],
  },
  {
    title: "How far from what was measured",
    columns: [
      { header: "max |Δlog p| at rank", align: "right", cell: ({ logError }) => logError },
      {
        header: "max |Δp| at rank",
        align: "right",
        cell: (view) => view.probabilityError,
        spare: 1,
      },
      { header: "G²", align: "point", cell: ({ deviance }) => deviance },
      { header: "p of G²", align: "right", cell: ({ pDeviance }) => pDeviance },
      { header: "X²", align: "point", cell: ({ pearson }) => pearson, spare: 2 },
      { header: "p of X²", align: "right", cell: ({ pPearson }) => pPearson, spare: 2 },
      { header: "df", align: "right", cell: ({ df }) => df },
    ],
  },
];

import type { Reason } from "../../errors.js";
import type { FittedFeed } from "../../evaluate/fit.js";
import type { Fit } from "../../exposure/curve.js";
import type { FittedRow } from "../../fitting/compare/model-row.js";
import type { Interval } from "../../inference/intervals/interval.js";
import { decimalsFor } from "../../numeric/decimals-for.js";
import { counted, showNumber } from "../../numeric/show-number.js";
import { showInterval } from "./interval.js";
import { isMeasured } from "./measured.js";

export interface Note {
  readonly models: readonly string[];
  readonly text: string;
}

/** Notes on the models of a feed; a note on several stands once. */
export function describeNotes({ rows }: FittedFeed): readonly Note[] {
  const models = rows.map((row) => ({
    model: row.model,
    notes: "none" in row ? [row.none.message] : notesOf(row),
  }));
  const texts = [...new Set(models.flatMap(({ notes }) => notes))];
  return texts.map((text) => ({
    text,
    models: models.filter(({ notes }) => notes.includes(text)).map(({ model }) => model),
  }));
}

/** "geometric, inverse: No trajectory was seen to stop." */
export const describeNote = ({ models, text }: Note): string => `${models.join(", ")}: ${text}`;

export interface ParameterView {
  /** "rho"; of a measured table, "39 hazards". */
  readonly parameter: string;
  readonly value: string;
  /** By clusters, where the fit has them. */
  readonly se: string;
  /** By the observed information, as if trajectories were independent. */
  readonly plainSe: string;
  readonly interval: string;
}

const MISSING = "–";

export function describeParameter(fit: Fit, interval: Interval | null): ParameterView {
  const [only] = fit.estimates;
  if (isMeasured(fit.model) || only === undefined) {
    const hazards = counted(fit.freeParameters, "hazard");
    return { parameter: hazards, value: "", se: "", plainSe: "", interval: "" };
  }
  const { name: parameter, value, se, plainSe } = only;
  if (typeof se !== "number") {
    const bare = showNumber(value, decimalsFor(null, value));
    return { parameter, value: bare, se: MISSING, plainSe: MISSING, interval: MISSING };
  }
  const decimals = decimalsFor(se, value);
  return {
    parameter,
    value: showNumber(value, decimals),
    se: showNumber(se, decimals),
    plainSe: plainSe === undefined ? MISSING : showNumber(plainSe, decimals),
    interval: interval === null ? MISSING : showInterval(interval, decimals),
  };
}

function notesOf({ fit, error, heldOut }: FittedRow): readonly string[] {
  const [only] = fit.estimates;
  const se = isMeasured(fit.model) || only === undefined ? undefined : only.se;
  const reasons: readonly (Reason | undefined)[] = [
    fit.boundary,
    fit.fault,
    typeof se === "number" ? undefined : se,
    "code" in error ? error : undefined,
    heldOut !== undefined && "code" in heldOut ? heldOut : undefined,
  ];
  return [...new Set(reasons.flatMap((reason) => (reason === undefined ? [] : [reason.message])))];
}

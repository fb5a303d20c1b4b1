import type { Reason } from "../../errors.js";
import type { FittedFeed } from "../../evaluate/fit.js";
import { leastAtRisk } from "../../exposure/transitions/ranks.js";
import type { FeedFit } from "../../fitting/fit-curve.js";
import { decimalsFor } from "../../numeric/decimals-for.js";
import { showNumber } from "../../numeric/show-number.js";
import type { ReportedFeed } from "../source.js";
import { describeFeed } from "./feed.js";
import { describeNote, describeNotes, describeParameter } from "./fit-models.js";
import { intervalName } from "./interval.js";

export interface KeptView {
  readonly isKept: boolean;
  /** "yuleSimon", or "no curve". */
  readonly word: string;
  /** "rho 1.197 ± 0.016, 95 % interval [1.167, 1.228]", or the reason. */
  readonly sentence: string;
  readonly recommended: string | null;
}

/** The curve that is kept for a feed in a sentence, and why it is recommended. */
export function describeKept(feed: ReportedFeed): KeptView {
  const { kept, recommendation } = feed;
  if ("code" in kept) return describeRefused(feed, kept);
  const none = "none" in recommendation;
  const reason = none ? describeNone(feed) : recommendation.reason.message;
  const isOther = !none && recommendation.model !== kept.fit.model;
  return {
    isKept: true,
    word: kept.fit.model,
    sentence: [describeCurve(kept, feed), ...describeReach(kept)].join("; "),
    recommended: isOther ? `The recommended model is ${recommendation.model}: ${reason}` : reason,
  };
}

/** Why a feed has no curve, or null where it has one. */
export function describeRefusal(feed: FittedFeed): string | null {
  if (!("code" in feed.kept)) return null;
  const { sentence } = describeRefused(feed, feed.kept);
  return feed.feed === null ? sentence : `${describeFeed(feed.feed)}: ${sentence}`;
}

function describeRefused(feed: FittedFeed, refused: Reason): KeptView {
  const { recommendation } = feed;
  const none = "none" in recommendation;
  const reason = none ? describeNone(feed) : recommendation.reason.message;
  const isNone = none && recommendation.none.code === refused.code;
  return {
    isKept: false,
    word: "no curve",
    sentence: isNone ? reason : refused.message,
    recommended: isNone ? null : reason,
  };
}

/** No model can be recommended: why, each reason once. */
function describeNone(feed: FittedFeed): string {
  const notes = describeNotes(feed);
  const [first, ...more] = notes.filter(({ models }) => models.length > 1);
  if (first !== undefined && more.length === 0 && first.models.length === feed.rows.length) {
    return `No model can be fitted on these trajectories. ${first.text}`;
  }
  return `No model can be recommended. ${notes.map(describeNote).join(" ")}`;
}

function describeCurve({ fit }: FeedFit, { keptCurve, confidence }: ReportedFeed): string {
  if (fit.splice !== undefined) {
    const { after, tail } = fit.splice;
    const settings = tail.estimates.map(
      ({ name, value }) => `${name} ${showNumber(value, decimalsFor(null, value))}`,
    );
    return `as measured to rank ${after}, then ${tail.model} (${settings.join(", ")}) to rank ${fit.estimates.length}`;
  }
  const view = describeParameter(fit, keptCurve?.interval ?? null);
  if (view.value === "") return `as measured to rank ${fit.estimates.length}`;
  return `${view.parameter} ${view.value} ± ${view.se}, ${intervalName(confidence)} ${view.interval}`;
}

function describeReach({ options, fit }: FeedFit): readonly string[] {
  const { cutoff } = options;
  return [
    ...(cutoff === undefined ? [] : [`nobody views beyond rank ${cutoff}`]),
    (fit.transitions.atRisk[0] ?? 0) < leastAtRisk
      ? `no rank has ${leastAtRisk} views at risk`
      : `${fit.lastSupportedRank} is the last rank with ${leastAtRisk} views at risk`,
  ];
}

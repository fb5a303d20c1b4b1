import type { FittedFeed } from "../../evaluate/fit.js";
import { type LearntCurve, leastAtRisk } from "../../fitting/index.js";
import { decimalsFor, sayNumber } from "../say/number.js";
import { sayNote } from "./grouped-notes.js";
import { sayFeed, sayIntervalName } from "./say-feed.js";
import { sayModels, sayParameter } from "./say-models.js";

/** The curve that is kept, or why none is. */
export interface SaidKept {
  readonly isKept: boolean;
  /** "yuleSimon", or "no curve". */
  readonly word: string;
  /** "rho 1.197 ± 0.016, 95 % interval [1.167, 1.228]", or the reason. */
  readonly sentence: string;
  /** Which model is recommended and why, where one is. */
  readonly recommended: string | null;
}

/** What becomes of a feed: its kept curve in a sentence, and what recommends it. */
export function sayKept(feed: FittedFeed, confidence: number): SaidKept {
  const { kept, recommendation } = feed;
  const none = "none" in recommendation;
  const reason = none ? sayNone(feed) : recommendation.reason.message;
  if ("code" in kept) {
    const isNone = none && recommendation.none.code === kept.code;
    return {
      isKept: false,
      word: "no curve",
      sentence: isNone ? reason : kept.message,
      recommended: isNone ? null : reason,
    };
  }
  const isOther = !none && recommendation.model !== kept.fit.model;
  return {
    isKept: true,
    word: kept.fit.model,
    sentence: [sayCurve(kept, confidence), ...sayReach(kept)].join("; "),
    recommended: isOther ? `Recommended is ${recommendation.model}: ${reason}` : reason,
  };
}

/** Why a feed has no curve, or null where it has one. */
export function sayRefusal(feed: FittedFeed): string | null {
  if (!("code" in feed.kept)) return null;
  const { sentence } = sayKept(feed, 0.95);
  return feed.feed === null ? sentence : `${sayFeed(feed.feed)}: ${sentence}`;
}

/** No model can be recommended: why, each reason once. */
function sayNone(feed: FittedFeed): string {
  const { notes } = sayModels(feed, 0.95);
  const [first, ...more] = notes.filter(({ models }) => models.length > 1);
  if (first !== undefined && more.length === 0 && first.models.length === feed.rows.length) {
    return `No model can be learnt from these trajectories. ${first.text}`;
  }
  return `No model can be recommended. ${notes.map(sayNote).join(" ")}`;
}

function sayCurve({ fit }: LearntCurve, confidence: number): string {
  if (fit.splice !== undefined) {
    const { after, tail } = fit.splice;
    const settings = tail.estimates.map(
      ({ name, value }) => `${name} ${sayNumber(value, decimalsFor(null, value))}`,
    );
    return `as measured to rank ${after}, then ${tail.model} (${settings.join(", ")}) to rank ${fit.estimates.length}`;
  }
  const said = sayParameter(fit, confidence);
  if (said.value === "") return `as measured to rank ${fit.estimates.length}`;
  return `${said.parameter} ${said.value} ± ${said.se}, ${sayIntervalName(confidence)} ${said.interval}`;
}

function sayReach({ options, fit }: LearntCurve): readonly string[] {
  const { cutoff } = options;
  return [
    ...(cutoff === undefined ? [] : [`nobody views beyond rank ${cutoff}`]),
    (fit.transitions.atRisk[0] ?? 0) < leastAtRisk
      ? `no rank has ${leastAtRisk} views at risk`
      : `${fit.lastSupportedRank} is the last rank with ${leastAtRisk} views at risk`,
  ];
}

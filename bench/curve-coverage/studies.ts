import { days } from "./draw-log.js";
import { clip } from "./truth.js";
import { type Feed, feeds, type Lists } from "./world.js";

/** Which curve is learnt: the feed's own family, or ranks as measured with that family for a tail. */
export type Learnt = "parametric" | "table";
/** From what: the evaluated log, its first day only, or a log of other users by way of a file. */
export type Origin = "same log" | "other days" | "other log";

export const learnts: readonly Learnt[] = ["parametric", "table"];
export const origins: readonly Origin[] = ["same log", "other days", "other log"];

type Fields = Readonly<Record<string, unknown>>;

/** Estimators that share a study: those of rewards, and those divided by an ideal. */
export type Asked = "rewards" | "normalised";
export const questions: readonly Asked[] = ["rewards", "normalised"];

/** Unclipped, pnDCG has no limit on long lists: E[1/p] at the deepest view grows with their length. */
const estimators: Readonly<Record<Asked, Fields>> = {
  rewards: {
    policies: { better: { rank: "rank_better" }, twin: { rank: "rank_twin" } },
    estimators: ["dcg", "ips", { ips: { clip } }, "snips"],
  },
  normalised: {
    policies: { better: { rank: "rank_better" } },
    estimators: ["ndcg", { pndcg: { clip } }],
  },
};

/** The study of a world's log with its two feeds. */
export function studyOf(source: string, lists: Lists, asked: Asked, exposure: Fields): Fields {
  return {
    log: {
      source,
      trajectory: "session_id",
      rank: "position",
      rewards: { like: "liked" },
      user: "user_id",
      day: "date",
      feed: "feed",
      ...(lists.logged ? { listLength: "list_length" } : {}),
      exposure,
    },
    ...estimators[asked],
  };
}

/** `log.exposure` that learns the curves from the log, or from its first day. */
export function learning(lists: Lists, learnt: Learnt, origin: Origin): Fields {
  const curve = byFeed((feed) => requestOf(feed, lists, learnt));
  return origin === "other days" ? { curve, fitDays: { to: days[0] } } : { curve };
}

/** The same with curves from a file. */
export const reading = (file: string): Fields => ({ curve: byFeed(() => ({ file })) });

/** Lists that nobody sees the end of need a cut-off all the same: ρ̂ may fall below 1 by chance. */
function requestOf(feed: Feed, lists: Lists, learnt: Learnt): Fields {
  const cutoff = feed.model === "yuleSimon" ? { cutoff: lists.to } : {};
  if (learnt === "parametric") return { fit: feed.model, ...cutoff };
  return { fit: "table", tail: feed.model, ...cutoff };
}

const byFeed = (of: (feed: Feed) => Fields): Fields => ({
  byFeed: Object.fromEntries(feeds.map((feed) => [feed.name, of(feed)])),
});

import { describe, it } from "vitest";
import {
  expectMistake,
  log,
  type Mistake,
  minimal,
  withPolicy,
} from "../../test/fixture/study-mistakes.js";

const mistakes: readonly Mistake[] = [
  [
    { ...minimal, baseline: "prodution", policies: { production: { rank: "r" } } },
    "baseline",
    "one of the policies production, logged",
    '"prodution"',
    "production",
  ],
  [
    { ...minimal, baseline: "constructor" },
    "baseline",
    "one of the policies logged",
    '"constructor"',
  ],
  [
    withPolicy({ rank: "r", views: 2 }),
    "policies.candidate.views",
    "views only with exposure; of another policy give shows",
    "2",
  ],
  [
    withPolicy({ exposure: "e", shows: 2 }),
    "policies.candidate.shows",
    "shows only with rank; of another policy give views",
    "2",
  ],
  [
    withPolicy({ rank: "r", chosenFrom: 0 }),
    "policies.candidate.chosenFrom",
    "a whole number of candidates in [1, 1000000]",
    "0",
  ],
  [
    withPolicy({ rank: "r", trainedUntil: "november" }),
    "policies.candidate.trainedUntil",
    "a day such as 2026-11-01, or a moment such as 2026-11-01T06:00:00Z",
    '"november"',
  ],
  [
    withPolicy({ rank: "r", trainedUntil: "2026-11-01" }),
    "log.day",
    "the column with the day, to which trainedUntil of candidate is compared",
    "nothing",
  ],
  [
    withPolicy({ rank: "r", shows: 1.5 }),
    "policies.candidate.shows",
    "a column's name or a whole number in [1, 1000000]",
    "1.5",
  ],
  [
    {
      log: { source: "a", trajectory: "s", rewards: ["r"] },
      policies: { candidate: { exposure: "e", views: "v" } },
    },
    "policies.candidate.views",
    "one number, since log.rank is missing",
    '"v"',
  ],
  [withPolicy({}), "policies.candidate", "where the policy puts an item", "{}"],
  [withPolicy("rank_v2"), "policies.candidate", "a mapping with the keys rank", '"rank_v2"'],
  [
    withPolicy({ rnk: "r", exposure: "e" }),
    "policies.candidate.rnk",
    "one of the keys rank,",
    '"rnk"',
    "rank",
  ],
  [
    withPolicy({ exposure: -1 }),
    "policies.candidate.exposure",
    "a column's name or a number in [0, 1]",
    "-1",
  ],
  [
    withPolicy({ score: "s" }),
    "policies.candidate.score",
    "rank, the item's rank in the full candidate list",
    '"s"',
  ],
  [
    withPolicy({ score: "s", force: "rankviewed" }),
    "policies.candidate.force",
    "one of rankViewed",
    '"rankviewed"',
    "rankViewed",
  ],
  [
    withPolicy({ rank: "r", force: "rankViewed" }),
    "policies.candidate",
    "a score together with force",
    "{",
  ],
  [
    withPolicy({ rank: "r", score: "s", force: "rankViewed" }),
    "policies.candidate",
    "a score alone",
    "{",
  ],
  [withPolicy({ rank: "r", online: {} }), "policies.candidate.online", "{ source: … } or", "{}"],
  [
    withPolicy({ rank: "r", online: { likes: { value: 1, se: 0 } } }),
    "policies.candidate.online.likes",
    "one of the rewards like",
    '"likes"',
    "like",
  ],
  [
    withPolicy({ rank: "r", online: { like: { value: 1 } } }),
    "policies.candidate.online.like.se",
    "a number in [0, ∞)",
    "nothing",
  ],
  [
    { log, policies: { logged: { rank: "r" } } },
    "policies.logged",
    "a name other than logged",
    '"logged"',
  ],
];

describe("a mistake in a policy", () => {
  it.each(mistakes)("%j is one at %s", (...mistake) => expectMistake(...mistake));
});

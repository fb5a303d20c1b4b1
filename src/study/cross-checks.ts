import { findEstimator } from "../estimators/index.js";
import { LOGGED } from "../log/log-spec.js";
import { requestKey } from "./estimators-section.js";
import { asMapping, givenNames, ownValue } from "./mapping.js";
import { complain, type Place, within } from "./place.js";
import type { Study } from "./study.js";

type Parts = { readonly [K in keyof Study]?: Study[K] | undefined };

/** What no key shows alone. Names count as given even where what they stand for is wrong. */
export function crossCheck(input: unknown, parts: Parts, place: Place): void {
  const given = asMapping(input) ?? {};
  checkBaseline(givenNames(ownValue(given, "policies")), parts, place);
  const log = asMapping(ownValue(given, "log")) ?? {};
  checkOnline(givenNames(ownValue(log, "rewards")), parts, place);
  checkFeeds(log, place);
  checkPool(log, parts, place);
  checkDecide(parts, place);
}

function checkBaseline(policies: readonly string[], parts: Parts, place: Place): void {
  const names = [...policies.filter((name) => name !== LOGGED), LOGGED];
  const { baseline } = parts;
  if (baseline === undefined || names.includes(baseline)) return;
  const expected = `one of the policies ${names.join(", ")}`;
  const here = within(place, "baseline");
  complain(here, { code: "unknownName", expected, came: baseline, candidates: names });
}

function checkOnline(rewards: readonly string[], parts: Parts, place: Place): void {
  if (rewards.length === 0) return;
  for (const [policy, { online }] of Object.entries(parts.policies ?? {})) {
    if (online === undefined || "source" in online) continue;
    const here = within(within(within(place, "policies"), policy), "online");
    for (const name of Object.keys(online.values)) {
      if (rewards.includes(name)) continue;
      const expected = `one of the rewards ${rewards.join(", ")}`;
      complain(within(here, name), {
        code: "unknownName",
        expected,
        came: name,
        candidates: rewards,
      });
    }
  }
}

function checkFeeds(log: Readonly<Record<string, unknown>>, place: Place): void {
  const curve = asMapping(ownValue(asMapping(ownValue(log, "exposure")) ?? {}, "curve")) ?? {};
  if (!Object.hasOwn(curve, "byFeed") || Object.hasOwn(log, "feed")) return;
  complain(within(within(place, "log"), "feed"), {
    code: "missingKey",
    expected: "the column with the feed, since log.exposure.curve is given byFeed",
    came: undefined,
  });
}

function checkPool(log: Readonly<Record<string, unknown>>, { pool }: Parts, place: Place): void {
  if (pool !== true || Object.hasOwn(log, "feed") || Object.keys(log).length === 0) return;
  complain(within(within(place, "log"), "feed"), {
    code: "missingKey",
    expected: "the column with the feed, since pool: true adds rows over all feeds",
    came: undefined,
  });
}

function checkDecide({ decide, estimators }: Parts, place: Place): void {
  if (decide === undefined) return;
  const here = within(place, "decide");
  const came = { [decide.name]: decide.parameters };
  if (findEstimator(decide.name)?.mayDecide(decide.parameters) !== true) {
    const expected = "an estimator of the reward itself, such as unclipped dcg, ips or snips";
    const because = "other numbers are scores, whose difference is no difference in reward";
    complain(here, { code: "mayNotDecide", expected, came, because });
  } else if (estimators?.some((each) => requestKey(each) === requestKey(decide)) === false) {
    const listed = estimators.filter((each) =>
      findEstimator(each.name)?.mayDecide(each.parameters),
    );
    const names = [...new Set(listed.map((each) => each.name))].join(", ") || "none of them may";
    const expected = `an entry of estimators that may decide (${names})`;
    complain(here, { code: "notListed", expected, came });
  }
}

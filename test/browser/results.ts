import { reason } from "../../src/errors.js";
import type { Result } from "../../src/evaluate/conclude/result.js";
import { mapStrings } from "../../src/report/words/printable.js";
import { difference, estimate, fixtureResult, verdict } from "../fixture/fixture-result.js";

/** What a stranger may call a policy, a reward or a feed. */
const strange: readonly string[] = [
  "</script><script>document.title='taken'</script>",
  `"'><img src=x onerror=document.title='taken'>`,
  "\u202Eevil\u202C مرحبا بالعالم",
  "x".repeat(10_000),
];

const open = reason("intervalHoldsZero", "The interval of the difference holds 0.");

const ofFeeds = (count: number): Partial<Result> => {
  const feeds = Array.from({ length: count }, (_, at) => `feed ${at + 1}`);
  const each = <Row>(row: (feed: string) => Row): readonly Row[] => feeds.map(row);
  return {
    verdicts: each((feed) => verdict({ feed })),
    estimates: each((feed) => estimate(1.2, 0.01, { feed })),
    differences: each((feed) => difference(0.1, 0.01, { feed })),
  };
};

/** Results whose pages are read in a browser. */
export const results: Readonly<Record<string, Result>> = {
  "a study with dangers": fixtureResult(),
  "one policy and one reward": fixtureResult({
    ...{ verdicts: [verdict()], guardrails: [] },
    estimates: [estimate(1.2, 0.01)],
    differences: [difference(0.1, 0.01)],
  }),
  "cannot tell alone": fixtureResult({
    verdicts: [verdict({ verdict: "cannotTell", reason: open })],
  }),
  "thirty feeds": fixtureResult(ofFeeds(30)),
  "names of a stranger": named(fixtureResult(), strange),
};

/** The same with other names of policies and rewards, one after the other. */
function named(result: Result, names: readonly string[]): Result {
  const met = [
    ...new Set([
      ...result.verdicts.flatMap(({ policy, baseline }) => [policy, baseline]),
      ...result.rewards.map(({ name }) => name),
    ]),
  ];
  const of = new Map(met.map((name, at) => [name, names[at % names.length] ?? name]));
  return mapStrings(result, (text) => of.get(text) ?? text);
}

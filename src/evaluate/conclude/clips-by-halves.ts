import { clipByHalves, type PointEstimate } from "../../inference/index.js";
import { groupedBy } from "../../numeric/index.js";
import type { Parameters } from "../../parameters.js";
import { each, type Steps } from "../steps.js";
import type { ClipOnHalves } from "./choices.js";
import type { AnsweredQuestion } from "./scope-reader.js";

const limits = ["clip", "clipRatio"] as const;
/** Choosing one of two is left to the reader. */
const fewest = 3;

interface Clipped {
  readonly row: AnsweredQuestion;
  readonly answer: PointEstimate;
  readonly limit: number;
}

/**
 * Which clip the data choose where a study asks an estimator for several, the unclipped value among them: on one half of
 * the users, answered by the other. Over all days, of each policy but the logged one.
 */
export function* clipsByHalves(
  answered: readonly AnsweredQuestion[],
  confidence: number,
): Steps<readonly ClipOnHalves[]> {
  const found: ClipOnHalves[] = [];
  for (const name of limits) {
    const clipped = answered.flatMap((row) => clippedBy(row, name));
    const groups = groupedBy(clipped, ({ row }) =>
      JSON.stringify([
        row.policy.name,
        row.reward,
        row.estimand,
        row.scope.feed,
        othersOf(row, name),
      ]),
    );
    const chosen = yield* each(groups, (own) => chosenOf(own, name, confidence));
    found.push(...chosen.flat());
  }
  return found;
}

function clippedBy(row: AnsweredQuestion, name: string): readonly Clipped[] {
  const { answer, policy, scope, request } = row;
  if ("code" in answer || policy.isLogged || scope.day !== null) return [];
  const { [name]: limit, ...others } = request.parameters;
  const isOther = limits.some((each) => typeof others[each] === "number");
  const isScore = row.estimator.role(request.parameters) === "score";
  if (limit === undefined || isOther || isScore) return [];
  return [{ row, answer, limit: typeof limit === "number" ? limit : Infinity }];
}

const othersOf = ({ request }: AnsweredQuestion, name: string): unknown => [
  request.name,
  ...Object.entries(request.parameters).filter(
    ([key]) => key !== name && !limits.some((each) => each === key),
  ),
];

function chosenOf(
  own: readonly Clipped[],
  limit: string,
  confidence: number,
): readonly ClipOnHalves[] {
  const sorted = own.toSorted((a, b) => (a.limit === b.limit ? 0 : b.limit - a.limit));
  const [first] = sorted;
  if (first === undefined || sorted.length < fewest || first.limit !== Infinity) return [];
  const found = clipByHalves(
    sorted.map(({ answer }) => answer),
    confidence,
  );
  if (found === undefined) return [];
  const parametersAt = (at: number): Parameters => sorted[at]?.row.request.parameters ?? {};
  const { row } = first;
  return [
    {
      policy: row.policy.name,
      reward: row.reward,
      estimand: row.estimand,
      feed: row.scope.feed,
      estimator: row.request.name,
      limit,
      parameters: parametersAt(found.chosen),
      halves: [parametersAt(found.halves[0]), parametersAt(found.halves[1])],
      isBlind: found.isBlind,
      value: found.value,
      se: found.se,
      interval: found.interval,
    },
  ];
}

import { clipByHalves } from "../../inference/clip-by-halves.js";
import type { PointEstimate } from "../../inference/delta.js";
import { groupedBy } from "../../numeric/grouped-by.js";
import type { Parameters } from "../../parameters.js";
import { eachInTurn } from "../each-in-turn.js";
import type { ClipOnHalves } from "./choices.js";
import type { OpenTally } from "./open-tally.js";
import type { AnsweredQuestion } from "./scope-reader.js";

/** Parameters that limit weights; what a limit may take is less the weaker it is (docs/methods.md, "Choice of a clip"). */
const limits = ["clip", "clipRatio", "limit", "shrinkage"] as const;
/** Choosing one of two is left to the reader. */
const fewest = 3;

export interface ClippedAnswer {
  readonly row: AnsweredQuestion;
  readonly answer: PointEstimate;
  readonly limit: number;
}

/** The answers of an estimator under several clips of one parameter, the unclipped one first. */
export interface ClipList {
  readonly limit: (typeof limits)[number];
  readonly clipped: readonly ClippedAnswer[];
}

/** The lists of clips of a study: three or more, the unclipped value among them. Over all days, of each policy but the logged one. */
export const clipLists = (answered: readonly AnsweredQuestion[]): readonly ClipList[] =>
  limits.flatMap((limit) => {
    const clipped = answered.flatMap((row) => clippedBy(row, limit));
    const groups = groupedBy(clipped, ({ row }) =>
      JSON.stringify([
        row.policy.name,
        row.reward,
        row.estimand,
        row.scope.feed,
        othersOf(row, limit),
      ]),
    );
    return groups
      .map((clips) => clips.toSorted((a, b) => (a.limit === b.limit ? 0 : b.limit - a.limit)))
      .filter((clips) => clips.length >= fewest && clips[0]?.limit === Infinity)
      .map((clips) => ({ limit, clipped: clips }));
  });

/** Which clip the data choose of each list: on one half of the users, answered by the other. */
export async function clipsByHalves(
  lists: readonly ClipList[],
  { study: { confidence }, signal }: Pick<OpenTally, "study" | "signal">,
): Promise<readonly ClipOnHalves[]> {
  return (await eachInTurn(lists, (list) => chosenOf(list, confidence), signal)).flat();
}

function clippedBy(row: AnsweredQuestion, name: string): readonly ClippedAnswer[] {
  const { answer, policy, scope, request } = row;
  if ("code" in answer || policy.isLogged || scope.day !== null) return [];
  const { [name]: limit, ...others } = request.parameters;
  const isOther = limits.some((limit) => typeof others[limit] === "number");
  const isScore = row.estimator.role(request.parameters) === "score";
  if (limit === undefined || isOther || isScore) return [];
  return [{ row, answer, limit: typeof limit === "number" ? limit : Infinity }];
}

/** The estimator with its parameters other than the clip. */
export const othersOf = ({ request }: AnsweredQuestion, name: string): unknown => [
  request.name,
  ...Object.entries(request.parameters).filter(
    ([key]) => key !== name && !limits.some((limit) => limit === key),
  ),
];

function chosenOf({ limit, clipped }: ClipList, confidence: number): readonly ClipOnHalves[] {
  const [first] = clipped;
  if (first === undefined) return [];
  const choice = clipByHalves(
    clipped.map(({ answer }) => answer),
    confidence,
  );
  if (choice === undefined) return [];
  const parametersAt = (at: number): Parameters => clipped[at]?.row.request.parameters ?? {};
  const { row } = first;
  return [
    {
      policy: row.policy.name,
      reward: row.reward,
      estimand: row.estimand,
      feed: row.scope.feed,
      estimator: row.request.name,
      limit,
      parameters: parametersAt(choice.chosen),
      halves: [parametersAt(choice.halves[0]), parametersAt(choice.halves[1])],
      isBlind: choice.isBlind,
      value: choice.value,
      se: choice.se,
      interval: choice.interval,
    },
  ];
}

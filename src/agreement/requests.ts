import type { Estimand, EstimatorRequest } from "../estimators/estimator.js";
import { findEstimator, observedReward } from "../estimators/index.js";
import { requestKey } from "../estimators/request-key.js";
import type { Parameters } from "../parameters.js";
import { membersOf } from "../study/members.js";
import type { Study } from "../study/study.js";
import { paperClips } from "./sensitivity.js";

const request = (name: string, parameters: Parameters = {}): readonly EstimatorRequest[] => {
  const estimator = findEstimator(name);
  if (estimator === undefined) return [];
  const filled = Object.fromEntries(
    estimator.parameters.flatMap((parameter) =>
      "default" in parameter ? [[parameter.name, parameter.default]] : [],
    ),
  );
  return [{ name, parameters: estimator.canonical({ ...filled, ...parameters }) }];
};

/** The variants that the paper's Table 2 compares: DCG by two discounts and two gains, and nDCG. */
export const paperVariants: readonly EstimatorRequest[] = [
  ...["log2", "curve"].flatMap((discount) =>
    ["c", "qhat"].flatMap((gain) => request("dcg", { discount, gain, debias: discount })),
  ),
  ...request("ndcg", {}),
];

/** The two estimators of the paper's Figure 1 under each of its clips. */
export const clippedVariants: readonly {
  readonly clip: number | "inf";
  readonly request: EstimatorRequest;
}[] = ["dcg", "ndcg"].flatMap((name) =>
  paperClips.flatMap((clip) =>
    request(name, { clip }).map((clipped) => ({ clip, request: clipped })),
  ),
);

/** The study by which the log is evaluated: with the paper's variants, and without what no comparison reads. */
export function comparedStudy(study: Study, sensitivity: boolean): Study {
  const { online: _, ...rest } = study;
  const hasCurve = study.exposure.curve !== undefined;
  const requests = [
    ...request(observedReward.name),
    ...study.estimators,
    ...(hasCurve ? paperVariants : []),
    ...(hasCurve && sensitivity
      ? clippedVariants.map((clippedVariant) => clippedVariant.request)
      : []),
  ];
  const estimators = [
    ...new Map(requests.map((request) => [requestKey(request), request])).values(),
  ];
  // Scores such as nDCG exist per trajectory alone.
  const unit = study.online?.unit ?? "perTrajectory";
  const estimands: readonly Estimand[] = [...new Set<Estimand>(["perTrajectory", unit])];
  const members = { ...membersOf(study), diagnostics: [] };
  return { ...rest, estimators, estimands, pool: false, members };
}

/** Equal for rows of one request. */
export const keyOfRow = ({
  estimator: name,
  parameters,
}: {
  readonly estimator: string;
  readonly parameters: Parameters;
}): string => requestKey({ name, parameters });

/** Whether a comparison shows the lines of a request: not those that the analysis over clips alone needs. */
export function shownRequests(study: Study): (key: string) => boolean {
  const keysOf = (requests: readonly EstimatorRequest[]): ReadonlySet<string> =>
    new Set(requests.map(requestKey));
  const clipped = keysOf(clippedVariants.map((clippedVariant) => clippedVariant.request));
  const keys = keysOf(comparedStudy(study, false).estimators);
  return (key) => keys.has(key) || !clipped.has(key);
}

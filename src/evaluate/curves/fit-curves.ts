import { InternalError, LogError, type Reason, reason, StudyError } from "../../errors.js";
import type { NamesModel } from "../../exposure/curve.js";
import { chooseCurve } from "../../fitting/compare/recommended-curve.js";
import type { Depths } from "../../fitting/depths.js";
import { fitsFromJson } from "../../fitting/file/fits-json.js";
import { type FeedFit, fitCurve } from "../../fitting/fit-curve.js";
import { turn } from "../../sql/run/turn.js";
import { fitAuto } from "../../study/fit-request.js";
import { sandboxOf } from "../../study/sandbox-of.js";
import type { DayRange, FileRequest, FitRequest, Study } from "../../study/study.js";
import { describeHash, hashAlike, hashDiffers, saltDiffers } from "../../tally/cluster-key.js";
import type { DepthSums } from "../../tally/take-depths.js";
import type { ClusterKey } from "../../tally/tally.js";
import { readWholeFile } from "../../whole-file.js";
import { requestOfFeed } from "./curve-requests.js";
import { fittableIn } from "./fittable-in.js";
import { depthsOf, type FitOfFeed, fitOfFile } from "./fitted-curve.js";

export interface CurveFitInputs {
  readonly study: Study;
  readonly feeds: readonly (string | null)[];
  /** The deepest displayed or target rank of a feed, of all for null: as far as a curve must reach. */
  readonly deepest: (feed: string | null) => number;
  /** The end of the longest list, where the log says how long lists are. */
  readonly longest?: number;
  readonly depths: DepthSums | undefined;
  readonly clusteredBy: ClusterKey;
}

/** Every curve of a study that is fitted on its log or read from a file; throws where one cannot be. */
export async function fitCurves(inputs: CurveFitInputs): Promise<readonly FitOfFeed[]> {
  const { study, feeds } = inputs;
  const curves: FitOfFeed[] = [];
  for (const feed of feeds) {
    const request = requestOfFeed(study.exposure, feed);
    if (request === undefined || "model" in request) continue;
    curves.push(
      "fit" in request ? fitted(inputs, request, feed) : await fromFile(inputs, request, feed),
    );
    await turn();
  }
  return curves;
}

function fitted(
  { study, depths, deepest, longest }: CurveFitInputs,
  { fit: model, ...options }: FitRequest,
  feed: string | null,
): FitOfFeed {
  if (depths === undefined)
    throw new InternalError("A curve is to be fitted, and no depths were counted.");
  const counts = depthsOf(depths.table, feed);
  if (counts.depth.length === 0) throw new LogError(nothingToFit(feed, study.exposure.fitDays));
  const curves = fittableIn(study);
  const chosen = model === fitAuto ? chooseCurve(counts, { ...options, curves }) : { model };
  if ("code" in chosen) throw new LogError(ofFeed(chosen, feed));
  const fit = fitCurve(counts, {
    ...options,
    ...chosen,
    to: deepest(feed),
    ...(longest !== undefined && { longest }),
  });
  if ("code" in fit) throw new LogError(ofFeed(fit, feed));
  return { feed, fit, elsewhere: null };
}

function nothingToFit(feed: string | null, { from, to }: DayRange = {}): Reason {
  const stretch = `from ${from ?? "the first day"} to ${to ?? "the last"}`;
  const where = feed === null ? "" : ` of feed "${feed}"`;
  const message = `log.exposure.fitDays (${stretch}) holds no trajectory${where} to fit a curve on; choose days that the log has.`;
  return reason("nothingToLearn", message, { feed, from: from ?? null, to: to ?? null });
}

const ofFeed = (fault: Reason, feed: string | null): Reason =>
  feed === null
    ? fault
    : reason(fault.code, `Feed "${feed}": ${fault.message}`, { ...fault.facts, feed });

async function fromFile(
  inputs: CurveFitInputs,
  request: FileRequest,
  feed: string | null,
): Promise<FitOfFeed> {
  const { file } = request;
  // Curves of other feeds need not reach anywhere.
  const reach = (name: string | null): number =>
    name === feed || name === null ? inputs.deepest(feed) : 1;
  const curves = await readCurveFile(file, reach, request, sandboxOf(inputs.study.engine));
  const named = curves.find((curve) => curve.feed === feed);
  const curve =
    named ?? (curves.length === 1 ? curves.find((curve) => curve.feed === null) : undefined);
  if (curve === undefined) throw new StudyError(otherFeeds(file, curves, feed));
  const clusterKey = inputs.clusteredBy;
  const other = curve.clusteredBy;
  if (saltDiffers(clusterKey, other)) throw new StudyError(otherSalt(file, clusterKey, other));
  if (hashDiffers(clusterKey, other)) throw new StudyError(otherHash(file, clusterKey, other));
  // The same users fall into the same buckets where both hash the same key.
  const sameKey = hashAlike(clusterKey, other) && clusterKey.role !== "row";
  return fitOfFile(feed, curve, { file, sameKey });
}

function otherSalt(file: string, clusterKey: ClusterKey, other: ClusterKey): Reason {
  const message = `${file} holds groups made by ${describeHash(other)}, and those of this log are made by ${describeHash(clusterKey)}: what the curve and the rewards owe to the same ${clusterKey.role} could not be told. Fit again with this study's privacy.saltFile, or give the file that the fit had.`;
  return reason("curveHash", message, { file, own: { ...clusterKey }, other: { ...other } });
}

function otherHash(file: string, clusterKey: ClusterKey, other: ClusterKey): Reason {
  const message = `${file} holds buckets made by ${describeHash(other)}, and those of this log are made by ${describeHash(clusterKey)}: what the curve and the rewards owe to the same ${clusterKey.role} could not be told. Set log.hash: portable and fit again, or fit and evaluate with log.hash: native on the same version of one engine.`;
  return reason("curveHash", message, { file, own: { ...clusterKey }, other: { ...other } });
}

function otherFeeds(
  file: string,
  curves: readonly { readonly feed: string | null; readonly depths: Depths }[],
  feed: string | null,
): Reason {
  const feeds = curves.map((curve) => curve.feed ?? "(no feed)").join(", ");
  const need = feed === null ? "a curve without a feed" : `feed "${feed}"`;
  const remedy =
    feed === null
      ? "Name log.feed in the study, or fit again without it."
      : "Fit again with the same log.feed, or give that feed's curve in log.exposure.curve.byFeed.";
  const message = `${file} holds curves of ${feeds}; ${need} is needed. ${remedy}`;
  return reason("feedWithoutCurve", message, { file, feed, held: feeds });
}

/**
 * The curves of a file that `hindcast fit --output` wrote, fitted again on its counts as far as
 * each feed's curve must reach. Throws a StudyError where the file cannot be read or is of another kind.
 */
async function readCurveFile(
  path: string,
  reach: (feed: string | null) => number,
  namesModel: NamesModel,
  sandbox?: readonly string[],
): Promise<readonly FeedFit[]> {
  try {
    const bytes = await readWholeFile(path, { what: "the file of a curve", sandbox });
    return fitsFromJson(JSON.parse(bytes.toString("utf8")), reach, namesModel);
  } catch (cause) {
    if (cause instanceof StudyError) throw inFile(path, cause);
    const isMissing = cause instanceof Error && "code" in cause && cause.code === "ENOENT";
    const why = isMissing ? "there is no such file" : "it is not JSON, or cannot be read";
    const message = `log.exposure.curve.file: expected what \`hindcast fit … --output ${path}\` writes; ${why}: ${path}.`;
    throw new StudyError(reason("unreadable", message, { path }), { cause });
  }
}

/** The same mistakes, with the key and the file in which they are. */
function inFile(path: string, cause: StudyError): StudyError {
  const problems = cause.problems.map(({ code, message, facts }) =>
    reason(code, `log.exposure.curve.file (${path}): ${message}`, { ...facts, path }),
  );
  return new StudyError(problems, { cause });
}

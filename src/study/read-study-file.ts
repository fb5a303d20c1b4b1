import { dirname, isAbsolute, join } from "node:path";
import { reason, StudyError } from "../errors.js";
import { placeSource, type SourceSpec } from "../log/sources/index.js";
import { ownFormOf } from "../own-form.js";
import { readWholeFile, studyFile } from "../whole-file.js";
import { withEngineFiles } from "./engine-section.js";
import { requireNoFolder } from "./folder-file.js";
import type { MemberOptions } from "./members.js";
import { parseStudy } from "./parse-study.js";
import type { CurveRequest, ExposureRequest, Study } from "./study.js";

/**
 * The study in a file of YAML or JSON. Relative paths of logs, fitted curves and an engine's files in it are
 * relative to the file's own folder. Throws a StudyError where the file cannot be read, or with every mistake in it.
 * `members` are as in `readStudy`.
 */
export async function readStudyFile(path: string, options: MemberOptions = {}): Promise<Study> {
  return placeStudy(parsed(await textOf(path), path, options), dirname(path), path);
}

/** The study with its relative paths counted from a folder. Throws StudyError where a source names a folder; `name` is the study's there. */
export async function placeStudy(study: Study, folder: string, name: string): Promise<Study> {
  const placed = <T extends { readonly source: SourceSpec }>(of: T): T => ({
    ...of,
    source: fromFolder(folder, of.source),
  });
  const policies = Object.entries(study.policies).map(([name, policy]) => {
    const { online, candidates } = policy;
    const sections = {
      ...(online && { online: "source" in online ? placed(online) : online }),
      ...(candidates && { candidates: placed(candidates) }),
    };
    return [name, { ...policy, ...sections }] as const;
  });
  const { join: joined, candidates } = study.log;
  const log = {
    ...placed(study.log),
    ...(joined && { join: joined.map(placed) }),
    ...(candidates && { candidates: placed(candidates) }),
  };
  const exposure = withCurveFiles(folder, study.exposure);
  const truth = study.truth !== undefined && {
    truth: isLocal(study.truth) ? join(folder, study.truth) : study.truth,
  };
  const { saltFile } = study.privacy;
  const salt = saltFile !== undefined && {
    privacy: { ...study.privacy, saltFile: isLocal(saltFile) ? join(folder, saltFile) : saltFile },
  };
  const { online } = study;
  const earned = online && { online: placed(online) };
  const engine = withEngineFiles(
    study.engine,
    (file) => (isLocal(file) ? join(folder, file) : file),
    sourcesOf(study).some((source) => "sql" in source),
  );
  const read = { ...study, ...earned, log, policies: Object.fromEntries(policies) };
  for (const source of sourcesOf(read))
    if ("files" in source) await requireNoFolder(source.files.filter(isOnDisk), name);
  return {
    ...read,
    exposure,
    engine,
    ...truth,
    ...salt,
  };
}

/** A file that is not called a study and does not read as one gets one sentence, not one for each of its lines. */
function parsed(text: string, path: string, options: MemberOptions): Study {
  try {
    return parseStudy(text, path, options);
  } catch (cause) {
    const isCalledStudy = /\.(ya?ml|json)$/i.test(path);
    const isMapping = /^\s*["']?log["']?\s*:/m.test(text);
    if (isCalledStudy || isMapping || !(cause instanceof StudyError)) throw cause;
    const message = `${path}: expected a study file in YAML or JSON, a mapping with the key log. This file does not read as one.`;
    throw new StudyError(reason("unreadable", message, { path, came: "other" }), { cause });
  }
}

const logFile = /\.(parquet|pq|csv|tsv|jsonl|ndjson)(\.gz)?$/i;

async function textOf(path: string): Promise<string> {
  if (logFile.test(path)) {
    const message = `${path}: expected a study file in YAML or JSON, and by its ending this is a log. \`hindcast init ${path}\` writes a study of it.`;
    throw new StudyError(reason("unreadable", message, { path, came: "log" }));
  }
  try {
    return (await readWholeFile(path, studyFile)).toString("utf8");
  } catch (cause) {
    if (cause instanceof StudyError) throw (await ownFileError(path)) ?? cause;
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : "unknown";
    const why = code === "ENOENT" ? "there is no such file" : `it cannot be read (${code})`;
    const message = `${path}: expected a study file in YAML or JSON; ${why}.`;
    throw new StudyError(reason("unreadable", message, { path, came: code }), { cause });
  }
}

/** Results are larger than any study. */
async function ownFileError(path: string): Promise<StudyError | undefined> {
  if (!/\.json$/i.test(path)) return undefined;
  try {
    const own = ownFormOf(
      JSON.parse((await readWholeFile(path, { what: "a result" })).toString("utf8")),
    );
    if (own === undefined) return undefined;
    const message = `${path}: expected a study, and this is ${own.what}: ${own.use}.`;
    return new StudyError(reason("unreadable", message, { path, came: own.what }));
  } catch {
    return undefined;
  }
}

function sourcesOf({ log, online, policies }: Study): readonly SourceSpec[] {
  const ofPolicies = Object.values(policies).flatMap((policy) => [
    policy.online,
    policy.candidates,
  ]);
  return [log, log.candidates, online, ...(log.join ?? []), ...ofPolicies].flatMap((of) =>
    of !== undefined && "source" in of ? [of.source] : [],
  );
}

const fromFolder = (folder: string, source: SourceSpec): SourceSpec =>
  placeSource(source, (file) => (isLocal(file) ? join(folder, file) : file));

function withCurveFiles(folder: string, exposure: ExposureRequest): ExposureRequest {
  const { curve } = exposure;
  if (curve === undefined) return exposure;
  const placed = (request: CurveRequest): CurveRequest =>
    "file" in request && isLocal(request.file)
      ? { ...request, file: join(folder, request.file) }
      : request;
  if ("every" in curve) return { ...exposure, curve: { every: placed(curve.every) } };
  const feeds = Object.entries(curve.byFeed).map(([feed, one]) => [feed, placed(one)] as const);
  return { ...exposure, curve: { byFeed: Object.fromEntries(feeds) } };
}

const isOnDisk = (file: string): boolean => !/^[a-z][a-z0-9+.-]*:\/\//i.test(file);

/** Neither absolute nor an address such as `s3://bucket/key`. */
function isLocal(file: string): boolean {
  return !isAbsolute(file) && isOnDisk(file);
}

import { reason, StudyError } from "../../errors.js";
import { sources } from "../../log/sources/index.js";

type Section = Readonly<Record<string, unknown>>;

/** What may be chosen again for a tally, or does not change its sums. */
const mayDiffer: ReadonlySet<string> = new Set([
  "confidence",
  "interval",
  "adjust",
  "family",
  "baseline",
  "decide",
  "guardrails",
  "prior",
  "engine",
]);

/** Throws a StudyError naming what differs, unless two studies (as `studyInput` writes) ask the same. */
export function requireSameStudy(a: unknown, b: unknown): void {
  const [left, right] = [partsOf(a as Section), partsOf(b as Section)];
  const differing = [...new Set([...left.keys(), ...right.keys()])].filter(
    (path) => left.get(path) !== right.get(path),
  );
  if (differing.length === 0) return;
  const message = `These tallies were taken with different studies and cannot be added; they differ in ${differing.join(", ")}. Take both with the same study, apart from where its tables are.`;
  throw new StudyError(reason("tallyStudies", message, { differing }));
}

/**
 * Every part that must agree, by its path; online rewards are compared by their values elsewhere, hashes by
 * the key and hash that buckets are made by.
 */
function partsOf({ log, policies, ...rest }: Section): ReadonlyMap<string, string> {
  const { source: _, hash: ___, ...roles } = withoutSources(log as Section) as Section;
  const named = Object.entries(policies as Readonly<Record<string, Section>>);
  const parts: readonly (readonly [string, unknown])[] = [
    ...Object.entries(roles).map(([role, value]) => [`log.${role}`, value] as const),
    ...named.map(
      ([name, { online: __, ...policy }]) => [`policies.${name}`, withoutSources(policy)] as const,
    ),
    ["the order of policies", named.map(([name]) => name)],
    ...Object.entries(rest).filter(([key]) => !mayDiffer.has(key)),
  ];
  return new Map(parts.map(([path, value]) => [path, JSON.stringify(value)]));
}

const sourceNames: readonly string[] = ["source", ...sources.map(({ name }) => name)];

/** A section without where its own rows, its joined tables and its candidates come from: each day has its files. */
function withoutSources(section: Section): unknown {
  const bare = (table: Section): Section =>
    Object.fromEntries(Object.entries(table).filter(([key]) => !sourceNames.includes(key)));
  const { candidates, join, ...rest } = section;
  return {
    ...rest,
    ...(candidates === undefined ? {} : { candidates: bare(candidates as Section) }),
    ...(join === undefined ? {} : { join: (join as readonly Section[]).map(bare) }),
  };
}

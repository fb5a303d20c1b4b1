import { LOGGED, type PolicyCandidates, type PolicySpec } from "../log/log-spec.js";
import type { Role } from "../log/role.js";
import { rolesIn } from "../log/roles/index.js";
import { choice, column, type Field, required } from "./field.js";
import { fieldsSchema, mapping, readFields } from "./fields.js";
import { givenNames } from "./mapping.js";
import { named } from "./named.js";
import { online, onlineInput } from "./online-section.js";
import { addIssue, type Place, within } from "./place.js";
import { chosenFrom, trainedUntil } from "./policy-origin.js";
import { roleFields } from "./role-fields.js";
import { source, sourceInput } from "./source-section.js";

const candidatesFields = {
  source: required(source),
  trajectory: column(
    "Its column with the trajectory, where that has another name than in the log.",
  ),
  feed: column("Its column with the feed, where a trajectory has a list in each of several feeds."),
  item: column("Its column with the item, where that has another name than in the log."),
};

/** A table with the rank, score or exposure of every candidate under a policy. */
const candidates: Field<PolicyCandidates> = mapping(
  candidatesFields,
  "a mapping with source, and perhaps trajectory, item and feed",
  "A table with a row for each candidate of each trajectory, which holds the column that the policy names; a score is ranked there in the full list, ties by item.",
);

const candidatesInput = ({ source: from, ...keys }: PolicyCandidates): unknown => ({
  source: sourceInput(from),
  ...keys,
});

const fields = {
  ...roleFields("policy"),
  force: choice(["rankViewed"], "Rank the viewed items among themselves, knowing what that does."),
  candidates,
  trainedUntil,
  chosenFrom,
  online,
};
/** Where a policy puts an item: it names at least one of these. */
const placing: readonly string[] = rolesIn("policy")
  .filter(({ places }: Role) => places === true)
  .map(({ field }) => field);

const fieldsExpected =
  "where the policy puts an item: { rank: column }, { exposure: column } or { score: column, candidates: { source: … } }";

const policy: Field<PolicySpec> = {
  schema: fieldsSchema(fields),
  expected: fieldsExpected,
  purpose: "Where a policy puts an item.",
  read: readPolicy,
};

/** The policies by name; `logged` is always there and cannot be given. */
export const policies: Field<Readonly<Record<string, PolicySpec>>> = named(
  policy,
  "a mapping from the names of policies to { rank }, { exposure } or { score, candidates }",
  "The policies to evaluate, by name; `logged`, the one that wrote the log, is implied.",
);

function readPolicy(value: unknown, place: Place): PolicySpec | undefined {
  if (place.keys.at(-1) === LOGGED) {
    const expected = `a name other than ${LOGGED}`;
    const because = `${LOGGED} is reserved for the policy that wrote the log`;
    return addIssue(place, { code: "reservedName", expected, came: LOGGED, because });
  }
  const read = readFields(fields, value, place);
  if (read !== undefined) {
    checkPlacement(read, value, place);
    checkAmounts(read, value, place);
  }
  return read;
}

/** What says how much a policy shows, and the placement that it goes with. */
const amounts = [
  { key: "shows", needs: "rank", instead: "views, the expected views of a trajectory" },
  { key: "views", needs: "exposure", instead: "shows, the number of items that it shows" },
] as const;

function checkAmounts(policy: PolicySpec, came: unknown, place: Place): void {
  const names = givenNames(came);
  for (const { key, needs, instead } of amounts) {
    if (policy[key] === undefined || names.includes(needs)) continue;
    const expected = `${key} only with ${needs}; of another policy give ${instead}`;
    addIssue(within(place, key), { code: "invalidValue", expected, came: policy[key] });
  }
}

function checkPlacement(policy: PolicySpec, came: unknown, place: Place): void {
  const { rank, exposure, score, force } = policy;
  const names = givenNames(came);
  if (!placing.some((key) => names.includes(key))) {
    addIssue(place, { code: "missingKey", expected: fieldsExpected, came });
  } else if (score !== undefined && (rank !== undefined || exposure !== undefined)) {
    const expected = "a score alone, without rank or exposure";
    addIssue(place, { code: "invalidValue", expected, came });
  } else if (force !== undefined && names.includes("candidates")) {
    const expected = "candidates alone: force ranks viewed items where no table holds the others";
    addIssue(within(place, "force"), { code: "invalidValue", expected, came: force });
  } else if (force !== undefined && !names.includes("score")) {
    const expected = "a score together with force: rankViewed";
    addIssue(place, { code: "invalidValue", expected, came });
  }
}

export function policiesInput(
  specs: Readonly<Record<string, PolicySpec>>,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(specs).map(([name, { online: earned, candidates, ...rest }]) => [
      name,
      {
        ...rest,
        ...(candidates && { candidates: candidatesInput(candidates) }),
        ...(earned && { online: onlineInput(earned) }),
      },
    ]),
  );
}

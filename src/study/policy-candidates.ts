import type { PolicyCandidates } from "../log/log-spec.js";
import { column, type Field, required } from "./field.js";
import { mapping } from "./fields.js";
import { source, sourceInput } from "./source-section.js";

const fields = {
  source: required(source),
  trajectory: column(
    "Its column with the trajectory, where that has another name than in the log.",
  ),
  feed: column("Its column with the feed, where a trajectory has a list in each of several feeds."),
  item: column("Its column with the item, where that has another name than in the log."),
};

/** A table with the rank, score or exposure of every candidate under a policy. */
export const policyCandidates: Field<PolicyCandidates> = mapping(
  fields,
  "a mapping with source, and perhaps trajectory, item and feed",
  "A table with a row for each candidate of each trajectory, which holds the column that the policy names; a score is ranked there in the full list, ties by item.",
);

/** Candidates of a policy as a study writes them. */
export const policyCandidatesInput = ({ source: from, ...keys }: PolicyCandidates): unknown => ({
  source: sourceInput(from),
  ...keys,
});

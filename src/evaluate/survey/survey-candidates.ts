import type { ReasonCode } from "../../codes.js";
import { LogError, type Reason, reason } from "../../errors.js";
import type { BoundLog } from "../../log/bind.js";
import {
  displayedCandidates,
  displayedRanks,
  ruledCandidates,
} from "../../log/candidates/candidates.js";
import {
  candidatesPlan,
  clustersPlan,
  notListedPlan,
  rankedIn,
  slotsPlan,
} from "../../log/candidates/check-candidates.js";
import { itemsInBoth, trajectoriesInBoth } from "../../log/candidates/comparable-keys.js";
import { canonical } from "../../log/canonical.js";
import { impressions } from "../../log/impressions.js";
import type { LogSpec } from "../../log/log-spec.js";
import { readSummary } from "../../log/read-summary.js";
import { useOf } from "../../log/role-use.js";
import { rangeOf, type Summary, summaryOf } from "../../log/summary.js";
import { rangesPlan } from "../../log/summary-plans.js";
import type { Connection } from "../../sql/engine.js";
import type { Relation } from "../../sql/relation.js";
import { ofOneRow } from "../../sql/run/chunks.js";
import { collectWide } from "../../sql/run/collect-wide.js";
import type { Table } from "../../sql/run/table.js";
import type { CandidateRows } from "../../tally/request.js";
import { type ComparedKeys, compareKeys, inWords } from "./compare-keys.js";
import { rowFaults } from "./rules/check-rows.js";
import type { SurveyedLog } from "./survey-log.js";

/** Summarises and checks the candidates of a log: every broken rule is in one LogError. */
export async function surveyCandidates(
  connection: Connection,
  { log, rows, summary: ofLog }: SurveyedLog,
  candidates: BoundLog,
  wants: { readonly lists: boolean; readonly reach: number },
): Promise<CandidateRows> {
  const { engine, options } = connection;
  const [ranges, table] = await collectWide(
    engine,
    [ofOneRow(rangesPlan(candidates)), ofOneRow(candidatesPlan(candidates, rows, wants.reach))],
    options,
  );
  const summary = readSummary(candidates, ranges, undefined);
  // Displayed ranks of whole lists have a check of their own.
  const ofSlots = (name: string): boolean => wants.lists && name === canonical.rank.name;
  // Displayed ranks of a log may have no row: an advert.
  const mayHaveHoles = (name: string): boolean =>
    log.spec.candidates === undefined && name === canonical.rank.name;
  const ranks = (fault: "tied" | "gaps", words: OfRank): readonly Reason[] =>
    rankedIn(candidates).flatMap(({ name, path }, i) => {
      if (ofSlots(name) || (fault === "gaps" && mayHaveHoles(name))) return [];
      const isTable = log.spec.candidates !== undefined && name === canonical.rank.name;
      return words(
        isTable ? "log.candidates.rank" : path,
        table.numberOrZero(`${fault}_${i}`),
        table.text(`${fault}_${i}_example`),
      );
    });
  const problems = [
    ...(await rowFaults(connection, ruledCandidates(candidates), summary, "candidates")),
    ...(wants.lists
      ? []
      : await rowFaults(connection, displayedRanks(candidates), summary, "candidates")),
    ...(await missing(connection, candidates, rows, table)),
    ...repeated(table.numberOrZero("repeated"), table.text("repeated_example")),
    ...(await notListed(connection, log, candidates)),
    ...(await unknownClusters(connection, log, candidates)),
    ...ranks("tied", tied),
  ];
  if (problems.length > 0) throw new LogError(problems);
  const broken = wants.lists ? await brokenLists(connection, rows, candidates, summary) : [];
  const incomplete = broken.length > 0 ? broken : ranks("gaps", skipped);
  if (incomplete.length > 0) throw new LogError(incomplete);
  return {
    rows: impressions(candidates),
    leaves: {
      // The rate of sampling is the trajectory's, joined to its candidates.
      column: (name) =>
        name === canonical.sampling.name
          ? rangeOf(log, ofLog, name)
          : rangeOf(candidates, summary, name),
      rows: Math.max(1, table.numberOrZero("most")),
    },
    count: summary.rows,
    unexposed: summary.rows - valuesOf(candidates, summary),
    // Offered rows of sessions without a view are the log's own.
    elsewhere: log.spec.candidates === undefined ? 0 : summary.rows - table.numberOrZero("known"),
  };
}

/** How many candidates have a logged exposure; all, where none is named. */
const valuesOf = (candidates: BoundLog, summary: Summary): number =>
  useOf(candidates, "loggedExposure") === undefined
    ? summary.rows
    : summaryOf(candidates, summary, canonical.loggedExposure).values;

async function missing(
  connection: Connection,
  candidates: BoundLog,
  rows: Relation,
  table: Table,
): Promise<readonly Reason[]> {
  const trajectories = table.numberOrZero("missing");
  if (trajectories === 0) return [];
  const example = table.text("missing_example");
  const compared = await compareKeys(connection, trajectoriesInBoth(rows, candidates));
  if (compared !== undefined) return [otherKeys(compared, "trajectory", candidates.spec)];
  const message = `log.candidates: ${counted(trajectories, ["trajectory of the log has", "trajectories of the log have"])} no candidates, for example ${example}. What to do: list all items that the policies chose from, of every trajectory; without them the part that is predicted would count as 0.`;
  return [reason("candidatesMissing", message, { trajectories, example })];
}

/** (Nearly) no trajectory, or item, of the log is among the candidates. */
function otherKeys(
  compared: ComparedKeys,
  of: "trajectory" | "item",
  { [of]: name = of }: LogSpec,
): Reason {
  const message = `log.candidates: (nearly) no ${of} of the log is among the candidates. ${inWords(compared, name, name)}`;
  const { key, other, words } = compared.difference;
  const facts = { path: "log.candidates", key: name, joined: name, ...compared.values };
  return reason("joinMatchesNothing", message, {
    ...facts,
    example: [key, other],
    differ: words ?? null,
  });
}

function repeated(trajectories: number, example: string | null): readonly Reason[] {
  if (trajectories === 0) return [];
  const message = `log.candidates: ${counted(trajectories, ["trajectory holds", "trajectories hold"])} an item twice (or an item that is NULL), for example ${example}. What to do: list each candidate once, in log.candidates: { sql: "select distinct …" }.`;
  return [reason("candidateRepeated", message, { trajectories, example })];
}

type OfRank = (path: string, trajectories: number, example: string | null) => readonly Reason[];

/** Two items at one rank would share the views of one slot, and both count for all of them. */
function tied(path: string, trajectories: number, example: string | null): readonly Reason[] {
  if (trajectories === 0) return [];
  const message = `log.candidates: ${counted(trajectories, ["trajectory holds", "trajectories hold"])} two candidates at one rank of ${path}, for example ${example}. What to do: give each candidate a rank of its own, ties broken by item, and NULL to what is not shown.`;
  return [reason("candidateRankRepeated", message, { path, trajectories, example })];
}

/** What stands at a rank without a candidate would count as 0. */
function skipped(path: string, trajectories: number, example: string | null): readonly Reason[] {
  if (trajectories === 0) return [];
  const message = `log.candidates: the candidates of ${counted(trajectories, ["trajectory skip", "trajectories skip"])} a rank of ${path} that users may see, for example of ${example}. What to do: list every item that stands in the list, viewed or not, an advert too (with prediction 0, where its reward does not count); and let log.listLength, or the curve's cutoff, say from where on nothing is shown.`;
  return [reason("candidateRankSkipped", message, { path, trajectories, example })];
}

/** A view of what was no candidate was predicted for nothing, and one that is placed elsewhere at another rank (or in another cluster). */
async function notListed(
  connection: Connection,
  log: BoundLog,
  candidates: BoundLog,
): Promise<readonly Reason[]> {
  const { engine, options } = connection;
  const statement = log.spec.candidates === undefined ? undefined : notListedPlan(log, candidates);
  if (statement === undefined) return [];
  const [table] = await collectWide(engine, [ofOneRow(statement)], options);
  return [
    ...(await absent(connection, log, candidates, table)),
    ...contradicted(table.numberOrZero("differs"), table.text("differs_example")),
  ];
}

/** A view in a cluster without candidates has no exposure of its cluster. */
async function unknownClusters(
  { engine, options }: Connection,
  log: BoundLog,
  candidates: BoundLog,
): Promise<readonly Reason[]> {
  const statement = log.spec.candidates === undefined ? undefined : clustersPlan(log, candidates);
  if (statement === undefined) return [];
  const [table] = await collectWide(engine, [ofOneRow(statement)], options);
  const [rows, example] = [table.numberOrZero("unknown"), table.text("unknown_example")];
  if (rows === 0) return [];
  const message = `log.candidates: ${counted(rows, ["viewed row is in a cluster that no candidate of its", "viewed rows are in a cluster that no candidate of their"])} trajectory is in, for example in trajectory ${example}. What to do: take the clusters of the log and of the candidates from one table, and list every item that was viewed.`;
  return [reason("clusterUnknown", message, { rows, example })];
}

/** Products of weights run over every slot of a list. */
async function brokenLists(
  connection: Connection,
  rows: Relation,
  candidates: BoundLog,
  summary: Summary,
): Promise<readonly Reason[]> {
  const displayed = displayedCandidates(candidates);
  const unsound = await rowFaults(connection, displayed, summary, "candidates");
  const slots = ofOneRow(slotsPlan(displayed, rows));
  const [table] = await collectWide(connection.engine, [slots], connection.options);
  const fault = (
    name: string,
    code: ReasonCode,
    what: readonly [string, string],
    remedy: string,
  ): Reason[] => {
    const [trajectories, example] = [table.numberOrZero(name), table.text(`${name}_example`)];
    if (trajectories === 0) return [];
    const message = `log.candidates: ${counted(trajectories, what)}, for example ${example}. What to do: ${remedy}.`;
    return [reason(code, message, { trajectories, example })];
  };
  const whole = "exactly the slots 1 to the length of their list (log.listLength)";
  return [
    ...unsound,
    ...fault(
      "repeated",
      "slotRepeated",
      ["trajectory holds a displayed rank twice", "trajectories hold a displayed rank twice"],
      "give each slot of a list one item",
    ),
    ...fault(
      "missing",
      "slotsMissing",
      [`trajectory does not hold ${whole}`, `trajectories do not hold ${whole}`],
      "list the item of every slot that was displayed, viewed or not, with ranks without gaps",
    ),
  ];
}

async function absent(
  connection: Connection,
  log: BoundLog,
  candidates: BoundLog,
  table: Table,
): Promise<readonly Reason[]> {
  const rows = table.numberOrZero("absent");
  if (rows === 0) return [];
  const sides = itemsInBoth(log, candidates);
  const compared = sides && (await compareKeys(connection, sides));
  if (compared !== undefined) return [otherKeys(compared, "item", candidates.spec)];
  const example = table.text("absent_example");
  const message = `log.candidates: ${counted(rows, ["viewed row shows", "viewed rows show"])} an item that is not among the candidates of its trajectory, for example in trajectory ${example}. What to do: add what was viewed to the candidates, or leave those rows out of the log.`;
  return [reason("candidateNotListed", message, { rows, example })];
}

/** Weights would come from the log's ranks, and predictions be weighed by others; or be corrected by others. */
function contradicted(rows: number, example: string | null): readonly Reason[] {
  if (rows === 0) return [];
  const message = `log.candidates: ${counted(rows, ["viewed row has", "viewed rows have"])} another displayed rank, target rank, cluster, prediction or exposure there than in the log, for example in trajectory ${example}. What to do: take them for both from one place; a rank that only one of them has is NULL in the other.`;
  return [reason("candidateContradicts", message, { rows, example })];
}

const counted = (n: number, [one, several]: readonly [string, string]): string =>
  `${n} ${n === 1 ? one : several}`;

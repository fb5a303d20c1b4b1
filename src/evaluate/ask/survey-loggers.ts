import { isReason, LogError, reason } from "../../errors.js";
import { mixtureExposure } from "../../estimators/mixture.js";
import type { CurveByFeed } from "../../exposure/curve-spec.js";
import { canonical } from "../../log/canonical.js";
import { countWhere, readStrata } from "../../log/strata.js";
import type { Connection } from "../../sql/engine.js";
import {
  apply,
  caseWhen,
  cast,
  column,
  double,
  type Expression,
  isNull,
  min,
  nullOf,
  or,
} from "../../sql/expression.js";
import { plan } from "../../sql/plan.js";
import { group, type Named, select } from "../../sql/relation.js";
import { ofOneRow } from "../../sql/run/chunks.js";
import { collectWide } from "../../sql/run/collect-wide.js";
import { trajectoriesPlan } from "../../tally/count-trajectories.js";
import type { SurveyedLog } from "../survey/survey-log.js";
import type { LoggerSizes } from "./loggers.js";
import { curveViewOf, viewsOf } from "./views.js";

/**
 * The trajectories of each logging policy that the study names, and the least exposure of a row under their
 * mixture. Throws a LogError for a logging policy without a name, and for rows that none of them would have shown.
 */
export async function surveyLoggers(
  connection: Connection,
  surveyed: SurveyedLog,
  curve: CurveByFeed | undefined,
): Promise<LoggerSizes | undefined> {
  const { log, rows, strata, sizes } = surveyed;
  if (log.spec.loggingPolicies === undefined) return undefined;
  requireNames(surveyed);
  const { engine, options } = connection;
  const counted =
    log.spec.trajectory === undefined && log.spec.sampling === undefined
      ? strata.map((stratum, at) => ({ ...stratum, rows: sizes[at] ?? 0 }))
      : readStrata((await collectWide(engine, [trajectoriesPlan(log, rows)], options))[0]);
  const sizesOfLog = { strata: counted };
  const least = await leastMixture(connection, surveyed, curve, sizesOfLog);
  return least === undefined ? sizesOfLog : { ...sizesOfLog, least };
}

function requireNames({ log, strata }: SurveyedLog): void {
  const names = Object.keys(log.spec.loggingPolicies ?? {});
  const unknown = strata.find(({ logger }) => logger !== null && !names.includes(logger));
  if (unknown === undefined) return;
  const message = `log.loggingPolicy (column "${log.spec.logger}") holds "${unknown.logger}", which log.loggingPolicies does not name; it names ${names.join(", ")}. Add it there with the policy of the study that it stands for.`;
  throw new LogError(reason("loggerUnknown", message, { logger: unknown.logger, names }));
}

/** Looks at every row's exposure under the mixture; undefined where it does not follow from the study. */
async function leastMixture(
  { engine, options }: Connection,
  { log, rows, summary }: SurveyedLog,
  curve: CurveByFeed | undefined,
  sizes: LoggerSizes,
): Promise<number | undefined> {
  const curveView = curve && curveViewOf(log, summary, curve);
  const mixture = mixtureExposure(viewsOf(log, summary, curveView, sizes).log);
  if (isReason(mixture)) return undefined;
  const read = select(rows, [
    ["trajectory", cast(canonical.trajectory, "text")],
    ["mixture", mixture],
  ]);
  const isLost = or([isNull(column("mixture")), apply("<=", column("mixture"), double(0))]);
  const only = (value: Expression): Expression =>
    caseWhen([{ when: isLost, then: value }], nullOf("text"));
  const sums: readonly Named[] = [
    ["least", min(column("mixture"))],
    ["lost", countWhere(isLost)],
    ["example", min(only(column("trajectory")))],
  ];
  const exposures = plan(
    "exposures under the mixture of logging policies",
    select(group(read, [], sums), [
      ["least", column("least")],
      ["lost", cast(column("lost"), "double")],
      ["example", column("example")],
    ]),
  );
  const [row] = await collectWide(engine, [ofOneRow(exposures)], options);
  const lost = row.number("lost");
  if (lost === 0) return row.number("least");
  const example = row.text("example");
  const message = `log.loggingPolicies: ${lost} ${lost === 1 ? "row was" : "rows were"} shown that no logging policy of its feed and day would have shown, for example in trajectory ${example}. What to do: give the policies that log.loggingPolicies names their exposure (or rank) of every row, those that another of them showed too.`;
  throw new LogError(reason("mixtureInvalid", message, { rows: lost, example }));
}

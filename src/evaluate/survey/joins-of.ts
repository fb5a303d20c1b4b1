import { LogError, type Reason, reason, StudyError } from "../../errors.js";
import {
  type BoundJoin,
  bindJoins,
  joinedColumns,
  type WantedJoin,
} from "../../log/join/bind-join.js";
import { sourceRef } from "../../log/sources/index.js";
import type { Connection } from "../../sql/engine.js";
import { cast, column, max } from "../../sql/expression.js";
import { plan } from "../../sql/plan.js";
import { from, group, type SourceRef, select } from "../../sql/relation.js";
import { ofOneRow } from "../../sql/run/chunks.js";
import { collectWide } from "../../sql/run/collect-wide.js";
import type { SourceColumn } from "../../sql/source-column.js";
import type { Study } from "../../study/study.js";

/** The joins of a log, bound to the columns of their tables; throws a LogError with keys of both sides where these cannot be compared. */
export async function joinsOf(
  connection: Connection,
  log: Study["log"],
  columns: readonly SourceColumn[],
  joins: readonly WantedJoin[],
): Promise<readonly BoundJoin[]> {
  const { engine, options } = connection;
  const described = joins.map(async (join) => {
    const names = joinedColumns(join);
    const ref = sourceRef(join.spec.source);
    return { ...join, tableColumns: await engine.describe(ref, { ...options, columns: names }) };
  });
  const bound = await Promise.all(described);
  try {
    return bindJoins(log, columns, bound);
  } catch (error) {
    if (!(error instanceof StudyError)) throw error;
    const unlike = error.problems.filter(({ code }) => code === "joinKeyType");
    if (unlike.length < error.problems.length) throw error;
    throw new LogError(
      await Promise.all(unlike.map((problem) => withKeys(connection, log, joins, problem))),
      { cause: error },
    );
  }
}

async function withKeys(
  { engine, options }: Connection,
  log: Study["log"],
  joins: readonly WantedJoin[],
  { code, message, facts }: Reason,
): Promise<Reason> {
  const join = joins[Number(facts.place)];
  if (join === undefined) return reason(code, message, facts);
  const last = (source: SourceRef, name: string) =>
    ofOneRow(
      plan(
        "a key of a joined table",
        group(
          select(from(source), [["key", cast(column(name), "text")]]),
          [],
          [["key", max(column("key"))]],
        ),
      ),
    );
  const [key, other] = await collectWide(
    engine,
    [
      last(sourceRef(log.source), String(facts.log)),
      last(sourceRef(join.spec.source), String(facts.joined)),
    ],
    options,
  );
  const example = [key.text("key"), other.text("key")];
  return reason(
    code,
    `${message} The log has for example ${example[0]}, the table ${example[1]}.`,
    {
      ...facts,
      example,
    },
  );
}

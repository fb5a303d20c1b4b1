import { reason, StudyError } from "../../errors.js";
import { clickhouseDialect } from "../../sql/dialects/clickhouse.js";
import type { Run } from "../shared/text-kinds.js";

const names = (list: string): ReadonlySet<string> => new Set(list.split(" "));

/** Table functions that compute, or read what the server itself holds. */
const computing = names(
  "cluster clusterallreplicas dictionary format generate_series generaterandom generateseries loop merge mergetreeindex null numbers numbers_mt primes sqlstandardvalues values view viewifpermitted zeros zeros_mt",
);
/** Table functions that read files, where the server's user may. */
const reader =
  /^(?:azureblobstorage|deltalake|file|hdfs|hudi|iceberg|paimon|s3|url)(?:azure|hdfs|local|s3)?(?:cluster)?$|^(?:cosn|gcs|oss)$/;
/** Other functions that wait, write or reach other services, or tell what the client sends. */
export const doMore: ReadonlySet<string> = names(
  "aiclassify aiembed aiextract aigenerate aitranslate catboostevaluate generateserialid getclienthttpheader hascolumnintable logtrace sleep sleepeachrow",
);

/**
 * Throws StudyError where a query of the user's own calls a function that does more than read and compute. ClickHouse
 * itself says what is called: it prints a query that it has read and not run.
 */
export async function requireReading(run: Run, sql: string): Promise<void> {
  const query = `SELECT * FROM ${clickhouseDialect.source({ kind: "sql", sql })} AS s`;
  const tree = (await run(`SELECT explain FROM (EXPLAIN AST ${query})`, ["explain"])).map(
    ([line]) => String(line),
  );
  const listed = await run("SELECT lower(name) AS name FROM system.table_functions", ["name"]);
  const tables = new Set(listed.map(([name]) => name));
  for (const [at, line] of tree.entries()) {
    const name = /^ *Function (\S+)/.exec(line)?.[1];
    const key = name?.toLowerCase() ?? "";
    if (name === undefined) continue;
    if (doMore.has(key)) throw refusal(name, ", which does more than read and compute");
    if (!tables.has(key) || computing.has(key)) continue;
    if (!reader.test(key)) throw refusal(name, ", which is not known to read and compute only");
    if (!isWritten(tree, at)) {
      throw refusal(
        name,
        " with an argument that is computed, which could tell other servers what a table holds",
      );
    }
  }
}

const indent = (line: string): number => line.length - line.trimStart().length;

/** Whether what a function is called with stands there: texts, numbers, and names that the query does not define. */
function isWritten(tree: readonly string[], at: number): boolean {
  const depth = indent(tree[at] ?? "");
  const end = tree.findIndex((line, i) => i > at && indent(line) <= depth);
  return tree.slice(at + 1, end < 0 ? tree.length : end).every((line) => {
    if (line.includes("(alias ")) return false;
    const name = /^ *Identifier (.*)/.exec(line)?.[1];
    // A line break in a name ends the line.
    if (name !== undefined) return !tree.some((other) => defines(other, name));
    return /^ *(?:ExpressionList|Literal|Function (?:equals|headers|extra_credentials))\b/.test(
      line,
    );
  });
}

const defines = (line: string, name: string): boolean =>
  line.includes(`(alias ${name})`) || line.endsWith(`(alias ${name}`);

function refusal(name: string, why: string): StudyError {
  const message = `{ sql: … } calls ${name}${why}. Leave it out; what it gives can be a table or a view of the server.`;
  return new StudyError(reason("functionRefused", message, { function: name }));
}

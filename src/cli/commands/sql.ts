import type { Command } from "commander";
import { reason, StudyError } from "../../errors.js";
import type { PrintedStatement, Statements } from "../../evaluate/print-statements.js";
import { makeFolder } from "../../make-folder-file.js";
import { holdsSalt } from "../../secrets.js";
import { dialects } from "../../sql/dialects/index.js";
import { lineComment } from "../../sql/line-comment.js";
import { version } from "../../version.js";
import type { CommandModule } from "../command.js";
import { declareResultsFlag } from "../engine-flags.js";
import { exitCodes } from "../exit-codes.js";
import { readFlags } from "../flag-reader.js";
import { runRounds } from "../run-rounds.js";
import type { Session } from "../session.js";
import { declareLogTrust, readStudyFlags, withFlags } from "../study-flags.js";

const examples = `
  $ hindcast sql study.yaml --dialect trino > round-1.sql
  $ hindcast sql study.yaml --dialect trino --results results/*.csv > round-2.sql
  $ hindcast sql study.yaml --dialect spark --folder statements      a file for each statement
  $ hindcast evaluate study.yaml --results results/*.csv
  $ hindcast sql study.yaml --dialect postgres --folder results \\
      --exec 'psql --csv -q -v ON_ERROR_STOP=1'                     every round by itself`;

const notes = `
A study is asked in rounds, because later statements follow from the results of earlier ones: the
types and ranges of columns say how sums are scaled so that they add up exactly. Run what is
printed, save every whole result with its header as CSV or Parquet under any name, and call the
command again with all results so far, until nothing is missing. A result is known by the name of
its first column; numbers in it, and again in its last column, show whether all of it was saved.

With --exec the rounds run by themselves through any program that reads SQL on standard input and
prints CSV with a header (psql --csv, duckdb -csv, trino --output-format CSV_HEADER, bq query
--format=csv, snowsql -o output_format=csv): its results are kept in --folder, and those that are
there already are not asked for again.

With --hold scratch.hc the rows that several statements of a round read are held in tables called
scratch.hc_<hash>: statements make them first, and drop them last. Give it again in every round, and
another prefix to runs at the same time. Of fewer than a million rows nothing is held.

Exit codes: 0 printed, or nothing is missing; 1, 2 and 4 as for the other commands.`;

export const sql: CommandModule = {
  examples,
  notes,
  declare(command: Command): Command {
    command
      .argument("<study>", "a study (.yaml, .json)")
      .option(
        "--dialect <name>",
        `whose SQL (needed): ${dialects.map(({ name }) => name).join(", ")}`,
      )
      .option("--for <command>", "what is asked: evaluate (default), what-if, fit or check")
      .option("--folder <folder>", "write each statement to a file of its own, in this folder")
      .option("--exec <command>", "run the statements by this program, results go to --folder")
      .option(
        "--hold <schema.prefix>",
        "hold rows that several statements read in tables of this name (default: none)",
      );
    declareResultsFlag(command, "results of statements that were run already (.csv, .parquet)");
    return declareLogTrust(command);
  },
  async run([input = ""], values, session) {
    const { readStudyFile } = await session.modules.study();
    const { askNames, dialectNames, printStatements } = await session.modules.evaluate();
    const flags = readFlags(values);
    const dialect = flags.choice("dialect", dialectNames);
    if (flags.text("dialect") === undefined) {
      flags.fault("flag", `--dialect is needed: one of ${dialectNames.join(", ")}.`);
    }
    const ask = flags.choice("for", askNames) ?? "evaluate";
    const hold = flags.text("hold");
    const asked = { dialect: dialect ?? "", ask, ...(hold !== undefined && { hold }) };
    const [folder, command] = [flags.text("folder"), flags.text("exec")];
    if (command !== undefined && folder === undefined) {
      flags.fault("flag", "--exec needs --folder: where the results are kept.");
    }
    const { structure, engine } = readStudyFlags(flags);
    flags.finish();
    const files = [engine?.chosen?.files ?? []].flat().map((file) => session.path(String(file)));
    const study = withFlags(await readStudyFile(session.path(input)), { structure });
    if (command !== undefined && folder !== undefined) {
      // Tables of a run of its own: another one at the same time drops none of them.
      const own = hold === undefined ? {} : { hold: `${hold}_${Date.now().toString(36)}` };
      const next = (results: readonly string[]): Promise<Statements> =>
        printStatements(study, { ...asked, ...own, files: [...files, ...results] });
      const results = await runRounds({ command, folder, next }, session);
      session.say(`nothing is missing: hindcast ${commandOf({ ask, input })} --results ${results}`);
      return exitCodes.answered.code;
    }
    const result = await printStatements(study, { ...asked, files });
    requireNoSalt(result);
    for (const file of result.unasked) session.say(`note: ${file} ${unaskedNow(result)}`);
    await write(result, { input, ask, hold, files: files.length, folder }, session);
    return exitCodes.answered.code;
  },
};

/** Statements that are printed, or lie in files, would show it. */
function requireNoSalt({ statements, held }: Statements): void {
  const purpose = held.create.some(holdsSalt)
    ? "tables of rows"
    : statements.find(({ sql: text }) => holdsSalt(text))?.purpose;
  if (purpose === undefined) return;
  const message = `privacy.saltFile: the statement "${purpose}" holds the salt, which is not printed. Run the statements with --exec, which hands them to a program, or let evaluate ask an engine.`;
  throw new StudyError(reason("saltPrinted", message));
}

/** Only when nothing is missing is it certain that a result is not needed. */
const unaskedNow = ({ statements }: Statements): string =>
  statements.length === 0
    ? "answers no statement of this study, as it stands now; results of another study or of an earlier state of the log do not help"
    : "is not asked for yet: keep it until nothing is missing";

interface SqlRequest {
  readonly input: string;
  readonly ask: string;
  readonly hold: string | undefined;
  readonly files: number;
  readonly folder: string | undefined;
}

async function write(result: Statements, request: SqlRequest, session: Session): Promise<void> {
  const { statements, held } = result;
  if (statements.length === 0) {
    session.say(`nothing is missing: hindcast ${commandOf(request)} --results <all results>`);
    return;
  }
  const start = [...head(result, request), ...result.session.map((line) => `${line};`)].join("\n");
  const texts = statements.map((statement, i) => textOf(statement, i + 1, statements.length));
  const { folder } = request;
  const tables = (lines: readonly string[]): string => lines.map((line) => `${line};`).join("\n");
  const [create, drop] = [tables(held.create), tables(held.drop)];
  if (folder === undefined) {
    const parts = [start, create, ...texts, drop].filter(Boolean);
    return session.print(`${parts.join("\n\n")}\n`);
  }
  await makeFolder(session.path(folder));
  if (held.create.length > 0) {
    await session.writeText(`${folder}/${firstFile}`, `${start}\n\n${create}\n`);
    await session.writeText(`${folder}/${lastFile}`, `${start}\n\n${drop}\n`);
  }
  for (const [i, statement] of statements.entries()) {
    await session.writeText(`${folder}/${fileName(statement)}`, `${start}\n\n${texts[i]}\n`);
  }
  for (const path of session.keptFiles()) session.say(`wrote ${path}`);
}

const firstFile = "0-make-tables.sql";
const lastFile = "zz-drop-tables.sql";

const textOf = (statement: PrintedStatement, place: number, many: number): string =>
  [
    lineComment(
      `${place} of ${many}: ${statement.purpose} (${statement.marker}); gives ${statement.gives}`,
    ),
    `${statement.sql};`,
  ].join("\n");

/** "ranges-of-columns-3f9a12bc0d4e.sql" */
const fileName = ({ purpose, marker }: PrintedStatement): string =>
  `${purpose.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")}-${marker.replace("hindcast_", "")}.sql`;

const commandOf = ({ ask, input }: Pick<SqlRequest, "ask" | "input">): string =>
  ask === "what-if" ? `evaluate ${input} --what-if` : `${ask} ${input}`;

function head({ dialect, statements, held }: Statements, request: SqlRequest): readonly string[] {
  const { input, ask, files, hold } = request;
  const many = `${statements.length} statement${statements.length === 1 ? "" : "s"}`;
  const after = files === 0 ? "" : `, after ${files} result${files === 1 ? "" : "s"}`;
  const other = `${ask === "evaluate" ? "" : ` --for ${ask}`}${hold === undefined ? "" : ` --hold ${hold}`}`;
  return [
    `hindcast ${version}: ${many} of ${input} for ${dialect}${after}`,
    "Run each and save its whole result, with its header, as CSV or Parquet under any name; then",
    `  hindcast sql ${input} --dialect ${dialect}${other} --results <all results so far>`,
    `until nothing is missing, and  hindcast ${commandOf(request)} --results <all results>.`,
    ...(held.create.length === 0
      ? []
      : [
          "Tables of rows that several statements read are made first and dropped last: run these too.",
        ]),
  ].map(lineComment);
}

import { basename, extname } from "node:path";
import type { Command } from "commander";
import { adjustments } from "../../inference/adjustments/index.js";
import type { ColumnNames, LinesFile, RankRequest, RankResult } from "../../rankings/index.js";
import { presets } from "../../rankings/index.js";
import { rankDocument } from "../../report/index.js";
import type { CommandModule } from "../command.js";
import { exitCodes } from "../exit-codes.js";
import { type FlagReader, readFlags } from "../flag-reader.js";
import { declareOutput, readOutput, writeDocument } from "../output.js";
import type { Session } from "../session.js";

const examples = `
  $ hindcast rank runs/*.txt --labels qrels.txt --measures nDCG@10,DCG@100
  $ hindcast rank a.csv b.csv --labels c.csv --measures 'nDCG(gain: exp)@10' --baseline a
  $ hindcast rank run.txt --labels qrels.txt --measures nDCG@10 --explain-against trec_eval
  $ zcat run.gz | hindcast rank - --labels qrels.txt --conventions trec_eval --per-user`;

const notes = `
Runs and labels are files in TREC's form (.txt or any other ending), CSV or TSV with a header, JSON
lines or Parquet, plain or packed (.gz); "-" is stdin. Metrics and conventions: docs/rankings.md.`;

const presetNames = presets.map(({ name }) => name);

export const rank: CommandModule = {
  examples,
  notes,
  declare(command: Command): Command {
    declareOutput(
      command
        .argument("<runs...>", "files of ranked items, one run each")
        .option("--labels <file>", "a file of grades: what users were held to like")
        .option("--measures <list>", "what to measure", "nDCG@10,DCG@10"),
      "table",
    )
      .option("--conventions <name>", `whose: ${presetNames.join(", ")}`)
      .option("--baseline <run>", "the run that the others are compared with; default: the first")
      .option("--confidence <level>", "level of the intervals, in (0, 1)")
      .option("--adjust <name>", "how p-values of many differences are adjusted")
      .option("--per-user", "every user's values too")
      .option(
        "--explain-against <name>",
        "which conventions make these numbers differ from those of this tool",
      )
      .option("--user <column>", "the column of users, in tables")
      .option("--item <column>", "the column of items")
      .option("--score <column>", "the column of scores, in runs")
      .option(
        "--rank <column>",
        "the column that orders lists from its smallest value on, instead of scores",
      )
      .option("--grade <column>", "the column of grades, in labels");
    return command;
  },
  async run(files, values, session) {
    const options = readOptions(files, readFlags(values));
    await session.canWrite([options.output.file, options.output.html]);
    const result = await ranked(files, options, session);
    await writeDocument(rankDocument(result), options.output, session);
    return exitCodes.answered.code;
  },
};

interface Options {
  readonly output: ReturnType<typeof readOutput>;
  readonly labels: string;
  readonly columns: ColumnNames;
  readonly request: RankRequest;
}

function readOptions(files: readonly string[], flags: FlagReader): Options {
  const labels = flags.text("labels");
  if (labels === undefined) {
    flags.fault("missingLabels", "--labels must name a file of grades, such as qrels.txt.");
  }
  if ([...files, labels].filter((file) => file === "-").length > 1) {
    flags.fault("flag", 'Only one file can be "-", stdin.');
  }
  if (flags.text("score") !== undefined && flags.text("rank") !== undefined) {
    flags.fault("flag", "Lists are ordered by --score or by --rank, not by both.");
  }
  const optional = <Key extends string>(key: Key): { readonly [K in Key]?: string } => {
    const value = flags.text(key);
    return (value === undefined ? {} : { [key]: value }) as { readonly [K in Key]?: string };
  };
  const adjust = flags.choice(
    "adjust",
    adjustments.map(({ name }) => name),
  );
  const confidence = flags.between("confidence", 0, 1);
  const options = {
    output: readOutput(flags, "table"),
    labels: labels ?? "",
    columns: {
      ...optional("user"),
      ...optional("item"),
      ...optional("score"),
      ...optional("rank"),
      ...optional("grade"),
    },
    request: {
      measures: flags.text("measures") ?? "",
      ...optional("conventions"),
      ...optional("baseline"),
      ...optional("explainAgainst"),
      ...(adjust !== undefined && { adjust }),
      ...(confidence !== undefined && { confidence }),
      perUser: flags.isSet("perUser"),
    },
  };
  flags.finish();
  return options;
}

/** Runs are read and measured one after the other: only what users' values take is kept of them. */
async function ranked(
  files: readonly string[],
  { labels: labelsFile, columns, request }: Options,
  session: Session,
): Promise<RankResult> {
  const rankings = await session.modules.rankings();
  const plan = rankings.planRanking(request);
  const fileOf = (file: string, name?: string): LinesFile => ({
    path: file === "-" ? file : session.path(file),
    signal: session.signal,
    ...(name !== undefined && { name }),
  });
  const labels = rankings.labelsOf(
    await rankings.readLinesFile(fileOf(labelsFile), "labels", columns),
  );
  const names = runNames(files);
  const runs = [];
  for (const [at, file] of files.entries()) {
    session.signal.throwIfAborted();
    const lines = await rankings.readLinesFile(fileOf(file), "run", columns);
    runs.push({ ...rankings.scoreLines(lines, labels, plan), name: names[at] ?? file });
  }
  return rankings.concludeRanking(labels, runs, plan);
}

/** Files by their names without endings, where these differ; else by their names, else as they were given. */
function runNames(files: readonly string[]): readonly string[] {
  const plain = (file: string): string => {
    const name = basename(file).replace(/\.gz$/i, "");
    return name.slice(0, name.length - extname(name).length) || name;
  };
  const isUnique = (names: readonly string[]): boolean => new Set(names).size === names.length;
  const short = files.map((file) => (file === "-" ? "stdin" : plain(file)));
  if (isUnique(short)) return short;
  const names = files.map((file) => basename(file));
  return isUnique(names) ? names : files;
}

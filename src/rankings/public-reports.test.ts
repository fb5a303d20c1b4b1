import { describe, expect, it } from "vitest";
import { labelsOf, rankRuns, readLines } from "./index.js";

/** What a tool was reported to answer wrongly or in silence: inputs of the same form, and what is right. */
interface Report {
  readonly of: string;
  readonly labels: string;
  readonly run: string;
  /** The files' names; TREC's form without. */
  readonly names?: readonly [labels: string, run: string];
  readonly measures: string;
  readonly conventions?: string;
  readonly columns?: Readonly<Record<string, string>>;
  /** The values of the measures, or the error. */
  readonly right: readonly number[] | RegExp;
  readonly warned?: readonly string[];
}

const at = (rank: number): number => 1 / Math.log2(rank + 1);
const qrels = (text: string): string => text.replace(/^(\S+) (\S+) (\S+)$/gm, "$1 0 $2 $3");
const trecRun = (text: string): string =>
  text.replace(/^(\S+) (\S+) (\S+) (\S+)$/gm, "$1 Q0 $2 $3 $4 s");

const reports: readonly Report[] = [
  {
    of: "trec_eval#22: names order ties, so that equal runs differ",
    labels: "q a 0\nq b 1\nq c 0\nr b 1\n",
    run: "q b 1 1.0\nq c 2 1.0\nr b 1 1\n",
    measures: "nDCG,nDCG(ties: file),nDCG(ties: average)",
    conventions: "trec_eval",
    right: [(at(2) + 1) / 2, 1, ((1 + at(2)) / 2 + 1) / 2],
  },
  {
    of: "trec_eval#34: scores that tie as 32-bit floats",
    labels: "q1 d0 1\nq2 d0 1\n",
    run: "q1 d62 1 0.9222621453752587\nq1 d0 2 0.9222621453752586\nq2 d0 1 1\n",
    measures: "MRR,MRR(scores: single)",
    right: [0.75, 0.75],
  },
  {
    of: "trec_eval#35: the level that is relevant changes no nDCG",
    labels: "q a 1\nr a 2\n",
    run: "q a 1 1\nr a 1 1\n",
    measures: "nDCG(relevant: 2)",
    right: /relevant changes nothing where gain is linear/,
  },
  {
    of: "trec_eval#46: no topic in common, one side with an ending",
    labels: "q1.a a 1\nq2.a a 1\n",
    run: "q1 a 1 1\nq2 a 1 1\n",
    measures: "nDCG",
    right: /no user in common. They differ by "\.a" at the end: "q1" and "q1\.a"/,
  },
  {
    of: "trec_eval#46: ids with #",
    labels: "q doc#1 1\nr doc#2 1\n",
    run: "q doc#0 1 2\nq doc#1 2 1\nr doc#2 1 1\n",
    measures: "MRR",
    right: [0.75],
  },
  {
    of: "trec_eval#49, pytrec_eval#16: grades that are not whole are cut off",
    labels: "q a 0.5\nr a 1\n",
    run: "q a 1 1\nr a 1 1\n",
    measures: "nDCG",
    conventions: "trec_eval",
    right:
      /line 1: item "a" of user "q" has the grade 0\.5, and .* refuses grades that are not whole/,
  },
  {
    of: "pytrec_eval#56: three items of one score",
    labels: "q1 d3 1\nq2 d2 1\nq2 d3 1\n",
    run: "q1 d1 1 1\nq1 d2 1 1\nq1 d3 1 1\nq2 d3 1 1\nq2 d2 1 1\n",
    measures: "MAP,nDCG",
    conventions: "trec_eval",
    right: [1, 1],
  },
  {
    of: "pytrec_eval#56, by the mean of all orders",
    labels: "q1 d3 1\nq2 d2 1\nq2 d3 1\n",
    run: "q1 d1 1 1\nq1 d2 1 1\nq1 d3 1 1\nq2 d3 1 1\nq2 d2 1 1\n",
    measures: "nDCG",
    conventions: "sklearn",
    right: [((1 + at(2) + at(3)) / 3 + 1) / 2],
  },
  {
    of: "beir#187: ten names as items, all of one score",
    labels: `${Array.from({ length: 10 }, (_, i) => `0 ${i} 1\n`).join("")}1 0 1\n`,
    run: `${Array.from({ length: 10 }, (_, i) => `0 ${i} 1 1\n`).join("")}1 0 1 1\n`,
    measures: "R@10,P@10,nDCG@10,MAP@10,MRR@10",
    right: [1, 0.55, 1, 1, 1],
  },
  {
    of: "pytrec_eval#50, haystack#11959, anserini#720: an item listed twice",
    labels: "q a 1\nr a 1\n",
    run: "q a 1 2\nq a 2 1\nr a 1 1\n",
    measures: "nDCG",
    right: /line 2: it lists item "a" of user "q" a second time; the first is line 1/,
  },
  {
    of: "trectools#52: labels that stand twice",
    labels: "q a 1\nr a 1\nq a 1\n",
    run: "q a 1 2\nr a 1 1\n",
    measures: "nDCG",
    right: /line 3: it labels item "a" of user "q" a second time/,
  },
  {
    of: "mlflow#25965: names that look like those of second occurrences",
    labels: "q a_2 1\nr a 1\n",
    run: "q a 1 3\nq z 2 1\nr a 1 1\n",
    measures: "nDCG@3",
    right: [0.5],
  },
  {
    of: "scikit-learn#17639: grades below 0",
    labels: "q a -0.89\nq b -0.53\nq c -0.47\nq d 0.39\nq e 0.56\nr a 1\n",
    run: "q a 1 0.07\nq b 1 0.31\nq c 1 0.75\nq d 1 0.33\nq e 1 0.27\nr a 1 1\n",
    measures: "nDCG",
    conventions: "sklearn",
    right: /has the grade -0\.89, and .* refuses grades below 0/,
  },
  {
    of: "scikit-learn#21335: a list of one item",
    labels: "q a 1\nr b 1\n",
    run: "q a 1 0\nr b 1 0\n",
    measures: "nDCG",
    conventions: "sklearn",
    right: [1],
  },
  {
    of: "scikit-learn#29521, trectools#25: a user without a relevant label",
    labels: "q a 1\nr a 0\ns a 1\n",
    run: "q a 1 1\nr a 1 1\ns a 1 1\n",
    measures: "nDCG,nDCG(empty: zero),nDCG(empty: one)",
    right: [1, 2 / 3, 1],
    warned: ["usersWithoutRelevant", "usersWithoutRelevant", "usersWithoutRelevant"],
  },
  {
    of: "lenskit#400, recommenders#1749: a user who is recommended nothing",
    labels: "q a 1\nr a 1\n s a 1\n".replace("\n s", "\ns"),
    run: "q a 1 1\ns a 1 1\n",
    measures: "nDCG,P@1,nDCG(missing: skip)",
    right: [2 / 3, 2 / 3, 1],
    warned: ["usersMissing"],
  },
  {
    of: "ranx#27: users of the run and of the labels are not the same",
    labels: "q a 1\nr a 1\n",
    run: "q a 1 1\nz a 1 1\n",
    measures: "nDCG",
    conventions: "ranx",
    right: /leaves out 1 user of the labels, the first is "r"/,
  },
  {
    of: "dl4marco-bert#42, pytrec_eval#37: scores below 0",
    labels: "q a 1\nr a 1\n",
    run: "q b 1 -0.5\nq a 2 -7.25e0\nr a 1 -1\n",
    measures: "MRR",
    right: [0.75],
  },
  {
    of: "mem0#6485: distances as scores in a table with ranks",
    labels: "q a 1\nr a 1\n",
    names: ["qrels.txt", "run.csv"],
    run: "query_id,doc_id,rank,score\nq,a,1,0.1\nq,b,2,0.9\nr,a,1,0.2\nr,b,2,0.4\n",
    measures: "MRR",
    right: [1],
    warned: ["ranksContradict"],
  },
  {
    of: "scidocs#13: ranks that are all 0",
    labels: "q a 1\nr a 1\n",
    run: "q a 0 2\nq b 0 1\nr b 0 2\nr a 0 1\n",
    measures: "MRR",
    right: [0.75],
  },
  {
    of: "xgboost#6707, opensearch's search-relevance#191: an ideal of the items listed",
    labels: "q a 1\nq b 3\nr a 1\n",
    run: "q a 1 1\nr a 1 1\n",
    measures: "nDCG@1,nDCG(ideal: listed)@1",
    right: [(1 / 3 + 1) / 2, 1],
  },
  {
    of: "rated-ranking-evaluator#71, ranking-metrics-torch#1: more relevant items than the cutoff",
    labels: `${Array.from({ length: 12 }, (_, i) => `q ${i} 1\n`).join("")}r 0 1\n`,
    run: `${Array.from({ length: 12 }, (_, i) => `q ${i} 1 ${20 - i}\n`).join("")}r 0 1 1\n`,
    measures: "nDCG@10,nDCG@3",
    right: [1, 1],
  },
  {
    of: "openagent-eval#223, poprox-recommender#15: a discount that spares rank 2",
    labels: "q a 1\nr a 1\n",
    run: "q b 1 2\nq a 2 1\nr a 1 1\n",
    measures: "nDCG,nDCG(discount: late)",
    right: [(at(2) + 1) / 2, 1],
  },
  {
    of: "recommenders#1702, lenskit#936, MatchZoo-py#164: what average precision divides by",
    labels: "q a 1\nq b 1\nq c 1\nq d 1\nr a 1\n",
    run: "q a 1 3\nq z 2 2\nq b 3 1\nr a 1 1\n",
    measures: "MAP@2,MAP(recallBy: reachable)@2",
    right: [(1 / 4 + 1) / 2, (1 / 2 + 1) / 2],
  },
  {
    of: "implicit#412, caml-mimic#2: what precision divides by",
    labels: "q a 1\nr a 1\n",
    run: "q a 1 3\nr b 1 1\nr a 2 0.5\n",
    measures: "P@10,P(precisionBy: listed)@10",
    right: [0.1, 0.75],
  },
  {
    of: "unitxt#1935: labelled items that a run does not list",
    labels: "Q6 dA 3\nQ6 dB 2\nQ7 dX 1\nQ7 dY 2\n",
    run: "Q6 dB 1 0.7\nQ6 dC 1 0.5\nQ6 dD 1 0.4\nQ7 dY 1 0.9\nQ7 dZ 1 0.2\n",
    measures: "nDCG",
    conventions: "trec_eval",
    right: [(2 / (3 + 2 * at(2)) + 2 / (2 + at(2))) / 2],
  },
  {
    of: "beir's form: grades in a column called score",
    labels: "query-id\tcorpus-id\tscore\nq\ta\t1\nr\ta\t1\n",
    names: ["test.tsv", "run.txt"],
    run: "q a 1 1\nr a 1 1\n",
    measures: "nDCG",
    right: /no column grade .* If score holds the grades, write --grade score/,
  },
  {
    of: "beir's form, with its grades named",
    labels: "query-id\tcorpus-id\tscore\nq\ta\t1\nr\ta\t1\n",
    names: ["test.tsv", "run.txt"],
    run: "q a 1 1\nr a 1 1\n",
    columns: { grade: "score" },
    measures: "nDCG",
    right: [1],
  },
  {
    of: "anserini#1232, relevation#7: tabs and blanks in one file",
    labels: "q\t0\ta\t1\nr 0  a \t1 \r\n",
    run: "q\tQ0\ta\t1\t1\ts\nr Q0 a 1 1 s\n",
    measures: "nDCG",
    right: [1],
  },
  {
    of: "PyNIDM#84, rsmtool#88: zeros in front that one side lost",
    labels: "0108 a 1\n0109 a 1\n",
    run: "108 a 1 1\n109 a 1 1\n",
    measures: "nDCG",
    right: /They differ by zeros in front: "108" and "0108"/,
  },
  {
    of: "scores that are no numbers",
    labels: "q a 1\nr a 1\n",
    run: "q a 1 nan\nr a 1 1\n",
    measures: "nDCG",
    right: /line 1: the score must be a finite number; it is "nan"/,
  },
];

describe("what other tools were reported for", () => {
  it.each(reports.map((report) => [report.of, report] as const))("%s", async (_, report) => {
    const { names = ["qrels.txt", "run.txt"], columns = {}, measures, conventions, right } = report;
    const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
    const answer = async (): Promise<ReturnType<typeof rankRuns>> => {
      const labels = await readLines(names[0], "labels", bytes(qrels(report.labels)), columns);
      const run = await readLines(names[1], "run", bytes(trecRun(report.run)), columns);
      const asked = { measures, ...(conventions !== undefined && { conventions }) };
      return rankRuns(labelsOf(labels), [run], asked);
    };
    if (right instanceof RegExp) {
      await expect(answer()).rejects.toThrow(right);
      return;
    }
    const { estimates, warnings } = await answer();
    expect(estimates.map((row) => ("value" in row ? row.value : row.none.message))).toEqual(
      right.map((value) => expect.closeTo(value, 12)),
    );
    expect(warnings.map(({ code }) => code)).toEqual(report.warned ?? []);
  });
});

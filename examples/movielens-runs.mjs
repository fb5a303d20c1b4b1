// Two recommenders trained on half of every user's liked items: writes the lists of both and the items held out.
//
// Data: ratings of MovieLens (Harper and Konstan, 2015), which GroupLens offers at grouplens.org/datasets/movielens.
//
//   node examples/movielens-runs.mjs ratings.csv
//   npx hindcast rank ease.csv popularity.csv --labels held-out.csv --measures DCG@100,nDCG@100

import { writeFileSync } from "node:fs";
import { figureTwoSplit, learnHere, models, readRatingsFile, topK } from "hindcast/recommenders";

const { kept, held } = figureTwoSplit(await readRatingsFile(process.argv[2] ?? "ratings.csv"));
const { train, test, evaluated } = held;

for (const name of ["ease", "popularity"]) {
  const scorer = learnHere(models.find((model) => model.name === name).learn(train, [{}]));
  const lines = Array.from(evaluated).flatMap((user) => {
    const [scores] = scorer(user);
    const best = Array.from(topK(scores, 100));
    return best.map((item) => `${kept.users[user]},${kept.items[item]},${scores[item]}`);
  });
  writeFileSync(`${name}.csv`, `user,item,score\n${lines.join("\n")}\n`);
}

const labels = Array.from(evaluated).flatMap((user) =>
  Array.from(test.columns.subarray(test.starts[user], test.starts[user + 1])).map(
    (item) => `${kept.users[user]},${kept.items[item]},1`,
  ),
);
writeFileSync("held-out.csv", `user,item,grade\n${labels.join("\n")}\n`);

import { describe, expect, it } from "vitest";
import { drawTrips } from "../../exposure/drawn-trips.js";
import { createRandom } from "../../random/create-random.js";
import { createInterpreter } from "../../sql/interpreter/interpreter.js";
import { readStudy } from "../../study/read-study.js";
import { evaluate } from "../evaluate.js";
import { fitLog } from "../fit.js";

const rowsOf = (truth: { model: string; parameters: object }, seed: number): object[] =>
  drawTrips(createRandom(seed), truth as never, 500).depths.flatMap((depth, session) =>
    Array.from({ length: depth }, (_, i) => ({
      session,
      user: session % 250,
      rank: i + 1,
      other: depth - i,
      click: (session + i) % 3 === 0 ? 1 : 0,
    })),
  );

const study = (rows: object[], curve: object): object => ({
  log: {
    source: { rows },
    trajectory: "session",
    user: "user",
    rank: "rank",
    listLength: 40,
    rewards: ["click"],
    exposure: { curve },
  },
  policies: { other: { rank: "other" } },
  estimators: ["mean", "dcg"],
});
const engine = createInterpreter({});

describe("curve: { fit: auto }", () => {
  it("takes what fit recommends, says which, and answers as that model does", async () => {
    const rows = rowsOf({ model: "geometric", parameters: { gamma: 0.7 } }, 5);
    const fitted = await fitLog(readStudy(study(rows, { fit: "auto" })), { engine });
    const [feed] = fitted.feeds;
    if (feed === undefined || "none" in feed.recommendation) throw new Error("a model fits");
    const auto = await evaluate(readStudy(study(rows, { fit: "auto" })), { engine });
    expect(auto.curves).toMatchObject([
      { model: feed.recommendation.model, chosenBy: "crossValidation" },
    ]);
    const { ranks = [] } = auto.curves[0] ?? {};
    expect(ranks.map(({ measured }) => measured)).toEqual(feed.empirical.map(({ p }) => p));
    expect(ranks.map(({ fitted }) => fitted)).toEqual(feed.keptCurve?.p);
    const fourth = rows.filter((row) => "rank" in row && row.rank === 4);
    expect(ranks[3]?.views).toBe(fourth.length);
    const named = await evaluate(readStudy(study(rows, { fit: feed.recommendation.model })), {
      engine,
    });
    expect(auto.estimates).toEqual(named.estimates);
    expect(named.curves[0]).not.toHaveProperty("chosenBy");
    expect("code" in feed.kept ? null : feed.kept.fit.model).toBe(feed.recommendation.model);
  });

  it("is not the family that the README used to name where another fits", async () => {
    const steep = await evaluate(
      readStudy(
        study(rowsOf({ model: "geometric", parameters: { gamma: 0.6 } }, 7), { fit: "auto" }),
      ),
      { engine },
    );
    expect(steep.curves[0]?.model).not.toBe("yuleSimon");
  });
});

import { existsSync, readdirSync } from "node:fs";
import { resolve } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { evaluate, type Result, readStudyFile, type Study } from "../src/index.js";

/**
 * The real log is not part of the repository. It is looked for in `obd` below `HINDCAST_DATA`, else next to
 * the example, else in a folder `data` of any folder next to the repository.
 */
const places = process.env.HINDCAST_DATA
  ? [process.env.HINDCAST_DATA]
  : ["examples", ...readdirSync("..").map((name) => `../${name}/data`)];
const folders = places.map((place) => resolve(place, "obd"));
const found = folders.find((place) => existsSync(resolve(place, "men-bts.csv.gz")));
const folder = found ?? resolve("examples", "obd");
const present = found !== undefined;
const title = present ? "Open Bandit, men" : `Open Bandit, men (skipped: no data in ${folder})`;

/** The example with its files looked for in the data folder. */
async function example(): Promise<Study> {
  const text = JSON.stringify(await readStudyFile("examples/open-bandit-men.yaml"));
  return JSON.parse(text.replaceAll("examples/obd/", `${folder.replaceAll("\\", "/")}/`));
}

const find = ({ estimates }: Result, policy: string, estimator: string) => {
  const row = estimates.find((each) => each.policy === policy && each.estimator === estimator);
  if (row === undefined || "none" in row) throw new Error(`no ${estimator} of ${policy}`);
  return row;
};

describe.skipIf(!present)(title, () => {
  let evaluated: Promise<Result>;
  beforeAll(async () => {
    evaluated = evaluate(await example());
    await evaluated;
  }, 60_000);

  it("judges the uniform policy from the log of Thompson sampling", async () => {
    const result = await evaluated;
    expect(find(result, "uniform", "ips").value).toBeCloseTo(0.003009, 6);
    expect(find(result, "uniform", "ips").se).toBeCloseTo(0.000774, 6);
    expect(find(result, "uniform", "snips").value).toBeCloseTo(0.003189, 6);
    expect(find(result, "logged", "mean").value).toBe(69 / 10_000);
    const found = (code: string) => result.diagnostics.find((each) => each.code === code);
    expect(found("meanWeight")?.effect).toBeCloseTo(0.943, 3);
    expect(found("effectiveSampleSize")?.statistic).toBeCloseTo(656, 0);
  });

  it("knows by how much less the uniform policy really earned, and has no lift to hold that against", async () => {
    const result = await evaluated;
    const online = find(result, "uniform", "mean");
    expect(online.value).toBe(46 / 10_000);
    expect(online.se).toBeCloseTo(0.00068, 5);
    const agreement = result.diagnostics.find(({ code }) => code === "onlineAgreement");
    expect(agreement?.severity).toBe("inconclusive");
    expect(agreement?.consequence).toContain("-33.3 % [-58.1 %, -8.53 %] online against logged");
    expect(agreement?.remedy).toContain("within its own error");
  });

  it.each([
    ["betaIps", {}, 0.003022752925114671],
    // Those that the Open Bandit Pipeline 0.4.1 gives with the same predictions (bench/peers).
    ["ips", {}, 0.0030086263272564836],
    ["snips", {}, 0.003189423162277392],
    ["dm", {}, 0.006364865344194241],
    ["dr", {}, 0.0032955785408595177],
    ["switchDr", { limit: 1 }, 0.0060589953108296036],
    ["switchDr", { limit: 3 }, 0.0058355814410459275],
    ["drOs", { shrinkage: 1 }, 0.006080432311899169],
    ["drOs", { shrinkage: 10 }, 0.0056909114458928],
  ])("estimates the uniform policy by %s %j", async (estimator, parameters, value) => {
    const { estimates } = await evaluated;
    const row = estimates.find(
      (each) =>
        each.policy === "uniform" &&
        each.estimator === estimator &&
        Object.entries(parameters).every(([name, given]) => each.parameters[name] === given),
    );
    expect(row !== undefined && "value" in row ? row.value : undefined).toBeCloseTo(value, 12);
  });
});

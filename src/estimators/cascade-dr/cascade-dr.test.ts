import { describe, expect, it } from "vitest";
import { agreeOnLists, askLists, listLog, listStudy } from "../../../test/fixture/list-log.js";
import { readStudy } from "../../study/read-study.js";

describe("cascadeDr", () => {
  it("agrees with its reference", async () => {
    const compared = await agreeOnLists(["cascadeDr"], (slots) => {
      let [w, z] = [1, 0];
      for (const { reward, remaining, expected, propensity } of slots) {
        z += w * expected;
        w *= propensity[0] / propensity[1];
        z += w * (reward - remaining);
      }
      return z;
    });
    expect(compared).toBeGreaterThanOrEqual(6);
  });

  it("says what it lacks", async () => {
    const rows = listLog("lacks");
    const { estimates } = await askLists(rows, ["cascadeDr"], { rewards: { like: "like" } });
    const [own] = estimates.filter(({ policy }) => policy === "a");
    expect(own).toMatchObject({ none: { code: "remainingMissing" } });
  });

  it("is refused for two rewards, since a policy expects one", () => {
    const like = { column: "like", remaining: "rest" };
    const study = listStudy(["cascadeDr"], { rewards: { like, watch: { ...like } } });
    expect(() => readStudy(study)).toThrow(/policies\.a\.remaining.*one reward/s);
  });
});

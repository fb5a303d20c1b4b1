import { describe, expect, it } from "vitest";
import { total } from "../../../test/fixture/reference.js";
import { agreeOnLoggers, askLoggers, loggersLog } from "../../../test/fixture/several-loggers.js";

describe("efficient", () => {
  it("agrees with its reference", async () => {
    const compared = await agreeOnLoggers(["efficient"], (rows) =>
      total(
        rows.map(
          ({ isViewed, target, mixture, reward, prediction }) =>
            target * prediction + (isViewed ? (target / mixture) * (reward - prediction) : 0),
        ),
      ),
    );
    expect(compared).toBeGreaterThanOrEqual(100);
  });

  it("has no answer for the ranking that several policies wrote together", async () => {
    const { estimates } = await askLoggers(loggersLog("logged"), ["efficient"]);
    const logged = estimates.filter(({ policy }) => policy === "logged");
    expect(logged.length).toBeGreaterThan(0);
    for (const row of logged) expect(row).toMatchObject({ none: { code: "loggedOfSeveral" } });
  });
});

import { describe, expect, it } from "vitest";
import { asComputed } from "../../../test/fixture/as-computed.js";
import { randomLog } from "../../../test/fixture/random-log.js";
import { total } from "../../../test/fixture/reference.js";
import { agreeOnLoggers, askLoggers, loggersLog } from "../../../test/fixture/several-loggers.js";
import { estimateOf, evaluateRows, rowOf, smallStudy } from "../../../test/fixture/small-study.js";
import { LogError } from "../../errors.js";
import type { Row } from "../../sql/interpreter/value.js";

describe("balance", () => {
  it("agrees with its reference, shares by feed and day", async () => {
    const compared = await agreeOnLoggers(["balance"], (rows, isLogged) =>
      total(
        rows.map(({ isViewed, target, mixture, reward }) =>
          isViewed ? reward * (isLogged ? 1 : target / mixture) : 0,
        ),
      ),
    );
    expect(compared).toBeGreaterThanOrEqual(150);
  });

  it("takes a day without one of the logging policies by the exposures of the other", async () => {
    const rows = loggersLog("absent", { days: 2 }).filter(
      ({ day, logger }) => !(day === "2026-11-02" && logger === "logger 1"),
    );
    const { estimates } = await askLoggers(rows, ["balance", "ips"]);
    const key = { policy: "target", reward: "like", estimand: "perTrajectory" } as const;
    const on = (estimator: string) =>
      estimateOf({ estimates } as never, { ...key, estimator, day: "2026-11-02" });
    expect(on("balance").value).toBeCloseTo(on("ips").value, 12);
    expect(on("balance").se).toBeCloseTo(on("ips").se, 12);
  });

  it("refuses rows that no logging policy would have shown, with a count and a trajectory", async () => {
    const rows = loggersLog("lost").map(
      (row): Row =>
        row.session === 7n && row.viewed === 1n && row.position === 1n
          ? { ...row, eps_0: 0, eps_1: 0 }
          : row,
    );
    const error = await askLoggers(rows, ["balance"]).catch((e) => e);
    expect(error).toBeInstanceOf(LogError);
    expect(error.problems).toMatchObject([
      { code: "mixtureInvalid", facts: { rows: 1, example: "7" } },
    ]);
    expect(error.message).toContain("1 row was shown that no logging policy");
  });

  it("takes the shares that a sampled log stands for: a quarter of one policy's trajectories were kept", async () => {
    const rows = loggersLog("kept", { trajectories: 24 });
    const isOften = (row: Row): boolean => row.logger === "logger 1";
    const kept = rows.map((row): Row => ({ ...row, kept: isOften(row) ? 0.25 : 1 }));
    const whole = rows.flatMap((row): Row[] =>
      [0n, 1n, 2n, 3n]
        .slice(0, isOften(row) ? 4 : 1)
        .map((copy) => ({ ...row, session: (row.session as bigint) + 1000n * copy })),
    );
    const asked = ["balance", "efficient", "weighted"];
    const [found, expected] = [
      asComputed(await askLoggers(kept, asked, { sampling: "kept" })),
      asComputed(await askLoggers(whole, asked)),
    ];
    const answers = expected.estimates.flatMap((row) => ("value" in row ? [row] : []));
    expect(answers.filter(({ estimator }) => estimator === "balance").length).toBeGreaterThan(10);
    for (const { estimator, policy, reward, estimand, feed, day, value } of answers) {
      const row = rowOf(found.estimates, { estimator, policy, reward, estimand, feed, day });
      expect(row).toMatchObject({ value: expect.closeTo(value, 9) });
    }
  });

  it("refuses a logging policy that has no name, and says what is missing without names", async () => {
    const unnamed = await askLoggers(loggersLog("names"), ["balance"], {
      loggingPolicies: { "logger 0": "first" },
    }).catch((e) => e);
    expect(unnamed.problems).toMatchObject([
      { code: "loggerUnknown", facts: { logger: "logger 1" } },
    ]);
    const { estimates } = await evaluateRows(
      smallStudy({ estimators: ["balance"] }),
      randomLog("none"),
    );
    for (const row of estimates) {
      expect(row).toMatchObject({
        none: { code: "loggersUnknown", facts: { missing: "log.loggingPolicies" } },
      });
    }
  });
});

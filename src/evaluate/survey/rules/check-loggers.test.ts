import { describe, expect, it } from "vitest";
import { askLoggers, loggersLog } from "../../../../test/fixture/several-loggers.js";
import type { Row } from "../../../sql/index.js";

const rows = loggersLog("absent", { trajectories: 300, days: 3 });
const days = [...new Set(rows.map(({ day }) => String(day)))].sort();

/** The log without what a logging policy wrote on some of its days. */
const without = (logger: string, count: number): readonly Row[] =>
  rows.filter((row) => row.logger !== logger || days.indexOf(String(row.day)) >= count);

const problemOf = async (log: readonly Row[], estimators: readonly unknown[]): Promise<unknown> =>
  askLoggers(log, estimators).then(
    () => null,
    ({ problems }) => problems,
  );

describe("a logging policy that did not run on a day on which others did", () => {
  it.each([
    ["one day", without("logger 0", 1), 1],
    ["two days", without("logger 0", 2), 2],
  ])("is refused where estimates of each are combined: %s", async (_, log, absent) => {
    expect(await problemOf(log, ["balance", "weighted"])).toMatchObject([
      {
        code: "loggerAbsent",
        message: expect.stringMatching(
          `"logger 0" wrote no trajectory on ${absent} of 3 days of feed .* ask for balance`,
        ),
        facts: { estimator: "weighted", logger: "logger 0", days: absent, of: 3, day: days[0] },
      },
    ]);
  });

  it("is refused where the policies took turns", async () => {
    const turns = rows.filter(({ day, logger }) => (day === days[0]) === (logger === "logger 0"));
    expect(await problemOf(turns, ["weighted"])).toMatchObject([{ code: "loggerAbsent" }]);
  });

  it("is no problem for mixtures, whose shares are those of each day, nor where chance explains it", async () => {
    expect(await problemOf(without("logger 0", 1), ["balance", "efficient"])).toBeNull();
    const few = new Set([...new Set(rows.map(({ session }) => session))].slice(0, 12));
    const small = without("logger 0", 1).filter(({ session }) => few.has(session));
    expect(await problemOf(small, ["weighted"])).toBeNull();
    expect(await problemOf(rows, ["weighted"])).toBeNull();
  });
});

import { describe, expect, it } from "vitest";
import { askLoggers, loggersLog } from "../../../test/fixture/several-loggers.js";
import type { Row } from "../../sql/interpreter/value.js";

const whole = loggersLog("absent", { trajectories: 2000, days: 3 });
const rows = whole.filter(({ feed }) => feed === whole[0]?.feed);
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
  it("is refused where estimates of each are combined", async () => {
    expect(await problemOf(without("logger 0", 2), ["balance", "weighted"])).toMatchObject([
      {
        code: "loggerAbsent",
        message: expect.stringMatching(
          /"logger 0" wrote no trajectory on 2 of 3 days of feed .* leave weighted out; .* \(balance, efficient\)/,
        ),
        facts: { estimator: "weighted", logger: "logger 0", days: 2, of: 3, day: days[0] },
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

  it("is no problem where policies are drawn for users, and the few of one stay away for a day", async () => {
    const sessions = [...new Set(rows.map(({ session }) => session))];
    const rare = new Set(sessions.filter((_, at) => at % 20 === 0));
    const log = rows
      .map((row): Row => {
        const [logger, eps] = rare.has(row.session) ? ["logger 1", "eps_1"] : ["logger 0", "eps_0"];
        return { ...row, logger: logger as string, eps0: row[eps as string] ?? null };
      })
      .filter(({ logger, day }) => logger === "logger 0" || day !== days[0]);
    expect(new Set(log.map(({ logger }) => logger)).size).toBe(2);
    expect(await problemOf(log, ["weighted"])).toBeNull();
  });
});

import { expect, it } from "vitest";
import { randomLog } from "../../../test/fixture/random-log.js";
import { evaluateRows, smallStudy } from "../../../test/fixture/small-study.js";

it("impressions are those evaluated, without the days on which curves are fitted", async () => {
  const rows = randomLog("log facts", { trajectories: 80, days: 3 });
  const curve = { fit: "geometric", cutoff: 6 };
  const under = (exposure: object) =>
    evaluateRows(smallStudy({ log: { day: "day", exposure }, estimators: ["mean"] }), rows);
  const [all, some] = [
    await under({ curve }),
    await under({ curve, fitDays: { to: "2026-11-01" } }),
  ];
  const taught = rows.filter(({ day }) => day === "2026-11-01").length;
  expect(taught).toBeGreaterThan(20);
  expect(all.log.impressions).toBe(rows.length);
  expect(some.log.impressions).toBe(rows.length - taught);
  expect(some.log.counts.fitDaysRows).toBe(taught);
});

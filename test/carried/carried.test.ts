import { describe, expect, it } from "vitest";
import { inTurn, isInTurn, repetitions } from "../fixture/property.js";
import { agree, estimators, few, studyOf } from "./agree.js";
import type { Fitted } from "./fits.js";
import { type Dials, randomLog } from "./random-log.js";

const table: Fitted = { fit: "table", support: 1, cutoff: 6 };
const rewards = { like: "like", watch: "watch" };
const fits: readonly Fitted[] = [
  table,
  { fit: "table", tail: "geometric", after: 3 },
  { fit: "table", tail: "yuleSimon", after: 2, cutoff: 6 },
  { fit: "geometric" },
  { fit: "geometric", cutoff: 6 },
  { fit: "yuleSimon", cutoff: 6 },
  { fit: "inverse" },
];
const dials: Dials = { notShown: 0.15 };

const compare = (seed: string, fit: Fitted, more: Dials = {}, log: object = {}, rest = {}) =>
  agree({
    study: studyOf(fit, { log, estimators: few, ...rest }),
    rows: randomLog(seed, { ...dials, ...more }),
    curves: () => fit,
    coarse: more.negative === true,
  });

const breaks: readonly (readonly [string, Dials, object])[] = [
  ["every end is a stop", {}, { listLength: null }],
  ["ends that were not seen", { cut: 0.2 }, { censored: "cut" }],
  ["ends not seen, lists unknown", { cut: 0.2 }, { censored: "cut", listLength: null }],
  ["positions without an item", { holes: 0.5 }, {}],
  ["negative rewards, lists known", { negative: true }, {}],
  ["negative rewards, lists unknown", { negative: true }, { listLength: null }],
  ["two loggers", { loggers: 2 }, { logger: "logger" }],
  ["every trajectory its own cluster", {}, { user: null }],
];
const usual: readonly Fitted[] = [
  table,
  { fit: "yuleSimon", cutoff: 6 },
  { fit: "geometric", cutoff: 6 },
];

/** A quick run tries one of three kinds of logs. */
const shares = repetitions(3, 1);

describe("an estimate under a fitted curve", () => {
  it.each(inTurn(fits, fits.length))(
    "has the error of the weights' reference under %j",
    async (fit) => {
      const counted = await compare(`plain ${fit.fit}`, fit, {}, { rewards }, { estimators });
      expect(counted.estimates).toBeGreaterThan(80);
      expect(counted.wider).toBeGreaterThan(30);
      expect(counted.lifts).toBeGreaterThan(20);
    },
  );

  it.each(inTurn(breaks, breaks.length))("has it with %s", async (name, more, log) => {
    for (const fit of inTurn(usual, usual.length)) {
      const counted = await compare(name, fit, more, log);
      expect(counted.wider).toBeGreaterThan(3);
    }
  });

  it.runIf(isInTurn(0, shares))(
    "has it on every day, its curve being that of all days",
    async () => {
      const days = { users: repetitions(50, 90), days: 3 };
      for (const fit of inTurn([table, { fit: "inverse" }], 2)) {
        const counted = await compare("days", fit, days, { day: "day" });
        expect(counted.wider).toBeGreaterThan(3);
      }
    },
  );

  it.runIf(isInTurn(1, shares))(
    "has it on every feed and over both, each on its own curve",
    async () => {
      const fit = { fit: "table", support: 1, tail: "geometric", after: 4, cutoff: 6 };
      const more = { users: repetitions(50, 90), feeds: 2, days: 2 };
      const counted = await compare(
        "feeds",
        fit,
        more,
        { feed: "feed", day: "day" },
        { pool: true },
      );
      expect(counted.wider).toBeGreaterThan(3);
    },
  );

  it.runIf(isInTurn(2, shares))(
    "has it where one feed's curve is fitted and the other's given",
    async () => {
      const given = [1, 0.7, 0.5, 0.35, 0.25, 0.2];
      const fit = { fit: "yuleSimon", cutoff: 6 };
      const rows = randomLog("mixed", { users: repetitions(50, 90), feeds: 2, ...dials });
      for (const first of inTurn(["1", "2"], 2)) {
        const second = first === "1" ? "2" : "1";
        const counted = await agree({
          study: studyOf(
            { byFeed: { [first]: fit, [second]: { table: given } } },
            { log: { feed: "feed" }, pool: true, estimators: few },
          ),
          rows,
          curves: (feed) => (feed === first ? fit : given),
        });
        expect(counted.wider).toBeGreaterThan(3);
      }
    },
  );

  it.runIf(isInTurn(2, shares))("has it where weights divide by logged exposures", async () => {
    const exposure = { column: "eps0", curve: table };
    const counted = await agree({
      study: studyOf(table, { log: { exposure }, estimators: ["ips", "snips"] }),
      rows: randomLog("exposures", dials),
      curves: () => table,
    });
    expect(counted.wider).toBeGreaterThan(3);
  });

  it.runIf(isInTurn(2, shares))(
    "has the fit days' users in it, and answers of the other days",
    async () => {
      for (const fit of inTurn([table, { fit: "geometric" }], 2)) {
        const exposure = { curve: fit, fitDays: { to: "2026-11-01" } };
        const counted = await agree({
          study: studyOf(fit, { log: { exposure, day: "day" }, estimators: few }),
          rows: randomLog("fit days", { users: repetitions(50, 90), days: 3, ...dials }),
          curves: () => fit,
          fitDays: ["2026-11-01"],
        });
        expect(counted.wider).toBeGreaterThan(3);
      }
    },
  );

  it.runIf(isInTurn(0, shares))(
    "has it where sessions run over midnight, which count on their first day",
    async () => {
      const more = { users: repetitions(50, 90), days: 2, overnight: 0.5 };
      const counted = await compare("overnight", table, more, { day: "day" });
      expect(counted.wider).toBeGreaterThan(3);
    },
  );
});

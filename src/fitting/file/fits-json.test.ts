import { describe, expect, it } from "vitest";
import { StudyError } from "../../errors.js";
import { drawTrips } from "../../exposure/drawn-trips.js";
import { createRandom } from "../../random/create-random.js";
import type { Depths } from "../depths.js";
import { influenceByBucket } from "../errors/influence-by-bucket.js";
import { type FeedFit, fitCurve } from "../fit-curve.js";
import { fitsFromJson, fitsToJson } from "./fits-json.js";

const truth = { model: "yuleSimon", parameters: { rho: 1.3 } };
const trips = drawTrips(createRandom("file"), truth, 600);
const depths: Depths = {
  bucket: Int32Array.from(trips.depths, (_, i) => i % 17),
  depth: Float64Array.from(trips.depths),
  censored: Float64Array.from(trips.censored, Number),
  trajectories: Float64Array.from(trips.depths, () => 1),
};
const learntFrom = (options: FeedFit["options"], to = 30, feed: string | null = null): FeedFit => {
  const fit = fitCurve(depths, { ...options, to });
  if ("code" in fit) throw new Error(fit.message);
  const clusteredBy = { role: "user", column: "user_id", hash: "bigint" } as const;
  return { feed, options, fit, depths, clusteredBy, buckets: 1024 };
};
const written = (...curves: readonly FeedFit[]): unknown =>
  JSON.parse(JSON.stringify(fitsToJson(curves)));

const asked: readonly (readonly [FeedFit["options"], number])[] = [
  [{ model: "yuleSimon" }, 30],
  [{ model: "geometric", cutoff: 14 }, 30],
  [{ model: "inverse" }, 30],
  [{ model: "logAlpha" }, 30],
  [{ model: "table", support: 10 }, 12],
  [{ model: "table", cutoff: 12, support: 5 }, 30],
  [{ model: "table", tail: "yuleSimon" }, 30],
  [{ model: "table", tail: "inverse", after: 3, cutoff: 20 }, 30],
];

describe("fits in a file", () => {
  it.each(asked)("come back as they were: %j", (options, to) => {
    const curve = learntFrom(options, to);
    const [back, ...others] = fitsFromJson(written(curve));
    expect(others).toEqual([]);
    expect(back?.fit).toEqual(curve.fit);
    expect({ ...back, depths: 0 }).toEqual({ ...curve, depths: 0 });
    for (const name of ["bucket", "depth", "censored", "trajectories"] as const) {
      expect(Array.from(back?.depths[name] ?? [])).toEqual(Array.from(depths[name]));
    }
    const slopes = [0.3, -1, 0.2, 0.4, 1];
    if (back === undefined) throw new Error("no curve");
    const found = influenceByBucket(back.fit, back.depths).of(slopes);
    expect(found).toEqual(influenceByBucket(curve.fit, curve.depths).of(slopes));
    expect("length" in found && found.length).toBe(17);
  });

  it("reach as deep as they are asked to, by feed", () => {
    const spliced = { model: "table", tail: "yuleSimon" };
    const both = [
      learntFrom(spliced, 30, "1"),
      learntFrom({ model: "table", support: 5 }, 12, "2"),
    ];
    const deeper = fitsFromJson(written(...both), (feed) => (feed === "1" ? 80 : 1));
    expect(deeper.map(({ feed, fit }) => [feed, fit.estimates.length])).toEqual([
      ["1", 128],
      ["2", 12],
    ]);
    expect(deeper[0]?.fit).toEqual(learntFrom(spliced, 80).fit);
    expect(fitsFromJson(written(both[0] as FeedFit), 5)[0]?.fit).toEqual(both[0]?.fit);
    expect(() => fitsFromJson(written(...both), 50)).toThrow(/No view beyond rank 12 is known/);
  });

  const good = written(learntFrom({ model: "table", tail: "yuleSimon" }, 30, "1")) as {
    readonly feeds: readonly [Readonly<Record<string, Readonly<Record<string, unknown>>>>];
  };
  const [feed] = good.feeds;
  const bent = (changes: Readonly<Record<string, unknown>>): unknown => ({
    ...good,
    feeds: [{ ...feed, ...changes }],
  });
  const within = (field: string, changes: Readonly<Record<string, unknown>>): unknown =>
    bent({ [field]: { ...feed[field], ...changes } });
  const firstOther = (list: unknown, value: unknown): unknown[] => [
    value,
    ...(list as unknown[]).slice(1),
  ];

  it.each([
    [null, /a mapping as Fitted curves; it is null/],
    [{ kind: "fit" }, /"fits" as kind; it is "fit"/],
    [{ ...good, schemaVersion: 2 }, /1 as schemaVersion; it is 2/],
    [{ ...good, feeds: {} }, /a list as feeds/],
    [{ ...good, feeds: [] }, /one curve or more, each of another feed as feeds; it is \[\]/],
    [{ ...good, feeds: [feed, feed] }, /each of another feed as feeds; it is \["1","1"\]/],
    [bent({ feed: 1 }), /the name of a feed, or null, as feed; it is 1/],
    [bent({ buckets: 0 }), /a whole number in \[1, ∞\) as buckets; it is 0/],
    [bent({ depths: undefined }), /a mapping as depths; it is missing/],
    [within("options", { model: 3 }), /a name as model/],
    [within("options", { tail: null }), /a name as tail/],
    [within("options", { after: 0 }), /as after; it is 0/],
    [within("options", { cutoff: 1.5 }), /as cutoff; it is 1.5/],
    [within("options", { support: "5" }), /as support; it is "5"/],
    [within("clusteredBy", { role: "users" }), /user, trajectory or row as role/],
    [within("clusteredBy", { column: 4 }), /name of a column, or null, as column/],
    [within("clusteredBy", { hash: "md5" }), /bigint, text or native as hash/],
    [within("depths", { bucket: [1, 2] }), /600 entries, as many as depths, as bucket; it is 2/],
    [within("depths", { depth: firstOther(feed.depths?.depth, 0) }), /\[1, ∞\) as depth; it is 0/],
    [within("depths", { censored: firstOther(feed.depths?.censored, 2) }), /0 or 1 as censored/],
    [within("depths", { trajectories: firstOther(feed.depths?.trajectories, -1) }), /it is -1/],
    [within("fit", { estimates: [{ name: "p1" }] }), /as p1; it is missing|mapping as se/],
  ])("are refused by name where they are none: %#", (json, message) => {
    expect(() => fitsFromJson(json)).toThrow(StudyError);
    expect(() => fitsFromJson(json)).toThrow(message);
    expect(() => fitsFromJson(json)).toThrow(expect.objectContaining({ code: "unreadableFit" }));
  });

  it("are refused where they were edited", () => {
    const { estimates } = feed.fit as { estimates: { value: number }[] };
    const moved = estimates.map((each, at) => ({
      ...each,
      value: each.value * (at === 8 ? 1.001 : 1),
    }));
    const more = firstOther(feed.depths?.trajectories, 40);
    for (const json of [
      within("fit", { estimates: moved }),
      within("fit", { estimates: estimates.slice(0, 2), model: "yuleSimon" }),
      within("depths", { trajectories: more }),
      within("options", { tail: "inverse" }),
    ]) {
      expect(() => fitsFromJson(json)).toThrow(expect.objectContaining({ code: "editedFit" }));
    }
    expect(() => fitsFromJson(within("options", { model: "tabel" }))).toThrow(
      /Did you mean "table"/,
    );
    expect(() => fitsFromJson(within("options", { cutoff: 3 }))).toThrow(/went on beyond rank 3/);
  });
});

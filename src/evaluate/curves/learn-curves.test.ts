import { expect, it } from "vitest";
import { smallStudy } from "../../../test/fixture/small-study.js";
import { InternalError } from "../../errors.js";
import { readStudy } from "../../study/index.js";
import { learnCurves } from "./learn-curves.js";

it("a curve to be learnt from no depths is a fault of ours, not of the study", async () => {
  const study = readStudy(smallStudy({ log: { exposure: { curve: { fit: "inverse" } } } }));
  const clusteredBy = { role: "user", column: "user", hash: "bigint" } as const;
  const lesson = { study, clusteredBy, feeds: [null], deepest: () => 6, depths: undefined };
  await expect(learnCurves(lesson)).rejects.toBeInstanceOf(InternalError);
});

import { expect, it } from "vitest";
import { smallStudy } from "../../../test/fixture/small-study.js";
import { InternalError } from "../../errors.js";
import { readStudy } from "../../study/read-study.js";
import { fitCurves } from "./fit-curves.js";

it("a curve to be fitted on no depths is a fault of ours, not of the study", async () => {
  const study = readStudy(smallStudy({ log: { exposure: { curve: { fit: "inverse" } } } }));
  const clusteredBy = { role: "user", column: "user", hash: "bigint" } as const;
  const inputs = { study, clusteredBy, feeds: [null], deepest: () => 6, depths: undefined };
  await expect(fitCurves(inputs)).rejects.toBeInstanceOf(InternalError);
});

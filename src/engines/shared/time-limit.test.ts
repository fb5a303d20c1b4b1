import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import { timeLimit } from "./time-limit.js";

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

it("aborts with a TimeoutError, also where nothing but another signal refers to it and garbage is collected", async () => {
  const signal = AbortSignal.any([new AbortController().signal, timeLimit(1_000)]);
  const aborted = once(signal, "abort");
  for (let round = 0; round < 3; round++) {
    collectGarbage();
    await sleep(1);
  }
  // A busy machine may have reached the limit already.
  if (!signal.aborted) await aborted;
  expect(signal.reason).toMatchObject({ name: "TimeoutError" });
});

import { expect, it } from "vitest";
import type { Engine } from "../engine.js";
import { createInterpreter } from "../interpreter/interpreter.js";
import type { Keep } from "../relation.js";
import { holding } from "./holding.js";

/** An engine that holds rows of logs from so many rows on, and what it let go of. */
function engineFrom(holdsFrom?: number) {
  const released: Keep[] = [];
  const plain = createInterpreter({});
  const engine: Engine = {
    ...plain,
    info: async () => ({ ...(await plain.info()), ...(holdsFrom !== undefined && { holdsFrom }) }),
    release: async (keep) => void released.push(keep),
  };
  return { plain, engine, released };
}

const given = async (keep: Keep | undefined): Promise<Keep | undefined> => keep;

it("gives a keep of its own to each job, and releases it at its end", async () => {
  const { engine, released } = engineFrom(10);
  const [one, other] = [await holding(engine, 10, given), await holding(engine, 10, given)];
  expect(one).toBeDefined();
  expect(other).not.toBe(one);
  expect(released).toEqual([one, other]);
});

it("releases it where the job fails", async () => {
  const { engine, released } = engineFrom(0);
  const fails = async (): Promise<never> => {
    throw new Error("no");
  };
  await expect(holding(engine, 0, fails)).rejects.toThrow("no");
  expect(released).toHaveLength(1);
});

it("gives none where the engine holds no rows, or few are not worth it", async () => {
  const { plain, engine, released } = engineFrom();
  expect(await holding(plain, 2 ** 30, given)).toBeUndefined();
  expect(await holding(engine, 2 ** 20 - 1, given)).toBeUndefined();
  expect(await holding(engine, 2 ** 20, given)).toBeDefined();
  expect(released).toHaveLength(1);
});

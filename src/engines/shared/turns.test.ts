import { describe, expect, it } from "vitest";
import { Turns } from "./turns.js";

const never = new AbortController().signal;

describe("turns", () => {
  it("are taken one after the other, in the order in which they were asked for", async () => {
    const turns = new Turns();
    const did: string[] = [];
    const job = async (name: string): Promise<void> => {
      const end = await turns.take(never);
      did.push(`${name} begins`);
      await new Promise((resolve) => setTimeout(resolve, 5));
      did.push(`${name} ends`);
      end();
    };
    await Promise.all([job("a"), job("b"), job("c")]);
    expect(did.join(", ")).toBe("a begins, a ends, b begins, b ends, c begins, c ends");
  });

  it("of one who gives up waiting are passed on, and not before it would have had them", async () => {
    const turns = new Turns();
    const end = await turns.take(never);
    const control = new AbortController();
    const given = turns.take(control.signal);
    let hasNext = false;
    const next = turns.take(never).then(() => {
      hasNext = true;
    });
    control.abort(new Error("enough"));
    await expect(given).rejects.toThrow("enough");
    expect(hasNext).toBe(false);
    end();
    await next;
  });

  it("are not waited for with a signal that is aborted", async () => {
    const turns = new Turns();
    await expect(turns.take(AbortSignal.abort(new Error("no")))).rejects.toThrow("no");
    (await turns.take(never))();
  });
});

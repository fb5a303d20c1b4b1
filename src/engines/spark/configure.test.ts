import { Code, ConnectError } from "@connectrpc/connect";
import { describe, expect, it } from "vitest";
import { answer, batch, engineAt, rowsOf, serve } from "../../../test/fixture/spark-queries.js";
import { complete } from "../../../test/fixture/spark-server.js";

/** A server that lets nobody change these settings, and has these values. */
const served = (fixed: Readonly<Record<string, string>>, status = Code.Internal) =>
  serve({
    executePlan: () => answer(batch("1", [1n]), complete),
    config: ({ operation }) => {
      const { set, get } = operation ?? {};
      const taken = set?.pairs.find(({ key }) => Object.hasOwn(fixed, key));
      if (taken !== undefined) {
        throw new ConnectError(`[CANNOT_MODIFY_CONFIG] Cannot modify ${taken.key}.`, status);
      }
      const pairs = (get?.keys ?? []).map((key) => ({ key, value: fixed[key] ?? "" }));
      return { serverSideSessionId: "first life", pairs };
    },
  });

describe("a server that refuses settings", () => {
  it.each([
    ["no number depends on", { "spark.sql.variable.substitute": "true" }],
    ["it has anyway", { "spark.sql.ansi.enabled": "TRUE", "spark.sql.session.timeZone": "UTC" }],
  ])("is used without one that %s, and with the others", async (_, fixed) => {
    const server = await served(fixed);
    const engine = await engineAt(server.url);
    expect(await rowsOf(engine)).toEqual([[1n]]);
    const alone = server
      .of("config")
      .flatMap(({ request }) => (request.operation as { set?: { pairs: unknown[] } }).set ?? [])
      .filter(({ pairs }) => pairs.length === 1);
    expect(alone).toHaveLength(4);
    expect(server.of("executePlan")[0]?.request).toMatchObject({
      clientObservedServerSideSessionId: "first life",
    });
  });

  it("is refused by the name of one that numbers depend on", async () => {
    const server = await served({ "spark.sql.session.timeZone": "Europe/Berlin" });
    await expect(rowsOf(await engineAt(server.url))).rejects.toMatchObject({
      failure: "auth",
      code: "settingsRefused",
      message: expect.stringMatching(/session\.timeZone to "UTC".*has "Europe\/Berlin".*Ask/),
    });
    expect(server.of("executePlan")).toEqual([]);
  });
});

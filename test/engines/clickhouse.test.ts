import { describe, expect, it } from "vitest";
import { doMore } from "../../src/engines/clickhouse/reading-query.js";
import { createSourceStates } from "../../src/engines/results/source-states.js";
import { from, type SourceRef } from "../../src/sql/relation.js";
import { collect } from "../../src/sql/run/collect.js";
import { engineSuite } from "./engine-suite.js";
import { holdingSuite } from "./holding-suite.js";
import { clickhouse } from "./under-test/clickhouse.js";
import type { OpenEngine } from "./under-test/under-test.js";

/** Of the kinds among which some do more than compute, those that were looked at. */
const looked =
  "__actionname __applyfilter __bitboolmaskand __bitboolmaskor __bitswaplasttwo __bitwrapperfunc __getscalar __patchpartitionid __scalarsubqueryresult __toyearcalendaronly _cast addresstoline addresstolinewithinlines addresstosymbol authenticateduser bar blocknumber blockserializedsize blocksize buildid bytesize casewithexpression coloroklabtosrgb coloroklchtosrgb colorsrgbtooklab colorsrgbtooklch connectionid countdigits currentdatabase currentprofiles currentqueryid currentroles currentschemas currentuser defaultprofiles defaultroles defaultvalueofargumenttype defaultvalueoftypename demangle digits displayname dumpcolumnstructure enabledprofiles enabledroles errorcodetoname evalmlmethod file filesystemavailable filesystemcapacity filesystemunreserved finalizeaggregation flipcoordinates formatquery formatqueryornull formatquerysingleline formatquerysinglelineornull formatreadabledecimalsize formatreadablequantity formatreadablesize formatreadabletimedelta fqdn fuzzquery generaterandomstructure getmacro getmaxtablenamelengthfordatabase getmergetreesetting getoskernelversion getserverport getserversetting getsetting getsettingordefault getsizeofenumtype getsubcolumn gettypeserializationstreams globalvariable hasthreadfuzzer highlightquery hostname icebergbucket icebergtruncate identity ignore indexhint initializeaggregation initialqueryid initialquerystarttime isconstant isdecimaloverflow ismergetreepartcoveredby joinget joingetornull lowcardinalityindices lowcardinalitykeys macnumtostring macstringtonum macstringtooui materialize mergetreepartinfo minsamplesizecontinuous minsamplesizeconversion naivebayesclassifier naivebayesclassifierwithallprobs naivebayesclassifierwithprob neighbor nested normalizedqueryhash normalizedqueryhashkeepnames normalizequery normalizequerykeepnames obfuscatequery obfuscatequerywithseed parsereadablesize parsereadablesizeornull parsereadablesizeorzero parsetimedelta partitionid queryid revision rownumberinallblocks rownumberinblock runningaccumulate runningconcurrency runningdifference runningdifferencestartingwithfirstvalue serveruuid shardcount shardnum showcertificate structuretocapnprotoschema structuretoprotobufschema tcpport throwif tid tocolumntypename tokenizequery totypename transactionid transactionlatestsnapshot transactionoldestsnapshot transform uptime validatenestedarraysizes variantelement varianttype version visiblewidth zookeepersessionuptime";

engineSuite(clickhouse, (opened) => {
  holdingSuite(clickhouse, opened);

  describe("where rows that were to be held are too many", () => {
    const few = /^(?:structure: check|a given curve, what if|buckets of text)$/;
    const notHeld = (): OpenEngine => {
      const { running, ...rest } = opened();
      const connect: typeof running.connect = async () => ({
        ...(await running.connect()),
        release: async () => undefined,
      });
      return { ...rest, running: { ...running, connect } };
    };
    holdingSuite({ ...clickhouse, asked: few }, notHeld, 1);
  });

  it("has no function that nobody has looked at", async () => {
    const where =
      "alias_to = '' AND categories IN ('', 'AI', 'Other', 'Internal', 'Introspection', 'Machine Learning') AND NOT is_aggregate";
    const sql = `SELECT DISTINCT lower(name) AS name FROM system.functions WHERE ${where} ORDER BY 1`;
    const source: SourceRef = { kind: "sql", sql };
    const columns = [{ name: "name", type: "text" as const }];
    const found = await collect(opened().engine, { relation: from(source), columns, purpose: "" });
    const names = Array.from({ length: found.rows }, (_, i) => String(found.text("name", i)));
    expect(names.filter((name) => !doMore.has(name)).join(" ")).toBe(looked);
  });

  it("tells by its parts that a table was written, with equal counts and ranges too", async () => {
    const { engine } = opened();
    const source: SourceRef = { kind: "table", name: ["default", "it's"] };
    const state = () => createSourceStates(engine).of(source);
    await write(opened(), "CREATE TABLE `it's` (x Int64) ENGINE = MergeTree ORDER BY tuple()");
    expect(await state(), "of no part").toBeUndefined();
    await write(opened(), "INSERT INTO `it's` VALUES (1), (2), (9)");
    const before = await state();
    expect(before).toEqual(expect.any(String));
    expect(await state()).toBe(before);
    await write(opened(), "TRUNCATE TABLE `it's`");
    await write(opened(), "INSERT INTO `it's` VALUES (1), (3), (9)");
    expect(await state()).not.toBe(before);
  });
});

/** Runs a statement as the server's owner. */
async function write({ running }: OpenEngine, statement: string): Promise<void> {
  const credentials = Buffer.from("golden:golden-password").toString("base64");
  const headers = { authorization: `Basic ${credentials}` };
  const url = `http://127.0.0.1:${running.port}/write`;
  const answer = await fetch(url, { method: "POST", body: statement, headers });
  if (!answer.ok) throw new Error(await answer.text());
}

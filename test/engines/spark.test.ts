import { describe } from "vitest";
import { engineSuite } from "./engine-suite.js";
import { holdingSuite } from "./holding-suite.js";
import { sparkHoldSuite } from "./spark/hold-suite.js";
import { killLaws } from "./spark/kill-laws.js";
import { shuffleLaws } from "./spark/shuffle-laws.js";
import { spark } from "./under-test/spark.js";

engineSuite(spark, (opened) => {
  holdingSuite(spark, opened);
  describe("what is sent between processes", () => shuffleLaws(opened));
  describe("what breaks", () => killLaws(opened));
});

sparkHoldSuite();

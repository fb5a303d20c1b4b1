import { engineSuite } from "./engine-suite.js";
import { clickhouse } from "./under-test/clickhouse.js";

engineSuite(clickhouse);

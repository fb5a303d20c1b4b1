import { engineSuite } from "./engine-suite.js";
import { duckdb } from "./under-test/duckdb.js";

engineSuite(duckdb);

import { logColumns } from "../fixture/random-log.js";
import { engineSuite } from "./engine-suite.js";
import { execSuite } from "./exec-suite.js";
import { pathsOf, writeLog } from "./golden/write-log.js";
import { holdingSuite } from "./holding-suite.js";
import { duckdbProgram, whyNoDuckdbProgram } from "./servers/duckdb-program.js";
import { tellSkipped } from "./skipped.js";
import { duckdb, duckdbOptimized } from "./under-test/duckdb.js";

engineSuite(duckdb, (opened) => holdingSuite(duckdb, opened));
for (const under of duckdbOptimized) engineSuite(under);

const name = "duckdb";
const unavailable = whyNoDuckdbProgram();
tellSkipped({ name: "duckdb's own program", unavailable });

execSuite({
  name,
  unavailable,
  start: async (rows, folder) => {
    const log = { name: "log", columns: logColumns, rows };
    await writeLog(log, folder);
    return {
      dialect: "duckdb",
      command: `${duckdbProgram} -csv`,
      source: pathsOf(log, folder),
      engine: "duckdb",
    };
  },
});

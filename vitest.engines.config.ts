import { defineConfig } from "vitest/config";
import { SlowestFirst } from "./test/engines/slowest-first.js";

// The golden suite on real engines and servers. A file has a server of its own; half of its time it waits, for
// networks that are silent and servers that give up, so that others run next to it.
export default defineConfig({
  test: {
    include: ["test/engines/**/*.test.ts", "test/browser/**/*.test.ts"],
    globalSetup: ["test/engines/golden/global-setup.ts", "test/fixture/build-page-script.ts"],
    pool: "forks",
    maxWorkers: 3,
    sequence: { sequencer: SlowestFirst },
    testTimeout: 300_000,
    hookTimeout: 300_000,
    teardownTimeout: 30_000,
    allowOnly: false,
    reporters: ["default", "json"],
    outputFile: { json: "reports/engines.json" },
  },
});

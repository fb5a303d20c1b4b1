import { defineConfig } from "vitest/config";
import { QuickestFirst } from "./test/engines/quickest-first.js";

// The golden suite on real engines and servers: one file, hence one server, at a time.
export default defineConfig({
  test: {
    include: ["test/engines/**/*.test.ts"],
    globalSetup: ["test/engines/golden/global-setup.ts"],
    pool: "forks",
    fileParallelism: false,
    sequence: { sequencer: QuickestFirst },
    testTimeout: 300_000,
    hookTimeout: 300_000,
    teardownTimeout: 30_000,
    allowOnly: false,
    reporters: ["default", "json"],
    outputFile: { json: "reports/engines.json" },
  },
});

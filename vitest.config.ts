import { defineConfig } from "vitest/config";

const isThorough = process.env.HINDCAST_THOROUGH === "1";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts"],
    exclude: ["**/node_modules/**", "dist/**", "test/engines/**", "test/browser/**"],
    globalSetup: ["test/fixture/print-seed.ts", "test/fixture/build-page-script.ts"],
    pool: "forks",
    // Files share the modules of their process: loading them again for each costs half of the time.
    isolate: false,
    // The default leaves one core of two idle.
    maxWorkers: "100%",
    // Logs in memory die young: a larger nursery collects them in a quarter less time.
    execArgv: ["--min-semi-space-size=64", "--max-semi-space-size=64"],
    testTimeout: isThorough ? 300_000 : 30_000,
    hookTimeout: isThorough ? 300_000 : 30_000,
    // Both cores are busy: what takes a millisecond may wait for seconds.
    expect: { poll: { timeout: 10_000 } },
    allowOnly: false,
    // Next to their test: a folder of a list holds members and nothing else.
    resolveSnapshotPath: (path, extension) => `${path}${extension}`,
    reporters: ["default", "json"],
    outputFile: { json: "reports/vitest.json" },
    coverage: {
      provider: "v8",
      include: ["src/**/*.ts"],
      exclude: ["**/*.test.ts"],
      reporter: ["text-summary", "json-summary"],
    },
  },
});

import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts"],
    exclude: ["**/node_modules/**", "dist/**", "test/engines/**"],
    pool: "forks",
    testTimeout: 30_000,
    hookTimeout: 30_000,
    allowOnly: false,
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

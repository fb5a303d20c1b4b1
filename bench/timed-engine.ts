import type { Batch, CallOptions, Engine, Plan } from "../src/sql/engine.js";

/** An engine that adds the seconds of every query to its purpose. */
export function timedEngine(engine: Engine, parts: Record<string, number>): Engine {
  return {
    ...engine,
    async *query(plan: Plan, options?: CallOptions): AsyncGenerator<Batch> {
      const start = performance.now();
      try {
        yield* engine.query(plan, options);
      } finally {
        parts[plan.purpose] = (parts[plan.purpose] ?? 0) + (performance.now() - start) / 1e3;
      }
    },
  };
}

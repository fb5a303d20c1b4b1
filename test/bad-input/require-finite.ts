/** Throws where a value holds NaN, an infinity or undefined anywhere, and says where. */
export function requireFinite(value: unknown, path = "result"): void {
  if (value === undefined) throw new Error(`${path} is undefined`);
  if (typeof value === "number" && !Number.isFinite(value)) throw new Error(`${path} is ${value}`);
  if (typeof value === "bigint") throw new Error(`${path} is a bigint, which JSON cannot hold`);
  if (typeof value !== "object" || value === null) return;
  for (const [key, each] of Object.entries(value)) requireFinite(each, `${path}.${key}`);
}

import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

interface Entry {
  readonly link?: boolean;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** What `npm ci` installs, by the folder that it is put into; "" is the package itself. */
async function packagesIn(path: string): Promise<Readonly<Record<string, Entry>>> {
  const text = await readFile(fileURLToPath(new URL(`../../${path}`, import.meta.url)), "utf8");
  return (JSON.parse(text) as { readonly packages: Readonly<Record<string, Entry>> }).packages;
}

describe.each(["package-lock.json", "site/package-lock.json"])("%s", (path) => {
  it("has the hash of each package, of other platforms too", async () => {
    const packages = await packagesIn(path);
    const fetched = Object.entries(packages).filter(([folder, { link }]) => folder !== "" && !link);
    expect(fetched.length).toBeGreaterThan(100);
    const without = fetched.filter(
      ([, { integrity }]) => !/^sha512-.{86}==$/.test(integrity ?? ""),
    );
    expect(without.map(([folder]) => folder)).toEqual([]);
  });

  it("names no registry", async () => {
    const named = Object.values(await packagesIn(path)).filter((entry) => entry.resolved);
    expect(named).toEqual([]);
  });
});

it("the lock file lists DuckDB's builds for every platform", async () => {
  const packages = await packagesIn("package-lock.json");
  const builds = packages["node_modules/@duckdb/node-bindings"]?.optionalDependencies ?? {};
  expect(Object.keys(builds).length).toBeGreaterThan(4);
  const missing = Object.keys(builds).filter((name) => !(`node_modules/${name}` in packages));
  expect(missing).toEqual([]);
});

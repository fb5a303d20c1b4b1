import { writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { StudyError, UnsupportedError } from "../../errors.js";
import { readAddress } from "./address.js";
import { loadClient } from "./client.js";
import { type ClickhouseOptions, createClickhouseEngine, describeClickhouseUrl } from "./index.js";
import { readCredentials } from "./read-credentials.js";
import { settingsOf } from "./settings.js";

describe("options", () => {
  const url = "http://localhost:8123";

  it("are read from a URL, which is printed without secrets", () => {
    const full = "https://me%40x:p%3Aw@ch.example.com:8443/my%20logs?max_threads=2&user=other";
    expect(readAddress(full)).toEqual({
      origin: "https://ch.example.com:8443",
      user: "me@x",
      password: "p:w",
      database: "my logs",
      settings: { max_threads: "2" },
    });
    expect(describeClickhouseUrl(full)).toBe("https://ch.example.com:8443/my%20logs");
  });

  it.each(["clickhouse://me:s3cret@h:9000", "me:s3cret@h", "http://h/a/b", "http://h/%zz"])(
    "the URL %s is refused without its secrets",
    async (wrong) => {
      const error = await createClickhouseEngine({ url: wrong }).catch((caught: unknown) => caught);
      expect(error).toBeInstanceOf(StudyError);
      expect(String(error)).not.toContain("s3cret");
    },
  );

  it.each<Partial<ClickhouseOptions>>([
    { timeout: 0 },
    { connectTimeout: Number.NaN },
    { token: "t", user: "me" },
    { password: "p", passwordFile: "f" },
    { passwordFile: "/none/at/all" },
    { settings: { join_use_nulls: 0 } },
  ])("%j is refused", async (wrong) => {
    await expect(createClickhouseEngine({ url, ...wrong })).rejects.toThrow(StudyError);
  });

  it("limits may be set, what answers depend on may not", () => {
    expect(settingsOf({ max_query_size: "9" }, { join_use_nulls: 1 })).toMatchObject({
      max_query_size: "9",
      join_use_nulls: 1,
    });
    expect(() => settingsOf({ session_timezone: "CET" })).toThrow(/session_timezone to stay UTC/);
    expect(settingsOf()).toMatchObject({ read_overflow_mode: "throw", limit: 0 });
    expect(() => settingsOf({ read_overflow_mode: "break" })).toThrow(/to stay throw/);
    expect(() => settingsOf({ limit: 10 })).toThrow(/limit to stay 0/);
    expect(() => settingsOf({ skip_unavailable_shards: 1 })).toThrow(/to stay 0/);
  });

  it("credentials come by option, URL, file and environment, in this order", async () => {
    const folder = await mkdtemp(join(tmpdir(), "hindcast-test-"));
    const passwordFile = join(folder, "password");
    writeFileSync(passwordFile, "of file\n");
    const here = { HINDCAST_CLICKHOUSE_URL: url };
    const environment = {
      ...here,
      CLICKHOUSE_USER: "env",
      HINDCAST_CLICKHOUSE_PASSWORD: "of env",
    };
    const read = (options: Partial<ClickhouseOptions>, address = url, env = environment) =>
      readCredentials({ url, ...options }, readAddress(address), env);
    expect(read({})).toEqual({ user: "env", password: "of env" });
    expect(read({ passwordFile })).toEqual({ user: "env", password: "of file" });
    expect(read({ passwordFile }, "http://a:b@h")).toEqual({ user: "a", password: "of file" });
    expect(read({ user: "o", password: "" }, "http://a:b@h")).toEqual({ user: "o", password: "" });
    expect(readCredentials({ url }, readAddress(url), {})).toEqual({
      user: "default",
      password: "",
    });
    expect(
      readCredentials({ url }, readAddress(url), { ...here, HINDCAST_CLICKHOUSE_TOKEN: "t" }),
    ).toEqual({
      token: "t",
    });
    await rm(folder, { recursive: true });
  });

  it("the client's package is named where it is not installed", async () => {
    const load = loadClient(() => Promise.reject(new Error("Cannot find package")));
    await expect(load).rejects.toThrow(UnsupportedError);
    await expect(load).rejects.toThrow("npm install @clickhouse/client");
  });
});

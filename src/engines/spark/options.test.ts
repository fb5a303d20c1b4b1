import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readSettings } from "./options.js";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "hindcast-test-"));
  await writeFile(join(folder, "token"), " of-file\n");
  await writeFile(join(folder, "ca.pem"), "PEM");
});
afterAll(() => rm(folder, { recursive: true }));

const here = { HINDCAST_SPARK_URL: "sc://host" };
const both = {
  ...here,
  HINDCAST_SPARK_TOKEN: "ours",
  SPARK_CONNECT_AUTHENTICATE_TOKEN: "sparks",
};

describe("the token", () => {
  it("is the option's, the file's, the address's, ours or Spark's of the environment", () => {
    const url = "sc://host/;token=of-url";
    const tokenFile = join(folder, "token");
    const bare = "sc://host";
    expect(readSettings({ url, tokenFile, token: "of-option" }, both).token).toBe("of-option");
    expect(readSettings({ url, tokenFile }, both).token).toBe("of-file");
    expect(readSettings({ url }, both).token).toBe("of-url");
    expect(readSettings({ url: bare }, both).token).toBe("ours");
    const { SPARK_CONNECT_AUTHENTICATE_TOKEN } = both;
    expect(readSettings({ url: bare }, { ...here, SPARK_CONNECT_AUTHENTICATE_TOKEN }).token).toBe(
      "sparks",
    );
    expect(readSettings({ url: bare }, { HINDCAST_SPARK_TOKEN: "" }).token).toBeUndefined();
  });

  it("wants TLS, but on this machine", () => {
    const base = (url: string) => readSettings({ url }, {}).baseUrl;
    expect(base("sc://host/;token=t")).toBe("https://host:15002");
    expect(base("sc://localhost/;token=t")).toBe("http://localhost:15002");
    expect(base("sc://[::1]/;token=t;use_ssl=true")).toBe("https://[::1]:15002");
    expect(base("sc://host")).toBe("http://host:15002");
    expect(() => base("sc://host/;token=secret;use_ssl=false")).toThrow(/through TLS only/);
    expect(() => base("sc://host/;token=secret;use_ssl=false")).not.toThrow(/secret/);
  });

  it("is refused where no header could hold it", () => {
    const read = () => readSettings({ url: "sc://host", token: "sec ret" }, {});
    expect(read).toThrow(/without spaces/);
    expect(read).not.toThrow(/sec ret/);
  });
});

describe("other options", () => {
  it("have defaults, and are milliseconds and contents in the end", () => {
    expect(readSettings({ url: "sc://host" }, {})).toMatchObject({
      userId: "hindcast",
      clientType: "hindcast",
      timeout: undefined,
      patience: 30_000,
      address: "sc://host:15002",
    });
    const url = "sc://host/;x-a=1;x-b=1";
    const options = { url, timeout: 1.4995, connectTimeout: 2, headers: { "x-b": "2" } };
    expect(readSettings({ ...options, ca: join(folder, "ca.pem") }, {})).toMatchObject({
      timeout: 1500,
      patience: 2000,
      headers: { "x-a": "1", "x-b": "2" },
      ca: "PEM",
    });
  });

  it.each([
    [{ timeout: 0 }, /engine.timeout to be seconds in \(0, 2000000\], but got 0/],
    [{ connectTimeout: Number.NaN }, /engine.connectTimeout/],
    [{ tokenFile: "/nowhere/token" }, /engine.tokenFile to be a file .* "\/nowhere\/token"/],
    [{ ca: "/nowhere/ca" }, /engine.ca/],
    [{ headers: { "a b": "1" } }, /header/],
    [{ url: undefined as unknown as string }, /got none/],
  ])("are refused by name: %j", (options, message) => {
    expect(() => readSettings({ url: "sc://host", ...options }, {})).toThrow(message);
  });
});

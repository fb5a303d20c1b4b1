import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openFile } from "./open-file.js";

let folder = "";
const path = process.env.PATH ?? "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "hindcast-open-"));
});
afterEach(async () => {
  process.env.PATH = path;
  await rm(folder, { recursive: true });
});

describe.runIf(process.platform === "linux")("openFile", () => {
  it("gives the system's opener the file, in one word", async () => {
    const opener = join(folder, "xdg-open");
    await writeFile(opener, `#!/bin/sh\nprintf '%s|' "$@" > "${folder}/said"\n`);
    await chmod(opener, 0o755);
    process.env.PATH = `${folder}:${path}`;
    openFile("/a folder/page.html", (sentence) => expect.unreachable(sentence));
    await vi.waitFor(async () => {
      expect(await readFile(join(folder, "said"), "utf8")).toBe("/a folder/page.html|");
    });
  });

  it("says which file to open where the opener fails", async () => {
    const opener = join(folder, "xdg-open");
    await writeFile(opener, "#!/bin/sh\nexit 3\n");
    await chmod(opener, 0o755);
    process.env.PATH = `${folder}:${path}`;
    const said: string[] = [];
    openFile("/a/page.html", (sentence) => said.push(sentence));
    await vi.waitFor(() => {
      expect(said).toEqual(["--open: xdg-open ended with 3: open /a/page.html in a browser."]);
    });
  });

  it("says which file to open where the system has no opener", async () => {
    process.env.PATH = folder;
    const said: string[] = [];
    openFile("/a/page.html", (sentence) => said.push(sentence));
    await vi.waitFor(() => {
      expect(said).toEqual(["--open found no xdg-open here: open /a/page.html in a browser."]);
    });
  });
});

import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { runCommand } from "../../test/fixture/run-command.js";
import { commands } from "./commands/index.js";

const script = async (shell: string): Promise<string> =>
  (await runCommand(["completion", shell])).stdout;

/** What bash offers for the last word. */
async function offered(...words: readonly string[]): Promise<readonly string[]> {
  const ask = `COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _hindcast; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const input = `${await script("bash")}\n${ask}`;
  const { stdout } = await promisify(execFile)("bash", ["-c", input, "bash", "hindcast", ...words]);
  return stdout.split("\n").filter(Boolean);
}

describe("completion", () => {
  it("offers commands, their flags and codes, and nothing where a file may stand", async () => {
    expect(await offered("")).toEqual([...commands.map(({ name }) => name), "help"]);
    expect(await offered("ev")).toEqual(["evaluate"]);
    expect(await offered("evaluate", "--ga")).toEqual(["--gate"]);
    expect(await offered("rank", "--ga")).toEqual([]);
    expect(await offered("explain", "supp")).toEqual(["support"]);
    expect(await offered("explain", "dc")).toEqual(["dcg"]);
    expect(await offered("evaluate", "study")).toEqual([]);
  });

  it.each(["bash", "zsh", "fish"])("knows every command in %s", async (shell) => {
    const text = await script(shell);
    for (const { name } of commands) expect(text).toMatch(new RegExp(`[ "]${name}[ ":]`));
  });

  it("says which shells there are", async () => {
    const { code, stderr } = await runCommand(["completion", "tcsh"]);
    expect([code, stderr]).toEqual([1, expect.stringContaining("one for bash, zsh, fish")]);
  });
});

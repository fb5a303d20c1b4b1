import { describe, expect, it } from "vitest";
import { runCommand } from "../../../test/fixture/run-command.js";
import { modules } from "../../cli/modules.js";
import { StudyError } from "../../errors.js";
import { readStudy } from "../../study/read-study.js";
import { studyInput } from "../../study/study-input.js";

const studyWith = (log: object) => ({
  log: {
    source: "log.csv",
    rank: "r",
    rewards: ["like"],
    exposure: { curve: { model: "log2" } },
    ...log,
  },
});

describe("the key loggingPolicy", () => {
  it("is read, and so is logger, its older spelling", () => {
    for (const key of ["loggingPolicy", "logger"]) {
      expect(readStudy(studyWith({ [key]: "wrote" })).log.logger).toBe("wrote");
    }
  });

  it("and its older spelling together are refused", () => {
    const both = (): unknown => readStudy(studyWith({ loggingPolicy: "a", logger: "b" }));
    expect(both).toThrow(StudyError);
    expect(both).toThrow(
      'log.logger: expected only one of loggingPolicy and logger, its older spelling; came "b".',
    );
  });

  it("is what messages name; the older spelling is not offered", () => {
    expect(() => readStudy(studyWith({ logingPolicy: "a" }))).toThrow(
      /listLength.*did you mean "loggingPolicy"\?/,
    );
    expect(() => readStudy(studyWith({ logingPolicy: "a" }))).not.toThrow(/logger,/);
  });

  it("is written as logger in results, which can be read again", () => {
    const written = studyInput(readStudy(studyWith({ loggingPolicy: "wrote" })));
    expect(written.log).toMatchObject({ logger: "wrote" });
    expect(readStudy(written).log.logger).toBe("wrote");
  });
});

describe("the flag --logging-policy", () => {
  const fitWith = (...flags: string[]) =>
    runCommand(["fit", "no-such-log.csv", ...flags], { modules });

  it("stands in the help, and the older spelling does not", async () => {
    const { stdout } = await runCommand(["fit", "--help"], { modules });
    expect(stdout).toContain("--logging-policy <column>");
    expect(stdout).not.toContain("--logger");
  });

  it("and its older spelling together are refused", async () => {
    const { stderr } = await fitWith("--logging-policy", "a", "--logger", "b");
    expect(stderr).toContain(
      "--logger is the older spelling of --logging-policy; give one of them.",
    );
    expect((await fitWith("--logger", "b")).stderr).not.toContain("older spelling");
  });
});

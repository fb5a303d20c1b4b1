import { Command } from "commander";
import { capital, plainLine } from "../plain-line.js";
import { version } from "../version.js";
import type { CommandEntry, CommandModule } from "./command.js";
import { commands } from "./commands/index.js";
import type { Effects } from "./effects.js";
import { exitCodeLines } from "./exit-codes.js";
import { type Session, silent } from "./session.js";

const examples = `Examples:
  $ hindcast demo                                  a log with a known answer, in half a minute
  $ hindcast check study.yaml                      is the log usable?
  $ hindcast evaluate study.yaml                   verdicts and numbers on the terminal
  $ hindcast evaluate study.yaml --html page.html  and a page to pass around
  $ hindcast evaluate study.yaml --gate candidate  the verdict as exit code`;

/**
 * The command line. Only the command that the words name is loaded; of the others the overview
 * knows the name and the summary.
 */
export async function buildProgram(
  effects: Effects,
  session: Session,
  onExit: (code: number) => void,
): Promise<Command> {
  const program = quiet(new Command("hindcast"), effects)
    .description("What a new ranking policy would have earned, from what the old one logged.")
    .version(version, "-V, --version", "print the version")
    .helpOption("-h, --help", "print this help")
    .helpCommand("help [command]", "print the help of a command")
    .addHelpText("before", `${examples}\n`)
    .addHelpText("after", `\nExit codes:\n${exitCodeLines().join("\n")}`);
  const commandName = effects.argv.find((word) => commands.some(({ name }) => name === word));
  for (const entry of commands) {
    const command = quiet(program.command(entry.name), effects).summary(entry.summary);
    if (entry.name === commandName) attach(command, entry, await entry.load());
  }
  return program;

  function attach(command: Command, entry: CommandEntry, module: CommandModule): void {
    module
      .declare(command.description(capital(entry.summary)))
      .addHelpText("before", `Examples:${module.examples}\n`)
      .addHelpText("after", module.notes ?? "")
      .option("--quiet", "nothing on stderr but errors")
      .option("--debug", "on failure, print the stack and the statement")
      .helpOption("-h, --help", "print this help")
      .action(async () => {
        const { quiet: isQuiet, ...flags } = command.opts();
        onExit(await module.run(command.args, flags, isQuiet ? silent(session) : session));
      });
  }
}

function quiet(command: Command, { stdout, stderr }: Effects): Command {
  return command.exitOverride().configureOutput({
    writeOut: (text) => void stdout.write(text),
    writeErr: (text) => void stderr.write(text),
    outputError: (text, write) => write(`${plainLine(text.trimEnd())}\n`),
    getOutHelpWidth: () => stdout.columns ?? 100,
    getErrHelpWidth: () => stderr.columns ?? 100,
    getOutHasColors: () => false,
    getErrHasColors: () => false,
  });
}

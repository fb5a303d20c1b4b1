import { Command } from "commander";
import { reason, StudyError } from "../../errors.js";
import { didYouMean } from "../../numeric/nearest-name.js";
import type { CommandEntry, CommandModule } from "../command.js";
import { exitCodes } from "../exit-codes.js";
import { readFlags } from "../flag-reader.js";
import { explained } from "../pages.js";

const examples = `
  $ hindcast completion bash > ~/.local/share/bash-completion/completions/hindcast
  $ hindcast completion zsh > ~/.hindcast.zsh     and in ~/.zshrc: source ~/.hindcast.zsh
  $ hindcast completion fish > ~/.config/fish/completions/hindcast.fish`;

const notes = `
Completes commands, their flags and the codes of explain, else names of files. Write it again after
an update.`;

/** Of the commands that are listed. */
export const completionOf = (commands: readonly CommandEntry[]): CommandModule => ({
  examples,
  notes,
  declare: (command: Command) => command.argument("<shell>", Object.keys(scripts).join(", ")),
  async run([shell = ""], values, session) {
    readFlags(values).finish();
    const script = scripts[shell];
    if (script === undefined) throw unknown(shell);
    session.print(script(await Promise.all(commands.map(completedOf))));
    return exitCodes.answered.code;
  },
});

interface Completed extends Pick<CommandEntry, "name" | "summary"> {
  readonly flags: readonly { readonly name: string; readonly purpose: string }[];
}

async function completedOf({ name, summary, load }: CommandEntry): Promise<Completed> {
  const { options } = (await load()).declare(new Command(name));
  const shown = options.filter(({ hidden, long }) => !hidden && long !== undefined);
  const flags = shown.map(({ long = "", description }) => ({ name: long, purpose: description }));
  return { name, summary, flags };
}

const words: string = [...new Set(explained.map(({ word }) => word))]
  .filter((word) => !/\s/.test(word))
  .join(" ");

const bash = (all: readonly Completed[]): string => `_hindcast() {
  local words= word=\${COMP_WORDS[COMP_CWORD]}
  if [ "$COMP_CWORD" -eq 1 ]; then
    words="${all.map(({ name }) => name).join(" ")} help"
  else
    case "\${COMP_WORDS[1]}:$word" in
      explain:*) words="${words}" ;;
${all.map(({ name, flags }) => `      ${name}:-*) words="${["--help", ...flags.map((flag) => flag.name)].join(" ")}" ;;`).join("\n")}
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F _hindcast hindcast`;

const quoted = (text: string): string => `'${text.replaceAll(/['\\]/g, (sign) => `\\${sign}`)}'`;

function fish(all: readonly Completed[]): string {
  const names = all.map(
    ({ name, summary }) =>
      `complete -c hindcast -n __fish_use_subcommand -f -a ${name} -d ${quoted(summary)}`,
  );
  const flags = all.flatMap(({ name, flags: ofCommand }) =>
    ofCommand.map(
      (flag) =>
        `complete -c hindcast -n '__fish_seen_subcommand_from ${name}' -l ${flag.name.slice(2)} -d ${quoted(flag.purpose)}`,
    ),
  );
  const pages = `complete -c hindcast -n '__fish_seen_subcommand_from explain' -f -a '${words}'`;
  return [...names, ...flags, pages].join("\n");
}

/** By shell; zsh reads what bash does. */
const scripts: Readonly<Record<string, (all: readonly Completed[]) => string>> = {
  bash,
  zsh: (all) =>
    `autoload -U compinit bashcompinit\n(( $+functions[compdef] )) || compinit\nbashcompinit\n${bash(all)}`,
  fish,
};

function unknown(shell: string): StudyError {
  const known = Object.keys(scripts);
  const message = `No script completes words in ${JSON.stringify(shell)}.${didYouMean(shell, known)} There is one for ${known.join(", ")}.`;
  return new StudyError(reason("flag", message, { shell }));
}

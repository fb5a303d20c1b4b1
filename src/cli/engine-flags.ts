import type { Command } from "commander";
import {
  type EngineOption,
  engines,
  type OptionValue,
  type OptionValues,
} from "../engines/index.js";
import { inLine } from "../plain-line.js";
import type { EngineSpec } from "../study/study.js";
import { type FlagReader, flagName } from "./flag-reader.js";

export interface EngineFlags {
  /** A name or an address. */
  readonly name?: string | undefined;
  /** Options, over those of the study's engine. */
  readonly options: OptionValues;
  /** An engine that a flag of its own chose, such as `--results`. */
  readonly chosen?: EngineSpec | undefined;
}

/** A flag that an engine's option declares. One for the engine's short option chooses the engine. */
interface EngineFlag {
  readonly name: string;
  readonly earlier: readonly string[];
  readonly option: EngineOption;
  readonly chooses?: string;
}

const flagsOfEngines: readonly EngineFlag[] = engines.flatMap(({ name, aliases, short, options }) =>
  options
    .filter(({ flag }) => flag !== undefined)
    .map((option) =>
      option.name === short
        ? { name, earlier: aliases, option, chooses: name }
        : { name: option.name, earlier: [], option },
    ),
);

const addresses = engines.flatMap(({ options }) =>
  options.flatMap((option) => (option.kind === "address" ? [option.example] : [])),
);

export function declareEngineFlags(command: Command): Command {
  const names = engines.map(({ name }) => name).join(", ");
  command.option(
    "--engine <name>",
    `the engine (${names}) or its address (${addresses.join(", ")})`,
  );
  for (const flag of flagsOfEngines) declareEngineFlag(command, flag);
  return command;
}

/** Declares the flag that takes results of statements, with words of the command's own. */
export function declareResultsFlag(command: Command, purpose: string): Command {
  for (const flag of flagsOfEngines) {
    if (flag.chooses !== undefined) declareEngineFlag(command, flag, purpose);
  }
  return command;
}

function declareEngineFlag(
  command: Command,
  { name, earlier, option }: EngineFlag,
  purpose: string = purposeOf(option),
): void {
  command.option(`${flagName(name)} ${option.flag}`, purpose);
  for (const old of earlier) {
    command.addOption(command.createOption(`${flagName(old)} ${option.flag}`).hideHelp());
  }
}

const purposeOf = ({ purpose, otherwise }: EngineOption): string =>
  `${inLine(purpose)}${otherwise === undefined ? "" : ` (default: ${otherwise})`}`;

export function readEngineFlags(flags: FlagReader): EngineFlags {
  const values = flagsOfEngines.flatMap((flag) => {
    const value = readOption(flag, flags);
    return value === undefined ? [] : [{ flag, value }];
  });
  const name = flags.text("engine");
  const [choice] = values.filter(({ flag }) => flag.chooses !== undefined);
  if (choice !== undefined && name !== undefined) {
    const typed = flagName(choice.flag.name);
    flags.fault("flag", `${typed} takes the place of an engine; leave --engine out.`);
  }
  const options = values.filter(({ flag }) => flag.chooses === undefined);
  return {
    name,
    options: Object.fromEntries(options.map(({ flag, value }) => [flag.option.name, value])),
    chosen:
      choice === undefined
        ? undefined
        : { name: choice.flag.chooses ?? "", [choice.flag.option.name]: choice.value },
  };
}

function readOption(flag: EngineFlag, flags: FlagReader): OptionValue | undefined {
  const { option } = flag;
  if (option.kind === "number") {
    return option.whole
      ? flags.whole(flag.name, option.min)
      : flags.between(flag.name, option.min, option.max);
  }
  if (option.kind !== "files" && option.kind !== "names") return flags.text(flag.name);
  const files = [flag.name, ...flag.earlier].flatMap((name) => flags.texts(name));
  return files.length > 0 ? files : undefined;
}

export function engineFlagsGiven(flags: FlagReader): readonly string[] {
  const names = ["engine", ...flagsOfEngines.flatMap(({ name, earlier }) => [name, ...earlier])];
  return names
    .filter((name) => flags.text(name) !== undefined || flags.texts(name).length > 0)
    .map(flagName);
}

/** The engine that the study's and the flags make; one named by a flag begins without the study's options. */
export function engineWith(engine: EngineSpec, { name, options, chosen }: EngineFlags): EngineSpec {
  if (chosen !== undefined) return chosen;
  const isAnother = name !== undefined && name !== engine.name;
  return { ...(isAnother ? { name } : engine), ...options };
}

import type { NumberParameter } from "../parameters.js";
import type { Engine } from "../sql/engine.js";

export type OptionValue =
  | string
  | number
  | boolean
  | readonly string[]
  | Readonly<Record<string, string | number>>;

export type OptionValues = Readonly<Record<string, OptionValue | undefined>>;

interface OptionFacts {
  readonly name: string;
  /** One sentence, for the schema, the documentation and the command line's help. */
  readonly purpose: string;
  readonly required?: true;
  /** What applies without it, in words. */
  readonly otherwise?: string;
  /** Other values of it read other data, under the same names. An address always does. */
  readonly place?: true;
  /** The flag of the command line that sets it takes this: `<size>`. */
  readonly flag?: `<${string}>`;
}

/** A text, which `expected` describes in messages. */
export interface TextOption extends OptionFacts {
  readonly kind: "text";
  readonly expected: string;
}

/** A server's address. Results keep it without user, password and parameters. */
export interface AddressOption extends OptionFacts {
  readonly kind: "address";
  readonly example: string;
}

/** A path, or a list of paths, relative to the study's folder. */
export interface FileOption extends OptionFacts {
  readonly kind: "file" | "files";
  readonly expected: string;
}

/** A list of names, none of them a path. */
export interface NamesOption extends OptionFacts {
  readonly kind: "names";
  readonly expected: string;
}

/** A folder, relative to the study's. A study file that has queries of its own gives its own folder; results keep none. */
export interface FolderOption extends OptionFacts {
  readonly kind: "folder";
  readonly expected: string;
}

/** Texts by name. They may be secret: no message repeats them, and no result keeps them. */
export interface SecretsOption extends OptionFacts {
  readonly kind: "secrets";
}

export interface SettingsOption extends OptionFacts {
  readonly kind: "settings";
}

export interface SwitchOption extends OptionFacts {
  readonly kind: "switch";
}

/** `{ schema: name }`: where an engine may make tables of its own. */
export interface SchemaOption extends OptionFacts {
  readonly kind: "schema";
}

export type NumberOption = Omit<NumberParameter, "default"> & OptionFacts;

/** What an engine declares of an option: schema, documentation, flags, secrets and paths follow from it. */
export type EngineOption =
  | TextOption
  | AddressOption
  | FileOption
  | NamesOption
  | FolderOption
  | SecretsOption
  | SettingsOption
  | SwitchOption
  | SchemaOption
  | NumberOption;

interface Values {
  readonly text: string;
  readonly address: string;
  readonly file: string;
  readonly files: readonly string[];
  readonly names: readonly string[];
  readonly folder: string;
  readonly secrets: Readonly<Record<string, string>>;
  readonly settings: Readonly<Record<string, string | number>>;
  readonly switch: boolean;
  readonly schema: { readonly schema: string };
  readonly number: number;
}

type ValuesOf<Options extends readonly EngineOption[]> = {
  readonly [O in Options[number] as O extends { readonly required: true }
    ? O["name"]
    : never]: Values[O["kind"]];
} & {
  readonly [O in Options[number] as O extends { readonly required: true }
    ? never
    : O["name"]]?: Values[O["kind"]];
};

/** An engine as the list knows it: data, and a function that loads its code on demand. */
export interface EngineMember {
  readonly name: string;
  /** Earlier names, which are still read. */
  readonly aliases: readonly string[];
  readonly purpose: string;
  /** Addresses that name the engine without any other word. */
  readonly address?: RegExp;
  /** The option that may stand under the engine's name: `engine: { spark: sc://host }`. */
  readonly short?: string;
  readonly options: readonly EngineOption[];
  /** What a study without `engine` uses: one member. */
  readonly default?: true;
  /** Opens it with options that were checked by `optionFaults`. */
  readonly open: (options: OptionValues) => Promise<Engine>;
}

export function engineMember<const Options extends readonly EngineOption[]>(
  member: Omit<EngineMember, "aliases" | "options" | "open"> & {
    readonly aliases?: readonly string[];
    readonly options: Options;
    readonly open: (options: ValuesOf<Options>) => Promise<Engine>;
  },
): EngineMember {
  const open = member.open as (options: OptionValues) => Promise<Engine>;
  return Object.freeze({ aliases: [], ...member, open });
}

/** Kinds that options of one name have with several engines, as a study writes them. */
export const optionForms = {
  switch: "true or false",
  schema: "{ schema: name }, a schema in which it may make tables",
} as const;

/** What is wrong with options, a sentence each: names that the engine does not have, needs that are absent, kinds of other engines. */
export function optionFaults(member: EngineMember, values: OptionValues): readonly string[] {
  const { name, options, short } = member;
  const names = options.map((option) => option.name);
  const unknown = Object.keys(values).filter((key) => !names.includes(key));
  const absent = options.filter(
    (option) => option.required === true && values[option.name] === undefined,
  );
  const misfits = options.flatMap(({ name: option, kind }) => {
    const isOther =
      (kind === "switch" && typeof values[option] === "object") ||
      (kind === "schema" && typeof values[option] === "boolean");
    return isOther ? `engine ${name} takes ${option}: ${optionForms[kind]}` : [];
  });
  return [
    ...misfits,
    ...unknown.map((key) => `engine ${name} has no option "${key}"; it has ${names.join(", ")}`),
    ...absent.map((option) =>
      option.name === short
        ? `engine ${name} needs its ${option.kind}: engine: { ${name}: … }`
        : `engine ${name} needs ${option.name}`,
    ),
  ];
}

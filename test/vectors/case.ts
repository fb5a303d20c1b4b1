/** One case of the vectors' file: what goes in, what must come out, and how closely. */
export interface VectorCase {
  readonly name: string;
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly expected: Readonly<Record<string, unknown>>;
  readonly tolerance: number;
}

/** What computes a case by public functions. */
export interface Runner {
  readonly name: string;
  readonly run: (inputs: Readonly<Record<string, unknown>>) => Promise<unknown>;
  /** Expected fields whose subject does not exist yet, each with the reason. */
  readonly notYet: Readonly<Record<string, string>>;
}

/** A runner that reads the inputs in the shape in which its case writes them. */
export function runner<Inputs>(
  name: string,
  run: (inputs: Inputs) => unknown,
  notYet: Readonly<Record<string, string>> = {},
): Runner {
  return { name, run: async (inputs) => run(inputs as Inputs), notYet };
}

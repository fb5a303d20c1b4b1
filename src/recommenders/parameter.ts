export interface Parameter {
  readonly name: string;
  readonly purpose: string;
  readonly default: number;
}

/** The value of a parameter of a member, or its default. */
export const valueIn = (
  { parameters }: { readonly parameters: readonly Parameter[] },
  values: Readonly<Record<string, number>>,
  name: string,
): number =>
  values[name] ?? parameters.find((parameter) => parameter.name === name)?.default ?? Number.NaN;

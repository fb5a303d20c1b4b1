/** The value as a mapping of its own keys that hold something, or undefined for anything else. */
export function asMapping(value: unknown): Readonly<Record<string, unknown>> | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const parent: unknown = Object.getPrototypeOf(value);
  const plain = parent === null || Object.getPrototypeOf(parent) === null;
  if (!plain) return undefined;
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined));
}

/** A key's value if the mapping itself has it; names such as `constructor` are ordinary. */
export function ownValue(mapping: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(mapping, key) ? mapping[key] : undefined;
}

/** The keys of a mapping or the strings of a list: the names that a part of a study gives. */
export function givenNames(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.filter((entry) => typeof entry === "string");
  return Object.keys(asMapping(value) ?? {});
}

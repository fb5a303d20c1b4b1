/** Who took which item, in the order of the file; users and items are numbered as they first appear. */
export interface Interactions {
  readonly users: readonly string[];
  readonly items: readonly string[];
  readonly user: Int32Array;
  readonly item: Int32Array;
  /** A rating; 1 where there is none. */
  readonly value: Float64Array;
  /** When; the place in the file where there is no time. */
  readonly time: Float64Array;
}

/** Keeps some interactions, in their order, and numbers users and items anew by first appearance. */
export function keep(all: Interactions, isKept: (at: number) => boolean): Interactions {
  const places = Int32Array.from(all.user.keys()).filter(isKept);
  const [user, item] = [renumber(all.user, places), renumber(all.item, places)];
  return {
    users: user.names.map((name) => all.users[name] ?? ""),
    items: item.names.map((name) => all.items[name] ?? ""),
    user: user.index,
    item: item.index,
    value: Float64Array.from(places, (at) => all.value[at] ?? 0),
    time: Float64Array.from(places, (at) => all.time[at] ?? 0),
  };
}

function renumber(
  values: Int32Array,
  places: Int32Array,
): { readonly names: readonly number[]; readonly index: Int32Array } {
  const numbers = new Map<number, number>();
  const index = Int32Array.from(places, (at) => {
    const value = values[at] ?? 0;
    const number = numbers.get(value) ?? numbers.size;
    numbers.set(value, number);
    return number;
  });
  return { names: [...numbers.keys()], index };
}

/** Interactions of at least this value. */
export const withValue = (all: Interactions, least: number): Interactions =>
  keep(all, (at) => (all.value[at] ?? 0) >= least);

/** Interactions with items that at least so many users took, counted once. */
export function withUsersPerItem(all: Interactions, least: number): Interactions {
  const counts = distinctCounts(all.item, all.user, all.items.length);
  return keep(all, (at) => (counts[all.item[at] ?? 0] ?? 0) >= least);
}

/** Interactions of users who took at least so many items, counted once. */
export function withItemsPerUser(all: Interactions, least: number): Interactions {
  const counts = distinctCounts(all.user, all.item, all.users.length);
  return keep(all, (at) => (counts[all.user[at] ?? 0] ?? 0) >= least);
}

function distinctCounts(of: Int32Array, others: Int32Array, size: number): Float64Array {
  const partners = Array.from({ length: size }, () => new Set<number>());
  of.forEach((one, at) => {
    partners[one]?.add(others[at] ?? 0);
  });
  return Float64Array.from(partners, (set) => set.size);
}

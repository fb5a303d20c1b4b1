export const sum = (values: ArrayLike<number>): number => {
  let total = 0;
  for (let at = 0; at < values.length; at++) total += values[at] ?? 0;
  return total;
};

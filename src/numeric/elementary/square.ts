/** x · x: `square(3)` is 9. */
export const square = (x: number): number => x * x;

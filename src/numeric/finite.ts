/** A number as JSON keeps it: null where it is not finite. */
export const finite = (value: number): number | null => (Number.isFinite(value) ? value : null);

/** A stretch of one column, named and typed as it stands in the file. */
export interface LogColumn {
  readonly name: string;
  readonly type: "BIGINT" | "INT32" | "DOUBLE" | "STRING" | "DATE";
  /** Numbers; days since 1970-01-01 for DATE; text for STRING. */
  readonly data: readonly string[] | Int32Array | Uint8Array | Float64Array;
  /** Values that are 0 are missing: NULL in the file. */
  readonly zeroIsNull?: true;
}

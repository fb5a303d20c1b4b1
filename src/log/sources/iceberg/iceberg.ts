import type { Source } from "../source.js";

/** An Iceberg table by its folder. */
export interface IcebergSpec {
  readonly iceberg: string;
}

/** An Iceberg table by the folder that holds it, without a catalog. */
export const iceberg: Source<IcebergSpec> = {
  name: "iceberg",
  form: '{ iceberg: "path" }',
  reads: "an Iceberg table by its path",
  value: "text",
  example: "s3://bucket/log",
  read: (value) => (typeof value === "string" && value !== "" ? { iceberg: value } : undefined),
  write: ({ iceberg: path }) => path,
  ref: ({ iceberg: path }) => ({ kind: "iceberg", path }),
  describe: ({ iceberg: path }) => `the Iceberg table at ${path}`,
  place: ({ iceberg: path }, place) => ({ iceberg: place(path) }),
};

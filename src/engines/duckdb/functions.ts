const names = (list: string): ReadonlySet<string> => new Set(list.split(" "));

/** Table functions that read files or compute, of DuckDB and of extensions that may be loaded. */
export const tableReaders: ReadonlySet<string> = names(
  "delta_scan generate_series glob histogram histogram_values iceberg_scan json_each json_tree parquet_bloom_probe parquet_file_metadata parquet_full_metadata parquet_kv_metadata parquet_metadata parquet_scan parquet_schema query_table range read_avro read_blob read_csv read_csv_auto read_duckdb read_json read_json_auto read_json_objects read_json_objects_auto read_ndjson read_ndjson_auto read_ndjson_objects read_parquet read_text read_xlsx repeat repeat_row sniff_csv st_read summary unnest",
);

/** Functions that DuckDB calls volatile, and that have no effect outside their query. */
export const harmlessVolatile: ReadonlySet<string> = names(
  "current_connection_id current_query current_query_id current_transaction_id error gen_random_uuid random setseed stats uuid uuidv4 uuidv7",
);

export interface ListedFunction {
  readonly name: string;
  /** scalar, aggregate, table, macro, table_macro … */
  readonly type: string;
  readonly isVolatile: boolean;
}

export function onlyReads({ name, type, isVolatile }: ListedFunction): boolean {
  if (/^table/.test(type)) return tableReaders.has(name);
  return !isVolatile || harmlessVolatile.has(name);
}

#!/usr/bin/env bash
# Fetches the servers that `npm run test:engines` runs against into a cache folder, those that are not
# there yet: Apache Spark and Sail (Spark Connect), the engine of ClickHouse (chdb), sqlglot (a parser),
# DuckDB's own program, packages of Python, and the versions of Node whose results are compared.
# Needs nothing of its own but Bash: what python3, pip or npm cannot fetch here is left out, the reason
# is written to <cache>/<name>.unavailable, and the exit code is 0 all the same.
#
#   HINDCAST_SERVERS=<folder> scripts/fetch-servers.sh [name …]      default: .cache/servers, all names
#   HINDCAST_SPARK_VERSION=4.0.1 scripts/fetch-servers.sh spark       another Spark, next to the usual one
set -uo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd) || exit 1
cache=${HINDCAST_SERVERS:-$root/.cache/servers}
usual_spark=4.1.4
spark=${HINDCAST_SPARK_VERSION:-$usual_spark} sail=0.7.2 chdb=3.4.0 sqlglot=30.30.0 duckdb=1.5.6
node20=20.19.0 node22=22.23.3 node24=24.21.0 python=$(cksum <"$root/python/tests/requirements.txt" | cut -d ' ' -f 1)
pip=(python3 -m pip --disable-pip-version-check --quiet)

# Each fetches into the folder it is given; the last line that it says on failing is the reason.
fetch_spark() {
  "${pip[@]}" download --no-deps --no-binary pyspark --dest "$1/sdist" "pyspark==$spark" || return
  tar -xzf "$1/sdist/pyspark-$spark.tar.gz" -C "$1" --strip-components=2 "pyspark-$spark/deps" || return
  rm -r "$1/sdist" && [ -x "$1/bin/spark-submit" ]
}

fetch_sail() {
  "${pip[@]}" install --no-deps --target "$1" "pysail==$sail" &&
    PYTHONPATH=$1 python3 -c 'import pysail.cli'
}

fetch_chdb() {
  npm install --prefix "$1" --no-audit --no-fund --no-save "chdb@$chdb" >&2 &&
    (cd "$1" && node -e 'require("chdb").query("SELECT 1")')
}

fetch_sqlglot() {
  "${pip[@]}" install --no-deps --target "$1" "sqlglot==$sqlglot" &&
    PYTHONPATH=$1 python3 -c 'import sqlglot'
}

fetch_duckdb() {
  "${pip[@]}" install --no-deps --target "$1" "duckdb-cli==$duckdb" && "$1/duckdb_cli/duckdb" -version
}

# What the Python package needs, and its tests: wheels, which are installed without the network.
fetch_python() {
  "${pip[@]}" download --dest "$1" --requirement "$root/python/tests/requirements.txt"
}

fetch_node() {
  npm install --prefix "$1" --no-audit --no-fund --no-save \
    "node-$(node -p 'process.platform + "-" + process.arch')@$2" >&2 && "$1"/node_modules/node-*/bin/node --version
}
fetch_node20() { fetch_node "$1" "$node20"; }
fetch_node22() { fetch_node "$1" "$node22"; }
fetch_node24() { fetch_node "$1" "$node24"; }

# fetch NAME VERSION: under another name first, so that half a download is never taken for a server.
fetch() {
  local name=$1 version=$2 what=$1
  [ "$what $version" = "spark $usual_spark" ] || [ "$what" != spark ] || name="spark-$version"
  local partial="$cache/.partial-$name-$$" log="$cache/$name.fetch.log"
  if [ "$(cat "$cache/$name/.fetched" 2>/dev/null)" = "$version" ]; then
    printf '%s %s is there\n' "$name" "$version"
    return
  fi
  rm -rf "$cache/$name" "$cache/$name.unavailable"
  mkdir -p "$partial"
  if "fetch_$what" "$partial" >"$log" 2>&1 &&
    printf '%s\n' "$version" >"$partial/.fetched" && mv "$partial" "$cache/$name"; then
    printf '%s %s fetched\n' "$name" "$version"
  else
    printf '%s %s could not be fetched: %s\n' "$name" "$version" \
      "$(grep -v -e '^$' -e 'complete log' "$log" | tail -n 1)" | tee "$cache/$name.unavailable"
  fi
  rm -rf "$partial"
}

mkdir -p "$cache" || exit 1
for name in ${*:-node20 node22 node24 sail chdb sqlglot duckdb python spark}; do
  case $name in
    spark | sail | chdb | sqlglot | duckdb | python | node20 | node22 | node24) fetch "$name" "${!name}" ;;
    *) printf 'Expected spark, sail, chdb, sqlglot, duckdb, python, node20, node22 or node24, but got "%s".\n' "$name" >&2 && exit 2 ;;
  esac
done

/** One number for each row that orders rows by their places; ranks and depths stay far below 2^53 together. */
export function placesOf(places: readonly Float64Array[], rows: number): Float64Array {
  const place = new Float64Array(rows);
  for (const values of places) {
    let [least, most] = [0, 0];
    for (let row = 0; row < rows; row++) {
      least = Math.min(least, values[row] ?? 0);
      most = Math.max(most, values[row] ?? 0);
    }
    for (let row = 0; row < rows; row++) {
      place[row] = (place[row] ?? 0) * (most - least + 1) + (values[row] ?? 0) - least;
    }
  }
  return place;
}

/** So many places a row are counted in an array; more are sorted. */
const mostPlaces = 16;

/** Rows by their places. Numbers sort by themselves several times as fast as by a function. */
export function orderOf(place: Float64Array): Int32Array {
  const rows = place.length;
  let most = 0;
  for (let row = 0; row < rows; row++) most = Math.max(most, place[row] ?? 0);
  if (most < mostPlaces * rows) return countedOrder(place, most);
  if (!((most + 1) * rows < Number.MAX_SAFE_INTEGER)) {
    return Int32Array.from(place.keys()).sort((a, b) => (place[a] ?? 0) - (place[b] ?? 0));
  }
  const numbered = place.map((at, row) => at * rows + row).sort();
  return Int32Array.from(numbered, (key) => key % rows);
}

/** Rows by their places, by counting how many stand before each place. */
function countedOrder(place: Float64Array, most: number): Int32Array {
  const before = new Int32Array(most + 2);
  for (let row = 0; row < place.length; row++) {
    const after = (place[row] ?? 0) + 1;
    before[after] = (before[after] ?? 0) + 1;
  }
  for (let at = 1; at < before.length; at++) {
    before[at] = (before[at] ?? 0) + (before[at - 1] ?? 0);
  }
  const order = new Int32Array(place.length);
  for (let row = 0; row < place.length; row++) {
    const at = place[row] ?? 0;
    const to = before[at] ?? 0;
    order[to] = row;
    before[at] = to + 1;
  }
  return order;
}

export function inOrder(values: ArrayLike<number>, order: Int32Array): Float64Array {
  const list = new Float64Array(order.length);
  for (let row = 0; row < list.length; row++) list[row] = values[order[row] ?? 0] ?? 0;
  return list;
}

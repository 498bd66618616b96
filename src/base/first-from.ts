// Binary search.

/** Returns the index in `[from, to)` of the first of some ascending numbers that is not below a limit; `to` if all are. */
export function firstFrom(numbers: ArrayLike<number>, least: number, from = 0, to: number = numbers.length): number {
  let [low, high] = [from, to];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (numbers[middle]! < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

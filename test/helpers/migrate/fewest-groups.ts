// The least number of policies for small problems, by an exhaustive search. Shares no code with the planner.

/** Every combination of sources and healths, as four bits. */
const COMBINATIONS = [0b0001, 0b0010, 0b0100, 0b1000, 0b0011, 0b1100, 0b0101, 0b1010, 0b1111];

/** The least number of disjoint blocks (pools × recipients × a combination) that hold exactly the given events of each pool and recipient. */
export function fewestGroupCount(pools: number, recipients: number, events: readonly number[]): number {
  const all = events.reduce((bits, mask, index) => bits | (BigInt(mask) << BigInt(4 * index)), 0n);
  const blocks = blocksWithin(all, pools, recipients);
  const failed = new Map<bigint, number>();
  const fits = (left: bigint, count: number): boolean => {
    if (left === 0n) return true;
    if (count <= (failed.get(left) ?? 0)) return false;
    const lowest = left & -left;
    for (const block of blocks) {
      if ((block & lowest) !== 0n && (block & ~left) === 0n && fits(left & ~block, count - 1)) return true;
    }
    failed.set(left, count);
    return false;
  };
  let count = 0;
  while (!fits(all, count)) count += 1;
  return count;
}

function blocksWithin(all: bigint, pools: number, recipients: number): bigint[] {
  const blocks: bigint[] = [];
  for (let poolSet = 1; poolSet < 1 << pools; poolSet += 1) {
    for (let recipientSet = 1; recipientSet < 1 << recipients; recipientSet += 1) {
      for (const events of COMBINATIONS) {
        let block = 0n;
        for (let index = 0; index < pools * recipients; index += 1) {
          const isIn = poolSet & (1 << Math.floor(index / recipients)) && recipientSet & (1 << (index % recipients));
          if (isIn) block |= BigInt(events) << BigInt(4 * index);
        }
        if ((block & ~all) === 0n) blocks.push(block);
      }
    }
  }
  return blocks;
}

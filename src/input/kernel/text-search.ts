// Searches the texts of a column for another text, 16 places at a time. The slow path, which defines the meaning, is `ColumnValues.visit`.
import { firstFrom } from '../../base/index.ts';
import { anotherKernel, compileKernelOnce, isKernelOff, type Kernel } from './load-kernel.ts';

let kernel: Kernel | undefined;

/** There may be no memory for one. */
function newKernel(): Kernel | undefined {
  try {
    return anotherKernel();
  } catch {
    return undefined;
  }
}

/**
 * Marks, with 1, each text that contains another one. The first call of a process begins to compile the kernel, and marks nothing.
 * @param bytes of all texts, one after the other @param ends of each text in `bytes`
 * @param searched not empty
 * @param marks by number of a text, from 1
 * @returns whether it has marked them: there may be no kernel, and texts may be too long for it
 */
export function markTexts(bytes: Uint8Array, ends: Uint32Array, searched: Uint8Array, marks: Uint8Array): boolean {
  if (isKernelOff()) return false;
  kernel ??= newKernel();
  if (kernel === undefined) {
    compileKernelOnce().catch(() => {});
    return false;
  }
  const room = kernel.plainBytes();
  if (searched.length > kernel.textBytes()) return false;
  const memory = new Uint8Array(kernel.memory.buffer);
  const [textsAt, endsAt, marksAt] = [0, 1, 2].map((buffer) => kernel!.plainStart(buffer)) as [number, number, number];
  const endsInMemory = new Uint32Array(kernel.memory.buffer, endsAt, room / Uint32Array.BYTES_PER_ELEMENT);
  memory.set(searched, kernel.textStart());
  for (let first = 0, base = 0; first < ends.length; ) {
    const last = firstFrom(ends, base + room + 1, first, Math.min(first + endsInMemory.length, ends.length));
    if (last === first) return false;
    memory.set(bytes.subarray(base, ends[last - 1]), textsAt);
    endsInMemory.set(ends.subarray(first, last));
    memory.set(marks.subarray(first + 1, last + 1), marksAt);
    kernel.markTexts(searched.length, last - first, base);
    marks.set(memory.subarray(marksAt, marksAt + last - first), first + 1);
    base = ends[last - 1]!;
    first = last;
  }
  return true;
}

// Checks the same lines with the kernel and with LineChecker. LineChecker receives all pushed bytes; of the bytes in the kernel's memory, it
// receives only the lines that the kernel defers.
import { strictEqual } from 'node:assert/strict';
import { inspect, isDeepStrictEqual } from 'node:util';
import type { Validation, ValidationTotals } from '../../../src/analysis/validate/index.ts';
import { createInflater, loadKernel } from '../../../src/input/kernel/index.ts';
import { SEEN } from '../kernel/both-ways.ts';
import { type Held, readInto, validationFor } from './checked.ts';

/** Offset of a part: with it the shape is known, and the first line may be the kernel's. */
export const PART = 4096;

const kernel = await loadKernel();
if (kernel === undefined) throw new Error('there is no kernel');
const inflater = createInflater(kernel);

/** How an object, or a part of one, is read. */
export interface Reading {
  /** Bytes of a window, and of a piece that is pushed. @default the largest window */
  size?: number | undefined;
  /** Of the object. */
  name?: string;
  /** 0: its first lines are not the kernel's. @default that of a part */
  offset?: number;
}

/** Reads an object by the kernel, in windows. @returns how many lines the kernel has read by itself */
export function readByKernel(
  validation: Validation,
  bytes: Uint8Array,
  { size = inflater.plainBytes, name = 'a.log', offset = PART }: Reading = {},
): number {
  const object = validation.openObject(name, { input: 'ndjson', ...(offset > 0 && { offset }) });
  inflater.begin();
  let keepFrom: number | undefined;
  for (let at = 0; at < bytes.length; at += size) {
    const window = inflater.plain(bytes.subarray(at, at + size), keepFrom);
    object.readWindow(window);
    keepFrom = window.keepFrom;
  }
  object.end(false);
  // What the kernel holds is taken from it when the object is closed.
  const { read, outside, malformed, blank } = validation.toTotals().lines;
  const lines = validation.lineCount - (read + outside + malformed + blank);
  object.close();
  return lines;
}

/** One job: objects are read by both, one after the other. */
export class BothWays {
  readonly #pushed: Validation;
  readonly #scanned: Validation;
  /** Lines that the kernel has read by itself. */
  byKernel = 0;

  constructor(held: Held) {
    this.#pushed = validationFor(held);
    this.#scanned = validationFor(held);
  }

  /** Reads an object. @returns the totals so far @throws where they differ */
  read(text: string | Uint8Array, reading: Reading = {}): ValidationTotals {
    const bytes = Buffer.from(text as string);
    const { size = inflater.plainBytes, name = 'a.log', offset = PART } = reading;
    const before = this.#pushed.lineCount;
    readInto(this.#pushed, name, bytes, size, offset);
    const lines = readByKernel(this.#scanned, bytes, { size, name, offset });
    this.byKernel += lines;
    SEEN.lines += lines;
    SEEN.left += this.#pushed.lineCount - before - lines;
    const [found, wanted] = [this.#scanned.toTotals(), this.#pushed.toTotals()];
    expectSame(found, wanted);
    strictEqual(this.#scanned.lineCount, this.#pushed.lineCount);
    return found;
  }
}

/** Holds both to the same totals of one object. @returns these totals @throws where they differ */
export function bothWays(held: Held, text: string | Uint8Array, reading?: Reading): ValidationTotals {
  return new BothWays(held).read(text, reading);
}

function expectSame(found: ValidationTotals, wanted: ValidationTotals): void {
  // Looking for differences takes far longer than seeing that there are none.
  if (isDeepStrictEqual(found, wanted)) return;
  const parts = (['lines', 'findings', 'ids'] as const).filter((key) => !isDeepStrictEqual(found[key], wanted[key]));
  const differences = parts.map((key) => `${key}: found ${shown(found[key])}\nexpected ${shown(wanted[key])}`);
  throw new Error(`the result differs with the kernel:\n${differences.join('\n')}`);
}

function shown(value: unknown): string {
  return inspect(value, { depth: 5, maxArrayLength: 12, maxStringLength: 200 });
}

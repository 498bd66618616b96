// The same lines by the kernel and by LineChecker. Bytes that are pushed go to LineChecker; in the kernel's memory they go to it only where the
// kernel leaves them.
import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { createInflater, loadKernel } from '../../src/kernel/index.ts';
import type { Validation, ValidationTotals } from '../../src/validate/index.ts';
import { SEEN } from '../kernel/both-ways.ts';
import { type Held, readInto, validationFor } from './checked.ts';

/** Offset of a part: with it the shape is known, and the first line may be the kernel's. */
const PART = 4096;

const kernel = await loadKernel();
if (kernel === undefined) throw new Error('there is no kernel');
const inflater = createInflater(kernel);

/** Reads a part of an object in windows of so many bytes. @default the largest */
export function readByKernel(
  validation: Validation,
  name: string,
  bytes: Uint8Array,
  size = inflater.plainBytes,
): void {
  const object = validation.openObject({ name }, { input: 'ndjson', offset: PART });
  inflater.begin();
  let keepFrom: number | undefined;
  for (let at = 0; at < bytes.length; at += size) {
    const window = inflater.plain(bytes.subarray(at, at + size), keepFrom);
    object.readWindow(window);
    keepFrom = window.keepFrom;
  }
  object.end(false);
  object.close();
}

/**
 * Holds the kernel and LineChecker to the same totals.
 * @param size bytes of a window @returns these totals @throws where they differ
 */
export function bothWays(
  held: Held,
  text: string | Uint8Array,
  size = inflater.plainBytes,
  name = '20261101/20261101T000000Z_20261104T000000Z_aa.log',
): ValidationTotals {
  const bytes = Buffer.from(text as string);
  const [pushed, scanned] = [validationFor(held), validationFor(held)];
  readInto(pushed, name, bytes, bytes.length, PART);
  readByKernel(scanned, name, bytes, size);
  const totals = scanned.toTotals();
  deepStrictEqual(totals, pushed.toTotals());
  strictEqual(scanned.lineCount, pushed.lineCount);
  const left = Object.values(scanned.leftLines).reduce((sum, lines) => sum + lines, 0);
  SEEN.left += left;
  SEEN.lines += scanned.lineCount - left;
  return totals;
}

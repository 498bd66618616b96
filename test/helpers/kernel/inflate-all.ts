// Whole streams through the kernel and through its two judges: Node's zlib, and the exact inflating of destination, which
// is zlib's own code fed so that it holds nothing back.
import { gunzipSync } from 'node:zlib';
import { inflateExactly } from '../../../src/destination/compression/inflate-exactly.ts';
import { createInflater, type Inflater, type Kernel, loadKernel } from '../../../src/kernel/index.ts';

/** What came of a stream. */
export interface Outcome {
  bytes: Buffer;
  code: 'whole' | 'truncated' | 'corrupt' | 'trailing';
  /** zlib's words, for corrupt ones. */
  reason?: string;
}

/** The kernel, which must be there in a checkout with its development packages. */
export async function openKernel(): Promise<{ kernel: Kernel; inflater: Inflater }> {
  const kernel = await loadKernel();
  if (kernel === undefined) throw new Error('cannot test the kernel: found none');
  return { kernel, inflater: createInflater(kernel) };
}

/** Inflates a stream that comes in chunks of the sizes given, over and over; all at once where there are none. */
export function inflateAll(inflater: Inflater, stored: Uint8Array, sizes: readonly number[] = []): Outcome {
  inflater.begin();
  const parts: Buffer[] = [];
  let at = 0;
  for (let turn = 0; at < stored.length; turn += 1) {
    const size = sizes.length === 0 ? stored.length : sizes[turn % sizes.length]!;
    inflater.write(stored.subarray(at, at + size));
    at += size;
    for (let step = inflater.next(); step.kind !== 'input'; step = inflater.next()) {
      if (step.kind === 'output') parts.push(Buffer.from(step.bytes));
      else
        return {
          bytes: Buffer.concat(parts),
          code: step.code,
          ...(step.code === 'corrupt' && { reason: step.reason }),
        };
    }
  }
  const end = inflater.end();
  return { bytes: Buffer.concat(parts), code: end.kind === 'whole' ? 'whole' : end.code };
}

/** The same by zlib's own code. */
export async function inflateByZlib(stored: Uint8Array): Promise<Outcome> {
  const parts: Uint8Array[] = [];
  let outcome: Omit<Outcome, 'bytes'> = { code: 'whole' };
  const chunks = (async function* () {
    yield stored;
  })();
  const exactly = inflateExactly(chunks, ({ code, message }) => {
    if (code === 'gzip-corrupt') outcome = { code: 'corrupt', reason: message.slice(message.indexOf(': ') + 2) };
    else outcome = { code: code === 'gzip-truncated' ? 'truncated' : 'trailing' };
  });
  for await (const part of exactly) parts.push(part);
  return { bytes: Buffer.concat(parts), ...outcome };
}

/** Whether Node's zlib takes it all. It looks at nothing behind zero padding. */
export function isWholeToNode(stored: Uint8Array): boolean {
  try {
    gunzipSync(stored);
    return true;
  } catch {
    return false;
  }
}

// Inflates whole streams with the kernel and with its two references: Node's zlib, and the exact inflater of src/input/destination, which runs
// zlib's own code without buffering output.
import { gunzipSync } from 'node:zlib';
import { inflateExactly } from '../../../src/input/destination/compression/inflate-exactly.ts';
import { createInflater, type Inflater, type Kernel, loadKernel } from '../../../src/input/kernel/index.ts';

/** The result of a stream. */
export interface Outcome {
  bytes: Buffer;
  code: 'whole' | 'truncated' | 'corrupt' | 'trailing';
  /** zlib's message for a corrupt stream. */
  reason?: string;
}

/** Loads the kernel, which must exist in a checkout with its development packages. */
export async function openKernel(): Promise<{ kernel: Kernel; inflater: Inflater }> {
  const kernel = await loadKernel();
  if (kernel === undefined) throw new Error('cannot test the kernel: found none');
  return { kernel, inflater: createInflater(kernel) };
}

/** Inflates a stream in chunks of the given sizes, repeated; in one chunk without sizes. */
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

/** Inflates it with zlib's own code. */
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

/** Whether Node's zlib accepts all of it. It ignores everything after zero padding. */
export function isWholeToNode(stored: Uint8Array): boolean {
  try {
    gunzipSync(stored);
    return true;
  } catch {
    return false;
  }
}

// Lines of a result written while they are made: to standard output, or to a file that appears whole or not at all.
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { findTarget, outFailed } from './output.ts';

/** Gathered before it is written. */
const BATCH_BYTES = 128 * 1024;
/** Most UTF-8 bytes of one UTF-16 code unit. */
const MAX_BYTES_PER_UNIT = 3;

/** Takes lines. */
export interface LinesWriter {
  /** Takes text, or bytes for good. @throws HeadgateError `out-failed` */
  write: (text: string | Uint8Array) => void;
  /** Resolves once no more waits to be written than a pipe can hold; undefined: that is so. */
  settled: () => Promise<void> | undefined;
  /** Writes the rest; a file now has its name. @throws HeadgateError `out-failed` */
  finish: () => Promise<void>;
  /** Leaves no file behind. */
  discard: () => void;
}

/** Opens the result. @param out path of a file @default standard output @throws HeadgateError `out-failed` */
export async function openLines(out: string | undefined): Promise<LinesWriter> {
  return out === undefined ? linesToStdout() : linesToFile(out);
}

/**
 * Gathers what is written, so that few large pieces are. Each text is encoded on its own: to encode one long chain of texts took a
 * fifth of all.
 */
function gathered(writeAll: (piece: Uint8Array) => void): Pick<LinesWriter, 'write'> & { flush: () => void } {
  let batch = Buffer.allocUnsafeSlow(BATCH_BYTES);
  let used = 0;
  const flush = (): void => {
    if (used === 0) return;
    writeAll(batch.subarray(0, used));
    // The last one may still wait to be written.
    batch = Buffer.allocUnsafeSlow(BATCH_BYTES);
    used = 0;
  };
  const write = (piece: string | Uint8Array): void => {
    const isText = typeof piece === 'string';
    const most = isText ? piece.length * MAX_BYTES_PER_UNIT : piece.length;
    if (used + most > BATCH_BYTES) flush();
    if (most > BATCH_BYTES) writeAll(isText ? Buffer.from(piece) : piece);
    else if (isText) used += batch.write(piece, used);
    else {
      batch.set(piece, used);
      used += piece.length;
    }
  };
  return { write, flush };
}

function linesToStdout(): LinesWriter {
  const { stdout } = process;
  const { write, flush } = gathered((piece) => stdout.write(piece));
  const settled = (): Promise<void> | undefined => {
    if (!stdout.writableNeedDrain) return undefined;
    return new Promise((resolve) => stdout.once('drain', resolve));
  };
  const finish = async (): Promise<void> => {
    flush();
    await settled();
  };
  return { write, settled, finish, discard: () => {} };
}

async function linesToFile(out: string): Promise<LinesWriter> {
  const { target, path, isBeside } = await findTarget(out);
  const attempt = <Result>(work: () => Result): Result => {
    try {
      return work();
    } catch (error) {
      throw outFailed(out, error);
    }
  };
  let file: number | undefined = attempt(() => openSync(path, 'w'));
  const close = (): void => {
    if (file !== undefined) closeSync(file);
    file = undefined;
  };
  const { write, flush } = gathered((bytes) => {
    attempt(() => {
      for (let at = 0; at < bytes.length; ) at += writeSync(file!, bytes, at);
    });
  });
  const discard = (): void => {
    close();
    if (isBeside) rmSync(path, { force: true });
  };
  const finish = async (): Promise<void> => {
    try {
      flush();
      attempt(() => {
        if (isBeside) fsyncSync(file!);
        close();
        if (isBeside) renameSync(path, target);
      });
    } catch (error) {
      discard();
      throw error;
    }
  };
  return { write, settled: () => undefined, finish, discard };
}

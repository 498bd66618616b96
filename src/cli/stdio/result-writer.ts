// Writes results to standard output or to the file of --out, and waits for a slow reader. Every byte of a result passes through here.
import { finished } from 'node:stream/promises';
import { HeadgateError } from '../../base/index.ts';
import { rejectClosedOutput } from './closed-output.ts';
import { type OutFile, openOut, outFailed } from './out-file.ts';
import { outputTaken } from './streams-taken.ts';
import { terminalText } from './terminal-text.ts';

/** Bytes to collect before a write. */
const BATCH_BYTES = 128 * 1024;
/** Most UTF-8 bytes of one UTF-16 code unit. */
const MAX_BYTES_PER_UNIT = 3;

/** Writes a result piece by piece. */
export interface ResultWriter {
  /** Writes text, or bytes that the caller must not change later. @throws HeadgateError `out-failed` */
  write: (piece: string | Uint8Array) => void;
  /** Resolves when there is room for more; undefined if there is room now. @throws HeadgateError `out-failed` */
  drained: () => Promise<void> | undefined;
  /**
   * Resolves when everything is written and the file has its name.
   * @returns the name of a partial result, if it differs from `--out`
   * @throws HeadgateError `out-failed`
   */
  finish: (isPartial?: boolean) => Promise<string | undefined>;
  /** Removes the unfinished file. */
  discard: () => void;
}

/** Options of {@link openResult}. */
export interface ResultKind {
  /** Whether the result contains stored lines; control characters are escaped only on a terminal. @default false */
  isRaw?: boolean;
  /** Whether the result contains secrets: only the owner may read the file. @default false */
  isSecret?: boolean;
}

/** Opens the result. @param out path of a file @default standard output @throws HeadgateError `out-failed`, `output-closed` */
export async function openResult(
  out: string | undefined,
  { isRaw = false, isSecret = false }: ResultKind = {},
): Promise<ResultWriter> {
  return out === undefined ? openStandardOutput(isRaw) : openFile(await openOut(out, isSecret), out);
}

/** Returns an unbuffered writer of stored lines (see {@link ResultKind}) to standard output. It resolves when the reader took them. */
export function openRawOutput(): (chunk: Uint8Array) => Promise<void> {
  rejectClosedOutput();
  const put = putTo(process.stdout, true);
  return (chunk) => {
    put(chunk);
    return outputTaken();
  };
}

function putTo(stdout: NodeJS.WriteStream, isRaw: boolean): (piece: Uint8Array) => unknown {
  return isRaw && stdout.isTTY ? terminalText(stdout) : (piece) => stdout.write(piece);
}

function openStandardOutput(isRaw: boolean): ResultWriter {
  rejectClosedOutput();
  const { stdout } = process;
  const { write, flush } = gathered(putTo(stdout, isRaw));
  return {
    write,
    // A stream that fails ends the program: see start.ts.
    drained: () => (stdout.writableNeedDrain ? new Promise((resolve) => stdout.once('drain', resolve)) : undefined),
    finish: async () => {
      flush();
      await outputTaken();
      return undefined;
    },
    discard: () => {},
  };
}

function openFile(file: OutFile, out: string): ResultWriter {
  const { stream } = file;
  let failure: NodeJS.ErrnoException | undefined;
  let room: PromiseWithResolvers<void> | undefined;
  const onRoom = (): void => {
    room?.resolve();
    room = undefined;
  };
  stream.on('error', (error) => {
    failure = error;
  });
  stream.on('drain', onRoom);
  stream.on('close', onRoom);
  // If the reader of a named pipe closes it, discards the rest without an error.
  const check = (): void => {
    if (failure !== undefined && failure.code !== 'EPIPE') throw outFailed(out, failure);
  };
  const { write, flush } = gathered((piece) => {
    if (failure === undefined) stream.write(piece);
  });
  return {
    write: (piece) => {
      check();
      write(piece);
    },
    drained: () => {
      check();
      if (failure !== undefined || !stream.writableNeedDrain) return undefined;
      room ??= Promise.withResolvers();
      return room.promise.then(check);
    },
    finish: async (isPartial = false) => {
      try {
        flush();
        stream.end();
        await finished(stream).catch((error: NodeJS.ErrnoException) => {
          failure ??= error;
        });
        check();
        const name = file.finish(isPartial);
        return name === out ? undefined : name;
      } catch (error) {
        file.discard();
        throw error instanceof HeadgateError ? error : outFailed(out, error);
      }
    },
    discard: () => file.discard(),
  };
}

/**
 * Collects pieces into few large writes. Encodes each text separately: encoding one long concatenated text took a fifth of the total
 * time.
 */
function gathered(writeAll: (piece: Uint8Array) => void): Pick<ResultWriter, 'write'> & { flush: () => void } {
  let batch = Buffer.allocUnsafeSlow(BATCH_BYTES);
  let used = 0;
  const flush = (): void => {
    if (used === 0) return;
    writeAll(batch.subarray(0, used));
    // The stream may still buffer the last batch.
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

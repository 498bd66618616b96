// Lines of a result written while they are made: to standard output, or to a file that appears whole or not at all.
import { closeSync, fsyncSync, openSync, realpathSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { HeadgateError } from '../base/index.ts';

/** Characters gathered before they are written. */
const BATCH_CHARACTERS = 64 * 1024;

/** Takes lines. */
export interface LinesWriter {
  write: (line: string) => void;
  /** Resolves once no more waits to be written than a pipe can hold. */
  drained: () => Promise<void>;
  /** Writes the rest; a file now has its name. @throws HeadgateError `out-failed` */
  finish: () => Promise<void>;
  /** Leaves no file behind. */
  discard: () => void;
}

/** Opens the result. @param out path of a file @default standard output @throws HeadgateError `out-failed` */
export function openLines(out: string | undefined): LinesWriter {
  return out === undefined ? linesToStdout() : linesToFile(out);
}

function linesToStdout(): LinesWriter {
  let text = '';
  let isBlocked = false;
  const flush = (): void => {
    if (text !== '') isBlocked = !process.stdout.write(text);
    text = '';
  };
  const drained = async (): Promise<void> => {
    if (!isBlocked) return;
    if (process.stdout.writableNeedDrain) await new Promise((resolve) => process.stdout.once('drain', resolve));
    isBlocked = false;
  };
  return {
    write: (line) => {
      text += line;
      if (text.length >= BATCH_CHARACTERS) flush();
    },
    drained,
    finish: async () => {
      flush();
      await drained();
    },
    discard: () => {},
  };
}

function linesToFile(out: string): LinesWriter {
  const target = attempt(out, () => (statSync(out, { throwIfNoEntry: false }) === undefined ? out : realpathSync(out)));
  const isPlain = statSync(target, { throwIfNoEntry: false })?.isFile() ?? true;
  // A device or a pipe is written to as it is.
  const path = isPlain ? `${target}.${process.pid}.tmp` : target;
  const file = attempt(out, () => openSync(path, 'w'));
  let text = '';
  const discard = (): void => {
    if (isPlain) rmSync(path, { force: true });
  };
  const flush = (): void => {
    const bytes = Buffer.from(text);
    text = '';
    attempt(out, () => {
      for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
    });
  };
  return {
    write: (line) => {
      text += line;
      if (text.length >= BATCH_CHARACTERS) flush();
    },
    drained: async () => {},
    finish: async () => {
      try {
        flush();
        attempt(out, () => {
          if (isPlain) fsyncSync(file);
          closeSync(file);
          if (isPlain) renameSync(path, target);
        });
      } catch (error) {
        discard();
        throw error;
      }
    },
    discard,
  };
}

function attempt<Result>(out: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new HeadgateError('out-failed', `cannot write --out ${out}: the system says ${code ?? message}`, {
      cause: error,
    });
  }
}

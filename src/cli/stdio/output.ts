// Writing results and remarks.
import { DEFAULT_WIDTH, MAX_WIDTH, printable, type Style } from '../../render/index.ts';
import type { OutputFlags } from '../flags/output-flags.ts';
import { openResult, type ResultKind } from './result-writer.ts';

/** How a result is written. */
export interface ResultEnding extends ResultKind {
  /** An interrupted run: `--out` then writes a file of another name, so that an earlier whole result stays. @default false */
  isPartial?: boolean;
}

/**
 * Writes a result, whole or in pieces, which are made as they are taken.
 * @throws HeadgateError `out-failed` when the file cannot be written; nothing is left behind then. `output-closed`
 */
export async function writeResult(
  result: string | Iterable<string>,
  flags: Pick<OutputFlags, 'out' | 'quiet'>,
  { isPartial = false, ...kind }: ResultEnding = {},
): Promise<void> {
  const writer = await openResult(flags.out, kind);
  try {
    for (const piece of typeof result === 'string' ? [result] : result) {
      writer.write(piece);
      await writer.settled();
    }
  } catch (error) {
    writer.discard();
    throw error;
  }
  noticePartial(await writer.finish(isPartial), flags);
}

/** Prints where a partial result went. @param name as {@link openResult} finishes */
export function noticePartial(name: string | undefined, flags: Pick<OutputFlags, 'out' | 'quiet'>): void {
  if (name === undefined) return;
  // With --quiet too: the result is not where it was wanted.
  printNotice(`headgate: warning: interrupted: the partial result is in ${name}; ${flags.out} is unchanged`, {});
}

/** How results for a person look here: colour on a terminal unless refused. */
export function styleOf(
  flags: { out?: string | undefined; color: boolean },
  stream: NodeJS.WriteStream = process.stdout,
): Style {
  const isTerminal = stream.isTTY === true && flags.out === undefined;
  const forced = process.env.FORCE_COLOR !== undefined && process.env.FORCE_COLOR !== '0';
  const refused = !flags.color || (process.env.NO_COLOR ?? '') !== '' || process.env.TERM === 'dumb';
  return {
    color: !refused && (isTerminal || forced),
    width: isTerminal ? Math.min(stream.columns || DEFAULT_WIDTH, MAX_WIDTH) : DEFAULT_WIDTH,
  };
}

/** Prints a remark, of one line, that is no result. What names from outside would do to a terminal is escaped. */
export function printNotice(text: string, flags: Pick<OutputFlags, 'quiet'>): void {
  printLines(printable(text), flags);
}

/** Prints lines that are no result as they are: made by src/render, which escapes what comes from outside, or our own. */
export function printLines(text: string, { quiet }: Pick<OutputFlags, 'quiet'>): void {
  if (quiet !== true) process.stderr.write(`${text}\n`);
}

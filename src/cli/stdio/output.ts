// Writes results and notices.
import { existsSync } from 'node:fs';
import { printable } from '../../base/index.ts';
import { DEFAULT_HEIGHT, DEFAULT_WIDTH, MAX_WIDTH, type Style } from '../../report/index.ts';
import type { OutputFlags } from '../flags/output-flags.ts';
import { openResult, type ResultWriter } from './result-writer.ts';

/** How a result is written. */
export interface ResultEnding {
  /** See {@link openResult}. @default false */
  isRaw?: boolean | undefined;
  /** Whether the run was interrupted: `--out` then writes <file>.partial and keeps an earlier result. @default false */
  isPartial?: boolean;
  /** An open writer that contains the beginning of the result. @default a new one */
  writer?: ResultWriter | undefined;
}

/**
 * Writes a result, whole or in pieces that are rendered on demand.
 * @throws HeadgateError `out-failed` if the file cannot be written, and then leaves no file; `output-closed`
 */
export async function writeResult(
  result: string | Iterable<string>,
  settings: Pick<OutputFlags, 'out'>,
  { isPartial = false, isRaw = false, writer: opened }: ResultEnding = {},
): Promise<void> {
  const writer = opened ?? (await openResult(settings.out, { isRaw }));
  try {
    for (const piece of typeof result === 'string' ? [result] : result) {
      writer.write(piece);
      await writer.drained();
    }
  } catch (error) {
    writer.discard();
    throw error;
  }
  noticePartial(await writer.finish(isPartial), settings);
}

/** Prints the name of a partial result. @param name returned by {@link ResultWriter.finish} */
function noticePartial(name: string | undefined, { out }: Pick<OutputFlags, 'out'>): void {
  if (name === undefined) return;
  const isUnchanged = out !== undefined && existsSync(out);
  // With --quiet, too: the result is not in the requested file.
  printNotice(
    `headgate: warning: interrupted: the partial result is in ${name}; ${out} ${isUnchanged ? 'is unchanged' : 'was not written'}`,
    {},
  );
}

/** Returns the style of text on a stream: color on a terminal unless disabled. */
export function styleOf(
  settings: Pick<OutputFlags, 'out' | 'quiet' | 'color' | 'show' | 'details' | 'strict'>,
  stream: NodeJS.WriteStream = process.stdout,
): Style {
  const isTerminal = stream.isTTY === true && settings.out === undefined;
  const forced = process.env.FORCE_COLOR !== undefined && process.env.FORCE_COLOR !== '0';
  const rejected = !settings.color || (process.env.NO_COLOR ?? '') !== '' || process.env.TERM === 'dumb';
  return {
    color: !rejected && (isTerminal || forced),
    width: Math.min((isTerminal ? stream.columns : requestedColumns()) || DEFAULT_WIDTH, MAX_WIDTH),
    height: isTerminal ? stream.rows || DEFAULT_HEIGHT : DEFAULT_HEIGHT,
    ...{ show: settings.show, hasDetails: settings.details },
    ...{ isQuiet: settings.quiet, isStrict: settings.strict },
  };
}

/** Minimum width that `COLUMNS` can request: tables need it. Columns. */
const LEAST_WIDTH = 40;

/** The width that the user requests for output that is no terminal, as git and ls take it; undefined if it is not set, or no number. */
function requestedColumns(): number | undefined {
  const { COLUMNS: columns = '' } = process.env;
  return /^[1-9]\d*$/.test(columns) ? Math.max(LEAST_WIDTH, Number(columns)) : undefined;
}

/** Prints a one-line notice on standard error, with control characters escaped. */
export function printNotice(text: string, settings: Pick<OutputFlags, 'quiet'>): void {
  printLines(printable(text), settings);
}

/** Prints lines unchanged on standard error. The caller must have escaped data from outside, as src/report does. */
export function printLines(text: string, { quiet }: Pick<OutputFlags, 'quiet'>): void {
  if (quiet !== true) process.stderr.write(`${text}\n`);
}

// Writing results and remarks.
import { DEFAULT_WIDTH, MAX_WIDTH, printable, type Style } from '../../render/index.ts';
import { openResult, type ResultWriter } from './result-writer.ts';

/** Where results and notices go, and how they look: what the flags of every command say of it. */
export interface OutputSettings {
  /** @default standard output */
  out?: string | undefined;
  quiet?: true;
  color: boolean;
}

/** How a result is written. */
export interface ResultEnding {
  /** See {@link openResult}. @default false */
  isRaw?: boolean | undefined;
  /** An interrupted run: `--out` then writes a file of another name, so that an earlier whole result stays. @default false */
  isPartial?: boolean;
  /** One that is open already, and holds the beginning of the result. @default a new one */
  writer?: ResultWriter | undefined;
}

/**
 * Writes a result, whole or in pieces, which are made as they are taken.
 * @throws HeadgateError `out-failed` when the file cannot be written; nothing is left behind then. `output-closed`
 */
export async function writeResult(
  result: string | Iterable<string>,
  settings: Pick<OutputSettings, 'out'>,
  { isPartial = false, isRaw = false, writer: opened }: ResultEnding = {},
): Promise<void> {
  const writer = opened ?? (await openResult(settings.out, { isRaw }));
  try {
    for (const piece of typeof result === 'string' ? [result] : result) {
      writer.write(piece);
      await writer.settled();
    }
  } catch (error) {
    writer.discard();
    throw error;
  }
  noticePartial(await writer.finish(isPartial), settings);
}

/** Prints where a partial result went. @param name as {@link openResult} finishes */
function noticePartial(name: string | undefined, { out }: Pick<OutputSettings, 'out'>): void {
  if (name === undefined) return;
  // With --quiet too: the result is not where it was wanted.
  printNotice(`headgate: warning: interrupted: the partial result is in ${name}; ${out} is unchanged`, {});
}

/** How results for a person look here: colour on a terminal unless refused. */
export function styleOf(
  settings: Pick<OutputSettings, 'out' | 'color'>,
  stream: NodeJS.WriteStream = process.stdout,
): Style {
  const isTerminal = stream.isTTY === true && settings.out === undefined;
  const forced = process.env.FORCE_COLOR !== undefined && process.env.FORCE_COLOR !== '0';
  const refused = !settings.color || (process.env.NO_COLOR ?? '') !== '' || process.env.TERM === 'dumb';
  return {
    color: !refused && (isTerminal || forced),
    width: isTerminal ? Math.min(stream.columns || DEFAULT_WIDTH, MAX_WIDTH) : DEFAULT_WIDTH,
  };
}

/** Prints a remark, of one line, that is no result. What names from outside would do to a terminal is escaped. */
export function printNotice(text: string, settings: Pick<OutputSettings, 'quiet'>): void {
  printLines(printable(text), settings);
}

/** Prints lines that are no result as they are: made by src/render, which escapes what comes from outside, or our own. */
export function printLines(text: string, { quiet }: Pick<OutputSettings, 'quiet'>): void {
  if (quiet !== true) process.stderr.write(`${text}\n`);
}

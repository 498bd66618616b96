// Chooses the format of a result: `--format`, else the ending of `--out`, else the default of the command. Reports when the two disagree.
import type { Command } from 'commander';
import { enumerate, HeadgateError } from '../base/index.ts';
import { endingsOfFormats, formatsOfFile, otherFileEnding } from '../render/index.ts';
import type { OutputFlags } from './flags/output-flags.ts';

/** Source of a `--format` that was set from the ending of `--out`, in commander's records. */
const CHOSEN_BY_ENDING = 'ending';

/** Sets `--format` from the ending of `--out`, unless it was given. @returns remarks for the user */
export function chooseFormat(command: Command): string[] {
  const { out, format } = command.opts<OutputFlags>();
  const byEnding = formatsOfFile(out ?? '');
  const [first] = byEnding;
  if (out === undefined || first === undefined || byEnding.includes(format)) return [];
  const source = command.getOptionValueSource('format');
  if (source !== 'default')
    return [`the ending of --out ${out} means ${first}, but the file will contain ${format}, as --format requests`];
  command.setOptionValueWithSource('format', first, CHOSEN_BY_ENDING);
  return [];
}

/**
 * Returns the format in which a task writes its result.
 * @throws HeadgateError `usage` if it lacks the format of `--format`, or that of the ending of `--out` and has several others; if that ending means
 * a file of another kind and there is no `--format`
 */
export function settleFormat(command: Command, formats: readonly string[]): { format: string; remarks: string[] } {
  const { out, format, table } = command.opts<OutputFlags>();
  if (table !== undefined && format !== 'csv')
    throw new HeadgateError('usage', `cannot use --table ${table} with --format ${format}: expected --format csv`);
  const other = otherFileEnding(out ?? '');
  if (other !== undefined && formats.length > 1 && command.getOptionValueSource('format') === 'default') {
    throw new HeadgateError(
      'usage',
      `cannot write --out ${out}: found the ending ${other}, expected ${enumerate(endingsOfFormats(formats))}; use another ending, or --format`,
    );
  }
  if (formats.includes(format)) return { format, remarks: [] };
  if (command.getOptionValueSource('format') !== CHOSEN_BY_ENDING)
    throw new HeadgateError('usage', `cannot use --format ${format} here: expected ${enumerate(formats)}`);
  // A result with one format leaves no choice.
  if (formats.length === 1) return { format: formats[0]!, remarks: [] };
  throw new HeadgateError(
    'usage',
    `cannot write --out ${out}: its ending means ${format}, expected ${enumerate(formats)}; use another ending, or --format`,
  );
}

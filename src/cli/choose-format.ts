// Chooses the format of a result: `--format`, else the ending of `--out`, else the default of the command. Reports when the two disagree.
import { enumerate, HeadgateError } from '../base/index.ts';
import { endingsOfFormats, formatsOfFile, otherFileEnding } from '../report/index.ts';
import type { OutputFlags } from './flags/output-flags.ts';

/** Where the format comes from. `flag`: from --format, or from another flag that implies it. */
export type FormatSource = 'default' | 'ending' | 'flag';

/** Sets the format from the ending of `--out`, unless a flag did. @returns remarks for the user */
export function chooseFormat(
  output: OutputFlags,
  given: FormatSource,
): { source: FormatSource; remarks: readonly string[] } {
  const { out, format } = output;
  const byEnding = formatsOfFile(out ?? '');
  const [first] = byEnding;
  if (out === undefined || first === undefined || byEnding.includes(format)) return { source: given, remarks: [] };
  if (given === 'flag') {
    const remark = `the ending of --out ${out} means ${first}, but the file will contain ${format}, as --format requests`;
    return { source: given, remarks: [remark] };
  }
  output.format = first;
  return { source: 'ending', remarks: [] };
}

/**
 * Returns the format in which a task writes its result.
 * @throws HeadgateError `usage` if it lacks the format of `--format`, or that of the ending of `--out` and has several others; if that ending means
 * a file of another kind and there is no `--format`
 */
export function resolveFormat({ out, format }: OutputFlags, source: FormatSource, formats: readonly string[]): string {
  const other = otherFileEnding(out ?? '');
  if (other !== undefined && formats.length > 1 && source === 'default') {
    throw new HeadgateError(
      'usage',
      `cannot write --out ${out}: found the ending ${other}, expected ${enumerate(endingsOfFormats(formats))}; use another ending, or --format`,
    );
  }
  if (formats.includes(format)) return format;
  if (source !== 'ending')
    throw new HeadgateError('usage', `cannot use --format ${format} here: expected ${enumerate(formats)}`);
  // A result with one format leaves no choice.
  if (formats.length === 1) return formats[0]!;
  throw new HeadgateError(
    'usage',
    `cannot write --out ${out}: its ending means ${format}, expected ${enumerate(formats)}; use another ending, or --format`,
  );
}

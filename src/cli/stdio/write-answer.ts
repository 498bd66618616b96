// Writes the result of a command, and ends the command where the result holds no answer. Decides nothing about answers: src/task does.
import type { HeadgateError } from '../../base/index.ts';
import { problemRemarks } from '../../render/index.ts';
import type { Problem, SourceTotal } from '../../replay/index.ts';
import { NO_RECORDS } from '../../run/no-answer/no-records-error.ts';
import type { OutputFlags } from '../flags/output-flags.ts';
import { printNotice, type ResultEnding, writeResult } from './output.ts';

/** What is said of a source of which nothing could be judged. */
interface LostSource {
  source: Pick<SourceTotal, 'damaged' | 'unreadable'>;
  problems: readonly Problem[];
  problemCounts: Readonly<Record<string, number>>;
}

/** A result as the command prints it. */
export interface Answer extends ResultEnding {
  /** Why there is no answer; undefined: there is one. */
  without: HeadgateError | undefined;
  json: () => string | Iterable<string>;
  /** For every other format. */
  text: () => string | Iterable<string>;
  /** Whether the text has something to say although nothing could be judged. @default false */
  hasFindings?: boolean;
  /** Names the objects that were lost, where no text does. */
  lost?: LostSource | undefined;
}

/**
 * Writes a result. Where nothing could be judged, JSON still has its counts, and text, which would be tables of zeros, is not written.
 * @throws HeadgateError `without`, after the result was written
 */
export async function writeAnswer(
  { without, json, text, hasFindings = false, lost, ...ending }: Answer,
  flags: OutputFlags,
): Promise<void> {
  if (flags.format === 'json') await writeResult(json(), flags, ending);
  else if (without?.code !== NO_RECORDS || hasFindings) await writeResult(text(), flags, ending);
  else if (lost !== undefined && lost.source.damaged + lost.source.unreadable > 0) {
    for (const remark of problemRemarks(lost)) printNotice(`headgate: ${remark}`, flags);
  }
  if (without !== undefined) throw without;
}

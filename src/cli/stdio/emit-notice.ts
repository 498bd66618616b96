// Reports emitted lines on standard error: the counts of each job, missing fields, and older files in the folder.
import { type Dirent, opendirSync } from 'node:fs';
import { join } from 'node:path';
import { folderAboveDays } from '../../analysis/emit/index.ts';
import type { Report } from '../../analysis/replay/index.ts';
import { printBytes, printCount, printPlural } from '../../base/index.ts';
import { isAddress, redactLocation } from '../../input/destination/index.ts';
import type { OutputOptions } from '../../language/job/index.ts';
import type { FilterSet } from '../../verbs/request/named-filters.ts';
import type { OutputFlags } from '../flags/output-flags.ts';
import { printNotice } from './output.ts';

/** Maximum fields named in one notice; the report contains all of them. */
const FIELDS_NAMED = 8;

/**
 * Prints one line for each job, and a warning if the source lacks fields.
 * @param filters of the run, in the order of the report
 * @param emit as given; a bucket is printed without its parameters
 */
export function noticeEmitted(
  report: Report,
  filters: FilterSet['filters'],
  emit: string,
  { output, overwrite }: { output: Pick<OutputFlags, 'quiet'>; overwrite?: true },
): void {
  const target = redactLocation(emit);
  let written = 0;
  for (const [index, { name, kept, emitted, transformer }] of (report.jobs ?? []).entries()) {
    if (emitted === undefined) continue;
    const { lines, bytes, objects, lacking } = emitted;
    written += objects;
    const place = target === '-' ? 'to standard output' : `to ${printPlural(objects, 'object')} in ${target}`;
    const of =
      lines === kept.lines
        ? ''
        : ` of ${printCount(kept.lines)} kept${transformer === undefined ? '' : ' by the filter'}`;
    printNotice(`headgate: ${name}: wrote ${printPlural(lines, 'line')}${of}, ${printBytes(bytes)}, ${place}`, output);
    if (lacking.length === 0) continue;
    const named = lacking.slice(0, FIELDS_NAMED).map((one) => `${one.name} (${printPlural(one.lines, 'line')})`);
    const more = lacking.length > named.length ? ` and ${printCount(lacking.length - named.length)} more` : '';
    const form = lackingForm(filters[index]?.job?.outputOptions);
    printNotice(
      `headgate: warning: ${name}: the source does not contain ${named.join(', ')}${more}; written ${form}`,
      output,
    );
  }
  if (target === '-') return;
  if (report.partial) {
    printNotice('headgate: warning: interrupted: wrote no objects whose source was not read to the end', output);
  }
  if (overwrite === true && output.quiet !== true && !isAddress(emit)) noticeOlder(target, written, output);
}

/** Describes how the output shows a field without a value. */
function lackingForm({ output_type, record_template }: OutputOptions = {}): string {
  if (record_template !== undefined) return 'as null, according to record_template';
  return output_type === 'csv' ? 'as an empty CSV cell' : 'without the key';
}

/** Warns about older files, which readers of the folder read, too. @param written objects of this run, whose names are unique */
function noticeOlder(folder: string, written: number, flags: Pick<OutputFlags, 'quiet'>): void {
  const older = countFiles(folderAboveDays(folder)) - written;
  if (older <= 0) return;
  const stay = older === 1 ? 'remains' : 'remain';
  printNotice(
    `headgate: warning: ${printPlural(older, 'older file')} ${stay} in ${folder}; this run did not write ${older === 1 ? 'it' : 'them'}`,
    flags,
  );
}

/** Counts the files below a folder, except hidden files and those in folders that cannot be listed. */
function countFiles(folder: string): number {
  let count = 0;
  for (const entry of entriesOf(folder)) {
    if (entry.name.startsWith('.')) continue;
    count += entry.isDirectory() ? countFiles(join(folder, entry.name)) : 1;
  }
  return count;
}

/** Reads entries one by one: a folder may contain millions. */
function* entriesOf(path: string): Generator<Dirent> {
  let folder: ReturnType<typeof opendirSync>;
  try {
    folder = opendirSync(path);
  } catch {
    return;
  }
  try {
    for (let entry = folder.readSync(); entry !== null; entry = folder.readSync()) yield entry;
  } finally {
    folder.closeSync();
  }
}

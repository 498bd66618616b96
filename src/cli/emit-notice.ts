// What to say on standard error about lines that were written: how many of which job, and which fields nobody could write.
import { printBytes, printCount, printPlural } from '../render/index.ts';
import type { Report } from '../replay/index.ts';
import { printNotice } from './output.ts';
import type { OutputFlags } from './output-flags.ts';

/** Fields named in one remark; the report has all of them. */
const FIELDS_NAMED = 8;

/** Prints a line for each job, and one more where fields were lacking. @param target of `--emit` */
export function noticeEmitted(report: Report, target: string, flags: Pick<OutputFlags, 'quiet'>): void {
  for (const { name, kept, emitted } of report.jobs ?? []) {
    if (emitted === undefined) continue;
    const { lines, bytes, objects, lacking } = emitted;
    const place = target === '-' ? 'to standard output' : `in ${printPlural(objects, 'object')} below ${target}`;
    const of = lines === kept.lines ? '' : ` of ${printCount(kept.lines)} kept`;
    printNotice(`headgate: ${name}: wrote ${printPlural(lines, 'line')}${of}, ${printBytes(bytes)}, ${place}`, flags);
    if (lacking.length === 0) continue;
    const named = lacking.slice(0, FIELDS_NAMED).map((one) => `${one.name} (${printPlural(one.lines, 'line')})`);
    const more = lacking.length > named.length ? ` and ${lacking.length - named.length} more` : '';
    printNotice(
      `headgate: warning: ${name}: the source lacks ${named.join(', ')}${more}: left out, in CSV an empty cell, in a template null`,
      flags,
    );
  }
  if (report.partial && target !== '-') {
    printNotice('headgate: warning: interrupted: nothing was written of objects not read to their end', flags);
  }
}

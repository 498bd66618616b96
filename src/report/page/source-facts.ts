// What a report read, and what limits its figures: objects, lines, damage. Shared by all pages of stored logs.
import { printBytes, printCount, printPlural } from '../../base/index.ts';
import type { LinesTotal, SourceTotal } from '../../input/scan/index.ts';
import type { ForeignKeys, MixedDataset, OtherDatasets } from '../../language/dataset/index.ts';
import { dayFoldersOutside } from '../text/excluded-counts.ts';
import { mixedText } from '../text/report/report-advice.ts';
import { strictRemark } from '../text/report/strict-remark.ts';
import { unwrappedLines } from '../text/report/unwrapped-lines.ts';
import { capitalized } from '../text/style.ts';
import { code } from './cells.ts';
import type { Page, PageSettings, Text } from './page.ts';

/** A report on stored logs. */
interface SourceReport {
  source: Omit<SourceTotal, 'prunedFolders' | 'listed'> & Partial<Pick<SourceTotal, 'prunedFolders'>>;
  lines: LinesTotal;
  partial: boolean;
  otherDatasets?: OtherDatasets;
  foreignKeys?: ForeignKeys;
  mixedDatasets?: readonly MixedDataset[];
}

/** The lines and objects that were read, and those that were not. */
export function sourceFacts({ source, lines }: Pick<SourceReport, 'source' | 'lines'>): Text[] {
  const { prunedFolders = 0 } = source;
  const all = lines.read + lines.outside + lines.malformed + lines.blank;
  const counts = (of: string, excluded: readonly (readonly [number, string])[]): string[] => {
    const shown = excluded.filter(([count]) => count > 0).map(([count, what]) => `${printCount(count)} ${what}`);
    return shown.length === 0 ? [] : [`${of}: ${shown.join(', ')}`];
  };
  const unwrapped = unwrappedLines(lines, code);
  const read =
    all === lines.read ? printPlural(all, 'line') : `${printCount(lines.read)} of ${printPlural(all, 'line')}`;
  return [
    `${read}, ${printBytes(lines.bytes)}, from ${printPlural(source.objects, 'object')} (${printBytes(source.bytes)} stored)`,
    ...counts('Lines', [
      [lines.outside, 'outside the time range'],
      [lines.untimed, 'without a readable timestamp'],
      [lines.malformed, 'malformed'],
      [lines.blank, 'blank'],
    ]),
    ...(unwrapped.length === 0 ? [] : [unwrapped]),
    ...counts('Objects', [
      [source.pruned - prunedFolders, 'outside the time range'],
      [prunedFolders, dayFoldersOutside(prunedFolders)],
      [source.skipped, 'skipped (ownership files and other non-logs)'],
    ]),
  ];
}

/** What limits every figure of the report. */
export function sourceNotices(
  { source, lines, otherDatasets, foreignKeys, mixedDatasets }: SourceReport,
  settings: PageSettings = {},
): Page['notices'] {
  const lost = [
    ...(source.damaged > 0 ? [`${printPlural(source.damaged, 'object')} damaged`] : []),
    ...(source.unreadable > 0 ? [`${printPlural(source.unreadable, 'object')} unreadable`] : []),
  ];
  return [
    ...(lost.length === 0
      ? []
      : [{ tone: 'bad', text: `${lost.join(', ')}: the figures do not cover their missing lines.` } as const]),
    ...strictRemark(lines, settings).map((remark) => ({ tone: 'bad', text: `${remark}.` }) as const),
    ...(mixedDatasets === undefined
      ? []
      : [{ tone: 'bad', text: `${capitalized(mixedText(mixedDatasets))}.` } as const]),
    ...(otherDatasets === undefined || mixedDatasets !== undefined
      ? []
      : [{ tone: 'bad', text: ['The lines look like ', code(otherDatasets.names.join(' or ')), '.'] } as const]),
    ...foreignNotices(foreignKeys),
  ];
}

/** Maximum keys named in a notice. */
const KEYS_NAMED = 5;

/** The keys of lines that are not fields of the dataset. */
function foreignNotices({ otherCase, unknown }: ForeignKeys = { otherCase: [], unknown: [] }): Page['notices'] {
  const keys = unknown.slice(0, KEYS_NAMED).flatMap((key, index) => (index === 0 ? [code(key)] : [', ', code(key)]));
  return [
    ...otherCase.slice(0, KEYS_NAMED).map(({ key, field }) => ({
      tone: 'bad' as const,
      text: [code(key), ' differs from ', code(field), ' only in letter case.'],
    })),
    ...(keys.length === 0
      ? []
      : [{ tone: 'bad' as const, text: ['No key of the lines is a field of the dataset: found ', ...keys, '.'] }]),
  ];
}

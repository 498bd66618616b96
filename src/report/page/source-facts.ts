// What a report read, and what limits its figures: objects, lines, damage. Shared by all pages of stored logs.
import { enumerate, printBytes, printCount, printPlural } from '../../base/index.ts';
import type { IndexedSource } from '../../input/destination/index.ts';
import type { LinesTotal, SourceTotal } from '../../input/scan/index.ts';
import {
  type ForeignKeys,
  type MixedDataset,
  type OtherDatasets,
  wrappedAdvice,
} from '../../language/dataset/index.ts';
import { describeGone, describeUpdate, differenceOf, updateOf } from '../../verbs/request/index-difference.ts';
import { code } from './cells.ts';
import { type Page, type PageSettings, present, type Text } from './page.ts';
import { unwrappedLines } from './unwrapped-lines.ts';

/** A report on stored logs. */
interface SourceReport {
  source: Omit<SourceTotal, 'prunedFolders' | 'listed'> & Partial<Pick<SourceTotal, 'prunedFolders' | 'listed'>>;
  lines: LinesTotal;
  partial: boolean;
  otherDatasets?: OtherDatasets;
  foreignKeys?: ForeignKeys;
  mixedDatasets?: readonly MixedDataset[];
  jobs?: readonly { readonly dataset?: string; readonly testedFields?: readonly string[] }[];
  hours?: readonly { readonly lines: number }[];
  otherHours?: { readonly lines: number };
}

/** Counts the lines in no hour, where other lines have a time; without hours, as the report does. */
function untimedOf({ lines, hours = [], otherHours }: Pick<SourceReport, 'lines' | 'hours' | 'otherHours'>): number {
  if (hours.length === 0) return lines.untimed;
  return hours.reduce((rest, hour) => rest - hour.lines, lines.read - (otherHours?.lines ?? 0));
}

/** `Lines: 3 malformed, 1 blank`: the counts that are not zero; nothing if all are. */
export function excludedCounts(of: string, counts: readonly (readonly [number, string])[]): string[] {
  const shown = counts.filter(([count]) => count > 0).map(([count, what]) => `${printCount(count)} ${what}`);
  return shown.length === 0 ? [] : [`${of}: ${shown.join(', ')}`];
}

/** The lines and objects that were read, and those that were not. */
export function sourceFacts(
  report: Pick<SourceReport, 'source' | 'lines' | 'hours' | 'otherHours'> & { partial?: boolean },
): Text[] {
  const { source, lines, partial } = report;
  const { prunedFolders = 0, listed = 0 } = source;
  // Of an interrupted run, how much was to be read.
  const wanted = listed - source.skipped - (source.pruned - prunedFolders);
  const objects =
    partial === true && wanted > source.objects
      ? `${printCount(source.objects)} of ${printPlural(wanted, 'object')}`
      : printPlural(source.objects, 'object');
  const all = lines.read + lines.outside + lines.malformed + lines.blank;
  const unwrapped = unwrappedLines(lines, code);
  const read =
    all === lines.read ? printPlural(all, 'line') : `${printCount(lines.read)} of ${printPlural(all, 'line')}`;
  return present(
    `${read}, ${printBytes(lines.bytes)}, from ${objects} (${printBytes(source.bytes)} stored)`,
    ...indexFacts(source),
    ...excludedCounts('Lines', [
      [lines.outside, 'outside the time range'],
      [untimedOf(report), 'without a readable timestamp'],
      [report.otherHours?.lines ?? 0, 'outside the hours that are counted'],
      [lines.malformed, 'malformed'],
      [lines.blank, 'blank'],
    ]),
    unwrapped.length !== 0 && unwrapped,
    ...excludedCounts('Objects', [
      [source.pruned - prunedFolders, 'outside the time range'],
      [prunedFolders, `day ${prunedFolders === 1 ? 'folder' : 'folders'} outside the time range`],
      [source.skipped, 'skipped (ownership files and other non-logs)'],
    ]),
  );
}

/** The time of each index. */
export function indexFacts({ indexes = [] }: { indexes?: readonly IndexedSource[] }): Text[] {
  return indexes.map((indexed) => {
    const { index, asOf, without } = indexed;
    const lacks = without.length === 0 ? '' : `, without the values of ${without.join(', ')}`;
    return ['Index ', code(index), ` as of ${asOf}${lacks}${describeGone(indexed)}`];
  });
}

/** How each index differs from its source, and the conditions that it cannot decide. @param tested fields of the filters */
export function indexNotices(
  { indexes = [] }: { indexes?: readonly IndexedSource[] },
  tested: readonly string[] = [],
): Page['notices'] {
  return indexes.flatMap((indexed) => {
    const { index, asOf } = indexed;
    const difference = differenceOf(indexed);
    const undecided = indexed.without.filter((field) => tested.includes(field));
    return present(
      difference !== undefined && {
        tone: 'unclear' as const,
        text: [
          'The index ',
          code(index),
          ` is as of ${asOf}: ${difference}; `,
          code(updateOf(indexed)),
          `${describeUpdate(indexed)}.`,
        ],
      },
      undecided.length !== 0 && {
        tone: 'unclear' as const,
        text: [
          'Conditions on ',
          code(undecided.join(', ')),
          ' are undecided: the index ',
          code(index),
          ' was built without these values.',
        ],
      },
    );
  });
}

/** What limits every figure of the report. */
export function sourceNotices(report: SourceReport, settings: PageSettings = {}): Page['notices'] {
  const { source, lines } = report;
  const lost = present(
    source.damaged > 0 && `${printPlural(source.damaged, 'object')} damaged`,
    source.unreadable > 0 && `${printPlural(source.unreadable, 'object')} unreadable`,
  );
  const tested = report.jobs?.flatMap(({ testedFields = [] }) => testedFields);
  return present(
    ...indexNotices(source, tested),
    lost.length !== 0 && {
      tone: 'bad',
      text: `${lost.join(', ')}: the figures do not cover ${source.damaged + source.unreadable === 1 ? 'its' : 'their'} missing lines.`,
    },
    settings.isStrict === true &&
      lines.malformed > 0 && {
        tone: 'bad',
        text: `${printPlural(lines.malformed, 'malformed line')} (--strict accepts none).`,
      },
    ...[...datasetNotices(report), ...keyNotices(report)].map((text) => ({ tone: 'bad', text: `${text}.` }) as const),
  );
}

/** Maximum fields, and maximum keys, named in one notice. */
const [FIELDS_NAMED, KEYS_NAMED] = [3, 8];

function datasetNotices({ otherDatasets, mixedDatasets, lines }: SourceReport): string[] {
  if (mixedDatasets !== undefined) {
    // The counts are lower bounds: a line may have no field that only its dataset has.
    const least = mixedDatasets.reduce((sum, one) => sum + one.lines, 0) < lines.read ? 'at least ' : '';
    const parts = mixedDatasets.map((one) => `${one.name} (${least}${printPlural(one.lines, 'line')})`);
    return [
      `The lines look like several datasets: ${parts.join(', ')}; the figures add them up: read the objects of each dataset alone`,
    ];
  }
  if (otherDatasets === undefined || lines.read === 0) return [];
  const { names, fields } = otherDatasets;
  const named = fields.slice(0, FIELDS_NAMED).join(', ');
  return [
    `The lines look like ${names.join(' or ')} (${named}): use a filter or job for that dataset, or --dataset ${names[0]}`,
  ];
}

/** Keys that differ from fields in letter case, and lines without any field. */
function keyNotices({ foreignKeys, jobs: [job] = [] }: SourceReport): string[] {
  const { otherCase, unknown } = foreignKeys ?? { otherCase: [], unknown: [] };
  const inCase = otherCase.slice(0, FIELDS_NAMED).map(({ key, field }) => `${key} differs from ${field}`);
  const more = otherCase.length - inCase.length;
  return present(
    inCase.length !== 0 &&
      `${enumerate(present(...inCase, more > 0 && printPlural(more, 'more key')), 'and')} only in letter case: filters compare names exactly; rename the keys where the lines are stored`,
    unknown.length !== 0 &&
      `No key of the lines is a field of ${job?.dataset ?? 'the dataset'}: found ${keysFound(unknown)}; ${wrappedAdvice(unknown)}`,
  );
}

function keysFound(keys: readonly string[]): string {
  const more = keys.length - KEYS_NAMED;
  return enumerate(present(...keys.slice(0, KEYS_NAMED), more > 0 && `${more} more`), 'and');
}

// The page of a measurement: the speeds or which of two filters is cheaper, then for each filter the time of each step and the lines it defers.
// Computes no figures.
import { printBytes, printCount, printPlural, printShare } from '../../base/index.ts';
import type { BenchReport, DeferredLines, FilterComparison, FilterSpeed, Step } from '../../verbs/index.ts';
import { printableAll } from '../printable.ts';
import { code, codeCell, countCell, figureColumn, shareCell, textCell, textColumn } from './cells.ts';
import { NO_FILTER } from './job-section.ts';
import type { Block, Page, Section, Text } from './page.ts';
import { unwrappedLines } from './unwrapped-lines.ts';

const DETAILS: Readonly<Record<BenchReport['detail'], string>> = {
  full: 'Measures replay with field statistics',
  'no-fields': 'Measures replay --no-fields',
  counts: 'Measures replay --counts',
};

const STEPS: Readonly<Record<Step, string>> = {
  read: 'read',
  inflate: 'inflate',
  scan: 'scan',
  evaluate: 'evaluate and count',
};

const REASONS: Readonly<Record<DeferredLines['reasons'][number]['reason'], string>> = {
  'not-plain': 'malformed, blank, or unusual whitespace',
  'odd-key': 'a key with an escape or non-ASCII characters, or a very long key',
  'many-keys': 'more distinct keys than the kernel can store',
  'repeated-key': 'a repeated key',
  'deep-nesting': 'deep nesting',
  'escaped-value': 'an escape in a value the filter compares',
  'odd-value': 'an unusual number or time in a value the filter compares',
  'schema-mismatch': 'does not clearly match the schema of the job',
  undecided: 'left undecided by the filter',
  'near-limit': 'custom fields close to their size limit',
  'cut-fields': 'custom fields that may be truncated',
  'no-field': 'no key is a field of the dataset (an envelope?)',
  'many-sets': 'more combinations of filters than the kernel can store',
  'many-hours': 'more hours than the kernel can store',
  long: 'close to the maximum line length, or longer',
  examined: 'examined for hints',
  sampled: 'candidate for the sample',
  'chunk-boundary': 'at the start or end of an object, or longer than the window',
  'not-ndjson': 'in an object that is not NDJSON',
};

/** Creates the page of a measurement. */
export function benchPage(found: BenchReport): Page {
  const report = printableAll(found);
  const { filters, comparison, partial } = report;
  return {
    kind: 'Measurement',
    isComplete: true,
    title: [code(filters.map(({ name }) => name).join(', '))],
    answer: comparison === undefined ? speedAnswer(report) : comparisonAnswer(comparison, report),
    notices: partial ? [{ tone: 'unclear', text: 'Interrupted: medians of fewer rounds.' }] : [],
    highlights: [],
    facts: factsOf(report),
    sections: [speedSection(report), ...filters.map((filter) => filterSection(filter, report))],
  };
}

function speedAnswer({ filters }: BenchReport): Page['answer'] {
  const [{ name, linesPerSecond, bytesPerSecond }] = filters as [FilterSpeed];
  const text = [code(name), `: ${printCount(linesPerSecond)} lines/s, ${printRate(bytesPerSecond)} in one thread.`];
  return { tone: 'neutral', text };
}

function comparisonAnswer(compared: FilterComparison, { measured, filters }: BenchReport): Page['answer'] {
  const { first, second, ratio, low, high, cheaper, roundsToTell } = compared;
  const rounds = printPlural(measured.rounds, 'round');
  if (low === null || high === null) {
    const text = `Too few rounds to compare the filters: found ${rounds}, expected at least ${roundsToTell}; raise --rounds and --seconds, or lower --bytes.`;
    return { tone: 'unclear', text };
  }
  if (cheaper === 'neither') {
    const spread = ` (between ${printChange(low)} and ${printChange(high)}, ${rounds}).`;
    const took = ['No difference above the noise: ', code(second), ` took ${printChange(ratio)} than `, code(first)];
    return { tone: 'neutral', text: [...took, spread] };
  }
  const isSecond = cheaper === 'second';
  const [winner, loser] = isSecond ? [second, first] : [first, second];
  const savings = (isSecond ? [ratio, high, low] : [1 / ratio, 1 / low, 1 / high]).map((one) => 1 - one);
  const [saved, least, most] = savings.map((share) => printShare(share, 1));
  const evaluating = filters.flatMap(({ name, split }, index) => [
    index === 0 ? '' : ', ',
    code(name),
    ` ${printSeconds(split.at(-1)!.seconds)}`,
  ]);
  const text = [
    ...[code(winner), ` is cheaper: ${saved} less time than `, code(loser), ', above the noise'],
    ...[` (between ${least} and ${most}, ${rounds}; evaluate and count: `, ...evaluating, ').'],
  ];
  return { tone: 'good', text };
}

function factsOf({ measured, machine, detail }: BenchReport): Text[] {
  const { lines, objects, objectsInAll, bytes, bytesInAll, damaged, unreadable, rounds } = measured;
  const from = `${printPlural(objectsInAll, 'object')}${bytesInAll > 0 ? `, ${printBytes(bytesInAll)}` : ''}`;
  const kinds = [
    [lines.outside, 'outside the time range'],
    [lines.malformed, 'malformed'],
    [lines.blank, 'blank'],
  ] as const;
  const notRead = kinds.filter(([count]) => count > 0).map(([count, what]) => `${printCount(count)} ${what}`);
  const unwrapped = unwrappedLines(lines, code);
  return [
    `${printPlural(allLines(measured), 'line')}, ${printBytes(lines.bytes)}, from ${printPlural(objects, 'object')} (${printBytes(bytes)} stored)`,
    objects === objectsInAll ? 'Reads the whole source' : `Reads objects evenly from ${from}; raise --bytes for more`,
    ...(notRead.length === 0 ? [] : [`Lines: ${notRead.join(', ')}`]),
    ...(unwrapped.length === 0 ? [] : [unwrapped]),
    ...(damaged + unreadable === 0
      ? []
      : [`Objects: ${printCount(damaged)} damaged, ${printCount(unreadable)} unreadable`]),
    `${DETAILS[detail]}, ${printPlural(rounds, 'round')}, processor time, Node ${machine.node}, ${printPlural(machine.processors, 'processor')} (${machine.processor})`,
  ];
}

function speedSection({ filters }: BenchReport): Section {
  const columns = [
    textColumn('Filter', 'filter'),
    figureColumn('Lines', 'lines_per_second'),
    figureColumn('Line bytes', 'bytes_per_second'),
    figureColumn('Stored bytes', 'stored_bytes_per_second'),
    figureColumn('Time to no filter', 'ratio_to_no_filter'),
    figureColumn('Rounds', 'spread'),
  ];
  const rows = filters.map((filter) => [
    codeCell(filter.name),
    textCell(`${printCount(filter.linesPerSecond)}/s`),
    textCell(printRate(filter.bytesPerSecond)),
    textCell(printRate(filter.storedBytesPerSecond)),
    textCell(`× ${filter.ratioToNoFilter.toFixed(2)}`),
    textCell(`±${(filter.spread * 100).toFixed(1)} %`),
  ]);
  return { title: 'Speed', blocks: [{ kind: 'table', name: 'speed', columns, rows, shown: rows.length }] };
}

function filterSection({ name, filters, seconds: all, split, left }: FilterSpeed, { measured }: BenchReport): Section {
  const columns = [
    textColumn('Step', 'step'),
    figureColumn('Share', 'share'),
    figureColumn('Time', 'seconds'),
    figureColumn('Line bytes', 'bytes_per_second'),
  ];
  const rows = [
    ...split.map(({ step, seconds, share, bytesPerSecond }) => [
      textCell(STEPS[step]),
      shareCell(share, 1),
      textCell(printSeconds(seconds)),
      textCell(bytesPerSecond === null ? '–' : printRate(bytesPerSecond)),
    ]),
    [textCell('total'), textCell(''), textCell(printSeconds(all)), textCell(printRate(measured.lines.bytes / all))],
  ];
  return {
    title: [code(name)],
    blocks: [
      ...filters.map((text) => ({ kind: 'code', code: text ?? NO_FILTER }) as const),
      { kind: 'table', name: 'steps', columns, rows, shown: rows.length },
      ...deferredBlocks(left, allLines(measured)),
    ],
  };
}

/** The lines that the kernel leaves to the compiled filter. */
function deferredBlocks({ kernel, lines, reasons }: DeferredLines, all: number): Block[] {
  const sentence = (text: string): Block[] => [{ kind: 'text', text }];
  if (kernel === 'off') return sentence('Kernel off: the compiled filter evaluates every line.');
  if (kernel === 'beyond')
    return sentence('The kernel does not support this filter: the compiled filter evaluates every line.');
  if (lines === 0) return sentence('The kernel evaluates every line.');
  const columns = [figureColumn('Share', 'share'), figureColumn('Lines', 'lines'), textColumn('Reason', 'reason')];
  const rows = reasons.map(({ reason, lines: count }) => [
    shareCell(count, all, false),
    countCell(count),
    textCell(REASONS[reason]),
  ]);
  return [
    ...sentence(`Deferred to the compiled filter: ${printPlural(lines, 'line')}, ${printShare(lines, all)}.`),
    { kind: 'table', name: 'deferred', columns, rows, shown: rows.length },
  ];
}

function allLines({ lines }: BenchReport['measured']): number {
  return lines.read + lines.outside + lines.malformed + lines.blank;
}

/** `0.94` → `6.0 % less time`. */
function printChange(ratio: number): string {
  return `${(Math.abs(ratio - 1) * 100).toFixed(1)} % ${ratio < 1 ? 'less' : 'more'} time`;
}

function printRate(perSecond: number): string {
  return `${printBytes(perSecond)}/s`;
}

/** Three significant digits: `1.23 s`, `45.6 ms`, `7.89 µs`. */
function printSeconds(seconds: number): string {
  const [value, unit] =
    seconds >= 0.9995 ? [seconds, 's'] : seconds >= 0.0009995 ? [seconds * 1e3, 'ms'] : [seconds * 1e6, 'µs'];
  return `${value.toFixed(value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2)} ${unit}`;
}

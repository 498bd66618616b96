// Renders a measurement as text: what was measured, the speeds, for each filter the time of each step and the lines it defers, and the
// comparison of two filters.
import { columnsOf, printBytes, printCount, printPlural } from '../../base/index.ts';
import type { BenchReport, DeferredLines, FilterComparison, FilterSpeed, Speed, Step } from '../../verbs/index.ts';
import { unwrappedRemark } from '../page/unwrapped-lines.ts';
import { BARS_FROM_WIDTH, paint, printableAll, printBar, printShare, type Style, shorten, wrapWhole } from './style.ts';
import { printTable } from './table.ts';
import { printTitle } from './title.ts';

const BAR_COLUMNS = 20;
const NAME_COLUMNS = 40;

const DETAILS: Readonly<Record<BenchReport['detail'], string>> = {
  full: 'full report',
  'no-fields': 'without field statistics',
  counts: 'totals only',
};

const CLOCKS: Readonly<Record<BenchReport['clock'], string>> = {
  thread: 'CPU time',
  process: 'CPU time of all threads',
  wall: 'wall time',
};

const STEPS: Readonly<Record<Step, string>> = {
  read: 'read',
  inflate: 'inflate',
  scan: 'scan',
  fields: 'field statistics',
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

/** Renders a measurement as text. */
export function renderBenchText(found: BenchReport, style: Style): string {
  const report = printableAll(found);
  const blocks = [
    printHead(report, style),
    printSpeeds(report, style),
    ...report.filters.map((filter) => printFilter(filter, report, style)),
    ...(report.comparison === undefined ? [] : [printComparison(report.comparison, report, style)]),
  ];
  return `${blocks.map((block) => block.join('\n')).join('\n\n')}\n`;
}

function printHead({ partial, measured, machine, detail, clock }: BenchReport, style: Style): string[] {
  const { lines, objects, objectsInAll, bytes, bytesInAll, isCut, damaged, unreadable, rounds } = measured;
  const all = allLines(measured);
  const objectsRead = `${printPlural(objects, 'object')} (${printBytes(bytes)} stored)`;
  const from = `${printPlural(objectsInAll, 'object')}${bytesInAll > 0 ? `, ${printBytes(bytesInAll)}` : ''}`;
  const part = `${isCut ? 'the beginning of one object out of' : 'sampled evenly from'} ${from}; raise --bytes and --seconds for more`;
  const kinds = [
    [lines.outside, 'outside the time range'],
    [lines.malformed, 'malformed'],
    [lines.blank, 'blank'],
  ] as const;
  const notRead = kinds.filter(([count]) => count > 0).map(([count, what]) => `${printCount(count)} ${what}`);
  return [
    ...(partial ? [paint(style, ['bold', 'yellow'], 'PARTIAL: interrupted; medians of fewer rounds')] : []),
    paint(style, 'bold', `${printPlural(all, 'line')}, ${printBytes(lines.bytes)}, from ${objectsRead}`),
    `  ${objects === objectsInAll && !isCut ? 'the whole source' : part}`,
    ...(notRead.length === 0 ? [] : [`  lines: ${notRead.join(', ')}`]),
    ...unwrappedRemark(lines).map((remark) => `  ${remark}`),
    ...(damaged + unreadable === 0
      ? []
      : [`  objects: ${printCount(damaged)} damaged, ${printCount(unreadable)} unreadable`]),
    `  ${DETAILS[detail]}, ${printPlural(rounds, 'round')} in ${CLOCKS[clock]}, Node ${machine.node}, ${printPlural(machine.processors, 'processor')} (${machine.processor})`,
  ];
}

function printSpeeds({ whole, filters }: BenchReport, style: Style): string[] {
  const columns = [
    { title: paint(style, 'bold', 'Speed') },
    ...['lines', 'line bytes', 'stored bytes'].map((title) => ({ title, align: 'right' }) as const),
    { title: '' },
  ];
  const row = (name: string, speed: Speed, remark: string): string[] => [
    `  ${name}`,
    `${printCount(speed.linesPerSecond)}/s`,
    printRate(speed.bytesPerSecond),
    printRate(speed.storedBytesPerSecond),
    remark,
  ];
  const rows = [
    ...(whole === undefined
      ? []
      : [row('whole', whole, `${printPlural(whole.threads, 'thread')}, ${printPlural(whole.objects, 'object')}`)]),
    ...filters.map((filter) =>
      row(
        shorten(filter.name, NAME_COLUMNS),
        filter,
        `1 thread, from memory, rounds ±${(filter.spread * 100).toFixed(1)} %`,
      ),
    ),
  ];
  return printTable(columns, rows);
}

function printFilter(speed: FilterSpeed, { measured }: BenchReport, style: Style): string[] {
  const { name, filters, split, left } = speed;
  const texts = filters.map((text) => text ?? 'no filter: keeps every line');
  const [first = '', ...others] = texts;
  const title = printTitle(paint(style, ['bold', 'cyan'], name), columnsOf(name), first, style);
  const hasBars = style.width >= BARS_FROM_WIDTH;
  const all = split.reduce((sum, { seconds }) => sum + seconds, 0);
  const rows = split.map(({ step, seconds, share, bytesPerSecond }) => [
    STEPS[step],
    ...(hasBars ? [printBar(style, share, 1, BAR_COLUMNS, 'cyan')] : []),
    printShare(share, 1),
    printSeconds(seconds),
    bytesPerSecond === null ? '–' : printRate(bytesPerSecond),
  ]);
  rows.push(['total', ...(hasBars ? [''] : []), '', printSeconds(all), printRate(measured.lines.bytes / all)]);
  const right = (text: string) => ({ title: text, align: 'right' }) as const;
  const columns = [
    { title: 'step' },
    ...(hasBars ? [{ title: '' }] : []),
    right('share'),
    right('time'),
    right('line bytes'),
  ];
  const [head, ...body] = printTable(columns, rows, '  ');
  return [
    ...title,
    ...others.flatMap((text) => wrapWhole(text, style.width - 2)).map((line) => `  ${line}`),
    paint(style, 'dim', head!),
    ...body,
    ...printLeft(left, allLines(measured)),
  ];
}

function printLeft({ kernel, lines, reasons }: FilterSpeed['left'], all: number): string[] {
  if (kernel === 'off') return ['  kernel off: the compiled filter evaluates every line'];
  if (kernel === 'beyond')
    return ['  the kernel does not support this filter: the compiled filter evaluates every line'];
  if (lines === 0) return ['  the kernel evaluates every line'];
  const rows = reasons.map(({ reason, lines: count }) => [printShare(count, all), printCount(count), REASONS[reason]]);
  const right = { title: '', align: 'right' } as const;
  return [
    `  deferred to the compiled filter: ${printPlural(lines, 'line')}, ${printShare(lines, all)}`,
    ...printTable([right, right, { title: '' }], rows, '    '),
  ];
}

function printComparison(compared: FilterComparison, { measured, filters }: BenchReport, style: Style): string[] {
  const { first, second, ratio, low, high, cheaper, roundsToTell } = compared;
  const evaluating = filters.map(({ name, split }) => `${name} ${printSeconds(split.at(-1)!.seconds)}`).join(', ');
  const rounds = printPlural(measured.rounds, 'round');
  if (low === null || high === null) {
    const reason = `${rounds}, and a comparison needs at least ${roundsToTell}; raise --rounds and --seconds, or lower --bytes`;
    return [paint(style, 'bold', `Not compared: ${reason}`)];
  }
  if (cheaper === 'neither') {
    const spread = `between ${printChange(low)} and ${printChange(high)}, ${rounds}`;
    return [
      paint(style, 'bold', 'No difference above the noise'),
      `  ${second} took ${printChange(ratio)} than ${first} (${spread})`,
    ];
  }
  const isSecond = cheaper === 'second';
  const [winner, loser] = isSecond ? [second, first] : [first, second];
  const savings = (isSecond ? [ratio, high, low] : [1 / ratio, 1 / low, 1 / high]).map((one) => 1 - one);
  const [saved, least, most] = savings.map((share) => printShare(share, 1));
  return [
    paint(style, ['bold', 'green'], `${winner} is cheaper: ${saved} less time than ${loser}, above the noise`),
    `  between ${least} and ${most}, ${rounds}; evaluate and count: ${evaluating}`,
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

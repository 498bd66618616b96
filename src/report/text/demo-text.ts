// Renders the demo as text: four steps, each with the command that does the same, and whether the loop is closed. Computes no figures.
import { columnsOf, printBytes, printCount, printPlural } from '../../base/index.ts';
import type { DemoReport } from '../../verbs/index.ts';
import { replayPage } from '../page/replay-page.ts';
import { printBlocks } from './print-blocks.ts';
import { printSections } from './render-text.ts';
import { paint, printableAll, type Style, wrap } from './style.ts';
import { printTable } from './table.ts';
import { printVerdict } from './validate-text.ts';

/** How a reader runs the commands below. */
const INTRODUCTION =
  'The commands below also work against a running "headgate sandbox". That of step 1 starts one and keeps running; run the lines that it prints in another shell, and the other commands there.';

const right = (title: string) => ({ title, align: 'right' }) as const;

/** Renders the demo. */
export function renderDemoText(found: DemoReport, style: Style): Iterable<string> {
  const report = printableAll(found);
  return printBlocks([
    wrap(INTRODUCTION, style.width),
    printPush(report, style),
    printReplay(report, style),
    printValidation(report, style),
    printWrongFilter(report, style),
    printVerdictOfLoop(report, style),
  ]);
}

function printHead(number: number, title: string, commands: readonly string[], style: Style): string[] {
  const lines = commands.flatMap((command) => printCommand(command, style));
  return [paint(style, 'bold', `${number}. ${title}`), ...lines];
}

/** A word, or a flag or redirection with its value. A quoted word may contain blanks. */
const WORD = /(?:(?:--?\w[\w-]*|>) )?(?:'[^']*'|"[^"]*"|[^\s'"]+)+/g;
const PROMPT = '  $ ';
const CONTINUED = ' \\';

/** Prints a command for a shell, on several lines if it is long. */
function printCommand(command: string, style: Style): string[] {
  const lines: string[] = [];
  for (const word of command.match(WORD) ?? []) {
    const line = lines.at(-1);
    const width = columnsOf(`${PROMPT}${line ?? ''} ${word}${CONTINUED}`);
    if (line !== undefined && width <= style.width) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines.map((line, index) => {
    const shown = paint(style, 'cyan', index < lines.length - 1 ? line + CONTINUED : line);
    return index === 0 ? paint(style, 'dim', PROMPT) + shown : `${' '.repeat(PROMPT.length + 2)}${shown}`;
  });
}

function printPush({ push, replay }: DemoReport, style: Style): string[] {
  const { commands, seconds, exchanges, jobs } = push;
  const rows = jobs.map(({ name, batches, lines, storedBytes }) => [
    name,
    ...[printCount(batches), printCount(lines), printBytes(storedBytes)],
  ]);
  const [head, ...body] = printTable([{ title: 'job' }, ...['batches', 'lines', 'stored'].map(right)], rows, '  ');
  return [
    ...printHead(1, 'The service pushes', commands, style),
    `  ${printPlural(exchanges, 'exchange')}, ${printPlural(seconds / 60, 'minute')} of a simulated shop`,
    paint(style, 'dim', head!),
    ...body,
    ...(replay.report.jobs ?? []).flatMap(({ name, filter }) =>
      indent(`${name} pushes ${filter === null ? 'every line' : `lines with ${filter}`}`, style),
    ),
  ];
}

/** Wraps a sentence below the head of a step. */
function indent(text: string, style: Style): string[] {
  const [first, ...rest] = wrap(text, style.width - 4);
  return [`  ${first}`, ...rest.map((line) => `    ${line}`)];
}

function printReplay({ replay }: DemoReport, style: Style): string[] {
  const { commands, jobs, report } = replay;
  const rows = jobs.map(({ name, pushed, kept }) => [
    pushed === kept ? paint(style, 'green', '✓') : paint(style, 'red', '✗'),
    name,
    ...[printCount(pushed), printCount(kept)],
  ]);
  const columns = [{ title: '' }, { title: 'job' }, right('lines pushed'), right('lines a replay keeps')];
  const [head, ...body] = printTable(columns, rows, '  ');
  return [
    ...printHead(2, 'A replay predicts the push', commands, style),
    `  both filters over the ${printPlural(report.lines.read, 'line')} of one job`,
    paint(style, 'dim', head!),
    ...body,
  ];
}

function printValidation({ validation }: DemoReport, style: Style): string[] {
  return [
    ...printHead(3, 'Pushed lines match their jobs', validation.commands, style),
    ...validation.report.jobs.flatMap((job) => [
      `  ${printVerdict(job, style)}`,
      ...job.findings.flatMap(({ severity, title, count, of }) =>
        indent(`  ${severity}: ${title}${of === 'job' ? '' : `: ${printPlural(count, of)}`}`, style),
      ),
    ]),
  ];
}

function printWrongFilter({ wrongFilter }: DemoReport, style: Style): string[] {
  const { commands, report } = wrongFilter;
  // The command contains the filter.
  const [, ...shown] = printSections(replayPage(report), style);
  return [...printHead(4, 'A wrong filter is found before it loses logs', commands, style), ...shown];
}

function printVerdictOfLoop({ closed }: DemoReport, style: Style): string[] {
  return closed
    ? [paint(style, ['bold', 'green'], '✓ the service pushed exactly what the replay says')]
    : wrap('✗ the service did not push what the replay says, or pushed lines are invalid', style.width).map((line) =>
        paint(style, ['bold', 'red'], line),
      );
}

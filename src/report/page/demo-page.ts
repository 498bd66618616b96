// The page of the demo: whether the loop is closed, then four steps, each with the command that does the same. Computes no figures.
import { columnsOf, printPlural } from '../../base/index.ts';
import type { DemoReport } from '../../verbs/index.ts';
import { printableAll } from '../printable.ts';
import { adviceSection } from './advice.ts';
import { bytesCell, code, codeCell, countCell, figureColumn, textCell, textColumn } from './cells.ts';
import { jobSection } from './job-section.ts';
import { type Block, type Page, paragraph, type Section } from './page.ts';
import { verdictOf } from './validation-page.ts';

/** How a reader runs the commands below. */
const INTRODUCTION =
  'The commands below also work against a running "headgate sandbox". That of step 1 starts one and keeps running; run the lines that it prints in another shell, and the other commands there.';

/** Maximum width of a line of a command: it fits 80 columns below the title of its step. */
const COMMAND_COLUMNS = 78;
/** A word, or a flag or redirection with its value. A quoted word may contain blanks. */
const WORD = /(?:(?:--?\w[\w-]*|>) )?(?:'[^']*'|"[^"]*"|[^\s'"]+)+/g;
const PROMPT = '$ ';
const CONTINUED = ' \\';

/** Creates the page of the demo. */
export function demoPage(found: DemoReport): Page {
  const report = printableAll(found);
  return {
    kind: 'Demo',
    isComplete: true,
    title: 'A service that pushes logs, and what headgate finds in them',
    answer: report.closed
      ? { tone: 'good', text: 'The service pushed exactly what the replay states.' }
      : { tone: 'bad', text: 'The service did not push what the replay states, or pushed lines are invalid.' },
    notices: [],
    highlights: [],
    facts: [INTRODUCTION],
    sections: [pushSection(report), replaySection(report), validationSection(report), ...wrongFilterSections(report)],
  };
}

/** Commands for a shell, long ones on several lines. */
function commandBlock(commands: readonly string[]): Block {
  return { kind: 'code', code: commands.flatMap(commandLines).join('\n'), isAligned: true };
}

function commandLines(command: string): string[] {
  const lines: string[] = [];
  for (const word of command.match(WORD) ?? []) {
    const line = lines.at(-1);
    const width = columnsOf(`${PROMPT}  ${line ?? ''} ${word}${CONTINUED}`);
    if (line !== undefined && width <= COMMAND_COLUMNS) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines.map((line, index) => {
    const shown = index < lines.length - 1 ? line + CONTINUED : line;
    return index === 0 ? PROMPT + shown : `${' '.repeat(PROMPT.length + 2)}${shown}`;
  });
}

function pushSection({ push, replay }: DemoReport): Section {
  const { commands, seconds, exchanges, jobs } = push;
  const columns = [
    textColumn('Job', 'job'),
    figureColumn('Batches', 'batches'),
    figureColumn('Lines', 'lines'),
    figureColumn('Stored', 'stored_bytes'),
  ];
  const rows = jobs.map(({ name, batches, lines, storedBytes }) => [
    codeCell(name),
    ...[countCell(batches), countCell(lines), bytesCell(storedBytes)],
  ]);
  return {
    title: '1. The service pushes',
    blocks: [
      commandBlock(commands),
      paragraph(`${printPlural(exchanges, 'exchange')}, ${printPlural(seconds / 60, 'minute')} of a simulated shop.`),
      { kind: 'table', name: 'pushed', columns, rows, shown: rows.length },
      ...(replay.report.jobs ?? []).map(({ name, filter }) =>
        paragraph([code(name), ' pushes ', ...(filter === null ? ['every line'] : ['lines with ', code(filter)])]),
      ),
    ],
  };
}

function replaySection({ replay: { commands, jobs, report } }: DemoReport): Section {
  const columns = [
    textColumn('', 'result'),
    textColumn('Job', 'job'),
    figureColumn('Lines pushed', 'pushed_lines'),
    figureColumn('Lines a replay keeps', 'kept_lines'),
  ];
  const rows = jobs.map(({ name, pushed, kept }) => [
    pushed === kept ? textCell('✓', 'good') : textCell('✗', 'bad'),
    ...[codeCell(name), countCell(pushed), countCell(kept)],
  ]);
  return {
    title: '2. A replay predicts the push',
    blocks: [
      commandBlock(commands),
      paragraph(`Both filters over the ${printPlural(report.lines.read, 'line')} of one job.`),
      { kind: 'table', name: 'replayed', columns, rows, shown: rows.length },
    ],
  };
}

function validationSection({ validation: { commands, report } }: DemoReport): Section {
  return {
    title: '3. Pushed lines match their jobs',
    blocks: [
      commandBlock(commands),
      ...report.jobs.flatMap((job): Block[] => {
        const { tone, text } = verdictOf(job);
        return [
          paragraph([code(job.name), `: ${text}`], { tone }),
          ...job.findings.map(({ severity, title, count, of }) =>
            paragraph(`${severity}: ${title}${of === 'job' ? '' : `: ${printPlural(count, of)}`}`),
          ),
        ];
      }),
    ],
  };
}

/** What the filter does without details, and without its text, which the command contains. */
function wrongFilterSections({ wrongFilter: { commands, report } }: DemoReport): Section[] {
  const { jobs = [], lines } = report;
  const blocks = jobSection(jobs, 0, lines, {}).blocks.filter(
    (block) => block.kind !== 'code' && (block.kind !== 'table' || (!block.isHidden && !block.isDetail)),
  );
  return [
    { title: '4. A wrong filter is found before it loses logs', blocks: [commandBlock(commands), ...blocks] },
    ...adviceSection(report).map((section) => ({ ...section, isPart: true })),
  ];
}

// What the page hands over to take along: commands that give the same answer, reports, a suite, lines.
import { GuardSyntaxError, isChange, parseGuard } from '../../analysis/guard/index.ts';
import { type RowTable, type Selected, storedLines, type ValueReading } from '../../analysis/rows/index.ts';
import { printBytes, shellQuoted } from '../../base/index.ts';
import { printExpression } from '../../language/filter/index.ts';
import { COMPARE_RENDERERS } from '../../report/index.ts';
import { compare } from '../../verbs/compare/compare.ts';
import { NO_LINE } from '../../verbs/request/named-filters.ts';
import type { PrintedFlag } from '../../verbs/request/print-source-flags.ts';
import {
  compareCommand,
  type PrintedCommand,
  type PrintedQuestion,
  planCommand,
  replayCommand,
} from '../../verbs/request/printed-commands.ts';
import type * as Page from '../contract.ts';
import { type FilterText, ofJob } from './filter-text.ts';
import { PageError } from './page-error.ts';
import type { PageSource } from './question-thread.ts';

/** The request of `compare`, and without guards that of other verbs. */
export interface PageRequest extends Pick<PageSource, 'dataset' | 'reading' | 'nullAs' | 'undecidedOk'> {
  sources: string[];
  signal: AbortSignal;
  threads: number;
  range: { since: string | undefined; until: string | undefined };
  guards: readonly string[];
  neverDrop: string[];
  price: readonly string[];
}

/** A question with the state that all of its parts refer to. */
export interface Asked {
  source: PageSource;
  from: FilterText;
  to: FilterText;
  request: PageRequest;
  state: Page.PageState;
}

/** The lines that only one filter keeps. */
export interface ChangedTable {
  table: RowTable;
  reading: ValueReading;
  selected: Selected;
}

type Handed = Omit<Page.Taken, 'over'>;

/** Bytes of changed lines. Ours: a browser has them in memory twice. */
const MAX_LINES_BYTES = 64 * 1024 * 1024;
/** Columns of a report. */
const REPORT_WIDTH = 100;

const FORMATS = {
  'report-html': { format: 'html', fileName: 'headgate.html', mediaType: 'text/html' },
  'report-markdown': { format: 'markdown', fileName: 'headgate.md', mediaType: 'text/markdown' },
  'report-json': { format: 'json', fileName: 'headgate.json', mediaType: 'application/json' },
} as const;

/**
 * The filters to compare.
 * @param ofOutput whether figures of what is pushed are asked for: sizes and money are those of the fields that the job in force writes
 */
export function comparedFilters({ source, from, to }: Asked, ofOutput: boolean) {
  if (source.output === undefined || !ofOutput) return { from: from.argument, to: [to.argument] };
  return { from: ofJob(from, 'before', source), to: [ofJob(to, 'after', source)] };
}

/** Returns what is asked for. @throws PageError, HeadgateError */
export async function takeAlong(
  what: Page.Api['take'][0]['what'],
  asked: Asked,
  changed: () => Promise<ChangedTable>,
): Promise<Handed> {
  if (what === 'command') return text(commandOf(asked), 'compare.sh', 'text/x-shellscript');
  if (what === 'plan-command') return text(planCommandOf(asked), 'plan.sh', 'text/x-shellscript');
  if (what === 'suite') return await suiteOf(asked);
  if (what === 'changed-lines') return await changedLines(await changed());
  const { format, fileName, mediaType } = FORMATS[what];
  const report = await compare({ ...asked.request, ...comparedFilters(asked, true) });
  delete report.timing;
  const render = await COMPARE_RENDERERS[format]!();
  const pieces = render({ ...report }, { color: false, width: REPORT_WIDTH, height: REPORT_WIDTH });
  return text(typeof pieces === 'string' ? pieces : [...pieces].join(''), fileName, mediaType);
}

function text(content: string, fileName: string, mediaType: string): Handed {
  return { text: content, fileName, mediaType };
}

function expressionOf({ argument, filter }: FilterText): string {
  return filter === undefined ? argument.value : printExpression(filter);
}

/** The command that gives the same figures in a terminal. */
function commandOf(asked: Asked): string {
  const { source, from, to } = asked;
  // The job is that of the filter in force, unless that is none.
  const side = source.output === undefined ? undefined : from.argument.value === NO_LINE ? 'to' : 'from';
  const inForce: PrintedFlag = side === 'from' ? ['--from-job', 'job.json'] : ['--from', expressionOf(from)];
  const candidate: PrintedFlag = side === 'to' ? ['--to-job', 'job.json'] : ['--to', expressionOf(to)];
  const command = commandLine(compareCommand(inForce, candidate, questionOf(asked)));
  if (side === undefined) return command;
  return `# Save the job, with the ${side === 'to' ? 'candidate' : 'filter in force'} as its filter, as job.json.\n${command}`;
}

/** What the page does not know, as a comment of a shell. */
const PLACEHOLDERS = '# Replace example.com with the zone, and job.json with the file of the job that gets the filter.';

/** The command that plans the change of a job. The page knows no account: the zone and the job file are to be named. */
function planCommandOf(asked: Asked): string {
  const command = planCommand('example.com', 'job.json', expressionOf(asked.to), questionOf(asked));
  return `${PLACEHOLDERS}\n${commandLine(command)}`;
}

/** The guards that need no filter to compare with, and invalid ones, which the verb reports. */
export function guardsOfOne(guards: readonly string[]): string[] {
  return guards.filter((guard) => {
    try {
      return !isChange(parseGuard(guard));
    } catch (error) {
      if (error instanceof GuardSyntaxError) return true;
      throw error;
    }
  });
}

/** The command that replays a transformer behind the candidate. The page knows no files: they are to be written. */
export function transformCommandOf(asked: Asked): string {
  const isOfJob = asked.source.output !== undefined;
  const files = `the SQL as transformer.sql${isOfJob ? ', and the job with the candidate as its filter as job.json' : ''}`;
  const kept: PrintedFlag = isOfJob ? ['--job', 'job.json'] : ['--filter', expressionOf(asked.to)];
  const question = questionOf({ ...asked, state: { ...asked.state, guards: guardsOfOne(asked.state.guards) } });
  return `# Save ${files}.\n${commandLine(replayCommand(kept, 'transformer.sql', question))}`;
}

function questionOf({ source, state }: Asked): PrintedQuestion {
  const { since, until, guards, neverDrop } = state;
  const times = Object.entries({ '--since': since, '--until': until });
  const isUndecidedOk = source.undecidedOk && guards.length + neverDrop.length > 0;
  return {
    ...state,
    sources: source.sources,
    flags: [
      ...times.flatMap(([flag, time]): PrintedFlag[] => (time === undefined ? [] : [[flag, time]])),
      ...source.sourceFlags,
      ...(isUndecidedOk ? ([['--undecided-ok']] as const) : []),
    ],
  };
}

function commandLine({ words, flags }: PrintedCommand): string {
  const printed = flags.map(([name, value]) => (value === undefined ? name : `${name} ${shellQuoted(value)}`));
  return [['headgate', ...words].map(shellQuoted).join(' '), ...printed].join(' \\\n  ');
}

async function suiteOf({ to, request }: Asked): Promise<Handed> {
  const { mineSuite } = await import('../../verbs/test/mine-suite.ts');
  const { guards: _, neverDrop: __, price: ___, undecidedOk: ____, ...logs } = request;
  if (to.filter === undefined)
    throw new PageError(
      422,
      'no-filter',
      'cannot mine a suite: found a candidate that keeps every line, expected one with conditions',
    );
  const { suite } = await mineSuite({ ...logs, filters: [to.argument] });
  return text(suite, 'suite.json', 'application/json');
}

async function changedLines({ table, reading, selected }: ChangedTable): Promise<Handed> {
  const { text: lines, isWhole } = await storedLines(table, selected, MAX_LINES_BYTES, reading);
  if (!isWhole) {
    throw new PageError(
      422,
      'too-many-lines',
      `cannot download the changed lines: they take more than ${printBytes(MAX_LINES_BYTES)}; choose a shorter time range, or run the command with --emit-changed DIR`,
    );
  }
  return text(lines.toString('utf8'), 'changed.ndjson', 'application/x-ndjson');
}

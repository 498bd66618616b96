// What the page hands over to take along: commands that give the same answer, reports, a suite, lines.
import { shellQuoted } from '../../base/index.ts';
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

/** Columns of a report. */
const REPORT_WIDTH = 100;

type What = Page.Api['take'][0]['what'];
type Write = (asked: Asked, changedLines: () => Promise<string>) => string | Promise<string>;

/** What can be taken along: the name of its file, its media type, and its text. */
const FILES: Readonly<Record<What, readonly [fileName: string, mediaType: string, write: Write]>> = {
  command: ['compare.sh', 'text/x-shellscript', commandOf],
  'plan-command': ['plan.sh', 'text/x-shellscript', planCommandOf],
  'report-html': ['headgate.html', 'text/html', (asked) => reportOf(asked, 'html')],
  'report-markdown': ['headgate.md', 'text/markdown', (asked) => reportOf(asked, 'markdown')],
  'report-json': ['headgate.json', 'application/json', (asked) => reportOf(asked, 'json')],
  suite: ['suite.json', 'application/json', suiteOf],
  'changed-lines': ['changed.ndjson', 'application/x-ndjson', (_, changedLines) => changedLines()],
};

/**
 * The filters to compare.
 * @param ofOutput whether figures of what is pushed are asked for: sizes and money are those of the fields that the job in force writes
 */
export function comparedFilters({ source, from, to }: Asked, ofOutput: boolean) {
  if (source.output === undefined || !ofOutput) return { from: from.argument, to: [to.argument] };
  return { from: ofJob(from, 'before', source), to: [ofJob(to, 'after', source)] };
}

/** Returns what is asked for. @param changedLines the lines that only one filter keeps @throws PageError, HeadgateError */
export async function takeAlong(what: What, asked: Asked, changedLines: () => Promise<string>) {
  const [fileName, mediaType, write] = FILES[what];
  return { text: await write(asked, changedLines), fileName, mediaType };
}

async function reportOf(asked: Asked, format: 'html' | 'markdown' | 'json'): Promise<string> {
  const report = await compare({ ...asked.request, ...comparedFilters(asked, true) });
  delete report.timing;
  const render = await COMPARE_RENDERERS[format]!();
  const pieces = render({ ...report }, { color: false, width: REPORT_WIDTH, height: REPORT_WIDTH });
  return typeof pieces === 'string' ? pieces : [...pieces].join('');
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

/** The command that replays a transformer behind the candidate, with the guards of one filter. The page knows no files: they are to be written. */
export function transformCommandOf(asked: Asked): string {
  const isOfJob = asked.source.output !== undefined;
  const files = `the SQL as transformer.sql${isOfJob ? ', and the job with the candidate as its filter as job.json' : ''}`;
  const kept: PrintedFlag = isOfJob ? ['--job', 'job.json'] : ['--filter', expressionOf(asked.to)];
  return `# Save ${files}.\n${commandLine(replayCommand(kept, 'transformer.sql', questionOf(asked)))}`;
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

async function suiteOf({ to, request }: Asked): Promise<string> {
  const { mineSuite } = await import('../../verbs/test/mine-suite.ts');
  const { guards: _, neverDrop: __, price: ___, undecidedOk: ____, ...logs } = request;
  if (to.filter === undefined)
    throw new PageError(
      422,
      'no-filter',
      'cannot mine a suite: found a candidate that keeps every line, expected one with conditions',
    );
  return (await mineSuite({ ...logs, filters: [to.argument] })).suite;
}

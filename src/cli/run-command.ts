// Runs a command: checks --out before anything is read, then runs the task, prints progress and notices, sets the exit code, and writes
// the result in the chosen format. A command supplies the task and its renderers. Parses no flags and computes no results.
import { HeadgateError, printCount, printPlural, shellQuoted } from '../base/index.ts';
import type { Resumed } from '../input/resume/index.ts';
import type { Problem, SourceTotal } from '../input/scan/index.ts';
import type { SourceListing } from '../input/sources/index.ts';
import type { WorkersProgress } from '../input/workers/index.ts';
import type { Renderer, Renderers } from '../report/index.ts';
import type { FilterSet } from '../verbs/index.ts';
import { chooseFormat, resolveFormat } from './choose-format.ts';
import {
  EXIT_DONE,
  EXIT_INTERRUPTED,
  EXIT_NEGATIVE,
  EXIT_PENDING,
  EXIT_UNREACHABLE,
  setExitCode,
} from './exit-code.ts';
import { type FlagRow, partsOf } from './flag-row.ts';
import { type OutputFlags, STANDARD_OUTPUT } from './flags/output-flags.ts';
import { rejectClosedOutput } from './stdio/closed-output.ts';
import type { ProgressLine } from './stdio/progress-line.ts';
import type { ResultWriter } from './stdio/result-writer.ts';

/** Services for a task while it runs. */
export interface RunContext {
  /** Prints `headgate: <text>` on standard error; nothing with --quiet. */
  notice: (text: string) => void;
  /** Prints `headgate: warning: <text>` on standard error; nothing with --quiet. */
  warn: (text: string) => void;
  /** Prints `headgate: <text>` on standard error, also with --quiet: for what the user must do before the command or its run can end. */
  noticeAlways: (text: string) => void;
  /** Prints with --quiet how many objects were not read completely, and why not the first: the notices name them otherwise. */
  noticeLostQuietly: (objects: number, lost: readonly Problem[]) => void;
  /**
   * Warns of what is doubtful in a listing, and, where no report does, of indexes that differ from their source.
   * @param hasReport whether the result has a page or JSON that states them. @default true
   */
  warnOfListing: (listing: SourceListing, hasReport?: boolean) => void;
  /** Starts to listen for Ctrl-C and to show progress. Call at most once. @param hasReport as for {@link warnOfListing} */
  startReading: (
    hasReport?: boolean,
  ) => Promise<{ signal: AbortSignal; progress: ProgressLine; reading: ReadingCallbacks }>;
  /** Opens the result for lines that the task writes while it reads. Call at most once. */
  openResult: () => Promise<ResultWriter>;
}

/** The part of a request that shows the progress of a verb, prints warnings about its filters and sources, and stops it. */
export interface ReadingCallbacks {
  signal: AbortSignal;
  onListing: (listing: SourceListing, set?: FilterSet) => void;
  onListProgress: ProgressLine['list'];
  onProgress: ProgressLine['update'];
  onResumed: (resumed: Resumed) => void;
  onWorkers: (progress: WorkersProgress) => void;
  onWorkersLost: (sentence: string) => void;
}

/** The result of a task, and how the command ends. */
export interface Outcome<Result> {
  result: Result;
  /** The run was interrupted: exit code 130, and `--out` writes <file>.partial. */
  isPartial: boolean;
  /** The answer is negative: exit code 1. */
  isNegative: boolean;
  /** Changes are pending, and the user wants a code of its own for that: exit code 3 if the answer is not negative. @default false */
  isPending?: boolean;
  /** Whether the result contains lines as stored: on a terminal, their control characters are escaped. @default false */
  isRaw?: boolean;
  /** Whether to discard the result, because standard output is already used for something else. @default false */
  skipsResult?: boolean;
  /** Whether the result is data to use, such as lines or a suite, instead of a report: without an answer, nothing is written. @default false */
  isData?: boolean;
  /** Prints notices, after the progress line and before the result. */
  notices?: () => void;
  /** Prints what follows the result. */
  afterwards?: () => void;
  /** Returns why the result contains no answer; undefined if it contains one. */
  noAnswer?: () => Promise<HeadgateError | undefined> | HeadgateError | undefined;
  /** Whether the text has something to report although no line could be read. @default false */
  hasFindings?: boolean;
  /** Names the lost objects where no text does. */
  lost?: LostSource;
}

interface LostSource {
  source: Pick<SourceTotal, 'damaged' | 'unreadable'>;
  problems: readonly Problem[];
  problemCounts: Readonly<Record<string, number>>;
}

/** A task with the formats of its result. Made by {@link commandTask}. */
export interface CommandTask {
  formats: readonly string[];
  run: (context: RunContext, format: string) => Promise<RenderedOutcome>;
}

interface RenderedOutcome extends Omit<Outcome<unknown>, 'result'> {
  render: (style: Parameters<Renderer<unknown>>[1]) => ReturnType<Renderer<unknown>>;
}

/** Creates a task from its function and the renderers of its result. */
export function commandTask<Result>(
  renderers: Renderers<Result>,
  run: (context: RunContext) => Promise<Outcome<Result>>,
): CommandTask {
  return {
    formats: Object.keys(renderers),
    run: async (context, format) => {
      // Loaded before the run, which may leave no file descriptor to load it with.
      const renderer = await renderers[format]!();
      const { result, ...ending } = await run(context);
      return { ...ending, render: (style) => renderer(result, style) };
    },
  };
}

const TWO_OUTPUTS =
  'cannot print the report: found --out - together with --emit -, which writes lines to standard output, expected --out FILE';

/** A flag on the command line, with each of its texts. */
export interface GivenFlag {
  row: FlagRow;
  texts: readonly string[];
}

/** What every command with a result sets. */
export interface ResultFlags {
  output: OutputFlags;
  emit?: string;
  resume?: string | undefined;
}

/** What the command line has beside the values of flags. */
interface Given {
  args: readonly string[];
  given: readonly GivenFlag[];
  /** Whether to accept a closed standard output. */
  isOutputOptional: boolean;
}

/**
 * Runs a command.
 * @param plan maps arguments and flags to the task; `flags` has the format of the ending of --out then, and no --out for standard output
 */
export async function runCommand(plan: () => CommandTask, flags: ResultFlags, line: Given): Promise<void> {
  checkEnvironment(process.env);
  await checkOutput(flags, line);
  const { output } = flags;
  const [format = output.format, table] = output.format.split(':');
  output.format = format;
  if (table !== undefined) output.table = table;
  const isGiven = line.given.some(({ row }) => row.sets === FORMAT || row.implies?.[FORMAT] !== undefined);
  const { source, remarks } = chooseFormat(output, isGiven ? 'flag' : 'default');
  const task = plan();
  await runTask(
    task,
    { ...output, format: resolveFormat(output, source, task.formats), resume: flags.resume },
    remarks,
  );
}

/** The key of --format, which other flags may imply. */
const FORMAT = 'output.format';

/** Values of HEADGATE_KERNEL; unset and empty mean `on`. */
const KERNEL_VALUES = ['on', 'off', ''];

/** Checks headgate's environment variables: a misspelled value would silently do nothing. src/input/kernel reads HEADGATE_KERNEL. */
function checkEnvironment({ HEADGATE_KERNEL: kernel = '' }: NodeJS.ProcessEnv): void {
  if (KERNEL_VALUES.includes(kernel)) return;
  throw new HeadgateError(
    'environment',
    `cannot use the environment variable HEADGATE_KERNEL: found ${JSON.stringify(kernel)}, expected off (no WebAssembly, slower) or on (the default)`,
  );
}

/** Checks before the run that the result can be written. Removes `--out -`. */
async function checkOutput({ output, emit }: ResultFlags, { args, given, isOutputOptional }: Given): Promise<void> {
  const { out } = output;
  if (out === STANDARD_OUTPUT) {
    if (emit === STANDARD_OUTPUT) throw new HeadgateError('report-nowhere', TWO_OUTPUTS);
    delete output.out;
  } else if (out !== undefined) {
    await (await import('./stdio/reject-over-input.ts')).rejectOverInput(out, args, inputsOf(given));
    await (await import('./stdio/out-file.ts')).tryOut(out);
    // Until the report is written: the reader of --emit - may close standard output before that.
    if (emit === STANDARD_OUTPUT) setExitCode(EXIT_UNREACHABLE);
  }
  if (!isOutputOptional && (out === undefined || out === STANDARD_OUTPUT || emit === STANDARD_OUTPUT)) {
    rejectClosedOutput();
  }
}

/** Placeholders of values that may name a file which the command reads. */
const INPUTS: ReadonlySet<string | undefined> = new Set(['file', 'filter', 'ids', 'price', 'source']);

/** Returns the values that may name a file which the command reads. */
function inputsOf(given: readonly GivenFlag[]): string[] {
  return given
    .filter(({ row }) => row.sets !== 'output.out' && INPUTS.has(partsOf(row).placeholder))
    .flatMap(({ texts }) => texts);
}

async function runTask(
  task: CommandTask,
  flags: OutputFlags & Pick<ResultFlags, 'resume'>,
  remarks: readonly string[],
): Promise<void> {
  const { printNotice, styleOf, writeResult } = await import('./stdio/output.ts');
  let describeDifference: typeof import('../verbs/request/index-difference.ts').describeDifference | undefined;
  let progress: ProgressLine | undefined;
  let workers: WorkersProgress | undefined;
  let writer: ResultWriter | undefined;
  let printInvalid: typeof import('./stdio/filter-notice.ts').printInvalid | undefined;
  const notice = (text: string): void => printNotice(`headgate: ${text}`, flags);
  for (const remark of remarks) notice(`warning: ${remark}`);
  const context: RunContext = {
    notice,
    warn: (text) => notice(`warning: ${text}`),
    noticeAlways: (text) => printNotice(`headgate: ${text}`, {}),
    noticeLostQuietly: (objects, [first]) => {
      if (flags.quiet !== true || first === undefined) return;
      const { object, message } = first;
      context.noticeAlways(
        `${printPlural(objects, 'object was', 'objects were')} not read completely: ${object}: ${message}`,
      );
    },
    warnOfListing: ({ warnings, indexes = [] }, hasReport = flags.format !== 'csv') => {
      warnings.forEach(context.warn);
      if (!hasReport) indexes.flatMap((one) => describeDifference?.(one) ?? []).forEach(context.warn);
    },
    startReading: async (hasReport) => {
      const filterNotice = await import('./stdio/filter-notice.ts');
      ({ describeDifference } = await import('../verbs/request/index-difference.ts'));
      printInvalid = filterNotice.printInvalid;
      const { listenForInterrupt } = await import('./stdio/interrupt.ts');
      const { createProgressLine } = await import('./stdio/progress-line.ts');
      const signal = listenForInterrupt();
      const shown = createProgressLine(flags);
      progress = shown;
      const onListing: ReadingCallbacks['onListing'] = (listing, set) => {
        if (set !== undefined) filterNotice.noticeFilters(set, flags);
        context.warnOfListing(listing, hasReport);
        shown.start(listing);
      };
      const onResumed: ReadingCallbacks['onResumed'] = (resumed) => noticeResumed(resumed, context);
      const onWorkers: ReadingCallbacks['onWorkers'] = (progress) => {
        noticeWorkers(progress, workers, context);
        workers = progress;
        shown.workers(progress);
      };
      const reading = {
        ...{ signal, onListing, onResumed, onWorkers, onWorkersLost: context.warn },
        ...{ onListProgress: shown.list, onProgress: shown.update },
      };
      return { signal, progress: shown, reading };
    },
    openResult: async () => {
      const { openResult } = await import('./stdio/result-writer.ts');
      writer = await openResult(flags.out, { isRaw: true });
      return writer;
    },
  };
  const { render, isPartial, isRaw, ...outcome } = await task
    .run(context, flags.format)
    .finally(() => progress?.end())
    .catch((error: unknown) => {
      writer?.discard();
      printInvalid?.(error, flags);
      throw error;
    });
  if (isPartial) setExitCode(EXIT_INTERRUPTED);
  else if (outcome.isNegative) setExitCode(EXIT_NEGATIVE);
  else setExitCode(outcome.isPending === true ? EXIT_PENDING : EXIT_DONE);
  const write = (): Promise<void> =>
    writeResult(render({ ...styleOf(flags), table: flags.table }), flags, { isPartial, isRaw, writer });
  const without = await outcome.noAnswer?.();
  // Completes the lines already written before anything else can fail.
  if (without !== undefined) writer?.discard();
  else if (writer !== undefined) await write();
  outcome.notices?.();
  if (isPartial && flags.resume !== undefined) {
    notice(
      `to go on, run the same command again: ${flags.resume} has the answers over what was read, but for the group of objects that each thread was reading`,
    );
  }
  if (isPartial && workers !== undefined) {
    const { run, redis, cancelsOnExit } = workers;
    if (cancelsOnExit) notice(`run ${run} is removed from ${redis}`);
    else context.noticeAlways(`to go on: headgate runs attach ${shellQuoted(redis)} ${run}`);
  }
  if (writer === undefined && outcome.skipsResult !== true) {
    if (await isWorthWriting(without, outcome, flags)) await write();
    else if (!isOneReason(outcome.lost)) await noticeLost(outcome.lost, notice);
  }
  outcome.afterwards?.();
  if (without !== undefined) throw without;
}

/** Prints what a run takes over from the file of --resume. */
function noticeResumed({ read, objects, changed, added }: Resumed, { notice, warn }: RunContext): void {
  notice(`resumed: ${printCount(read)} of ${printPlural(objects, 'object')} were read before`);
  if (changed > 0)
    notice(`${printPlural(changed, 'object')} changed since, and ${changed === 1 ? 'is' : 'are'} read again`);
  if (added > 0)
    warn(
      `${printPlural(added, 'object')} of the source ${added === 1 ? 'is' : 'are'} new since, and not read; add --relist to read them`,
    );
}

/** Prints how many workers read, once there is one, and once there is none. */
function noticeWorkers(
  { run, redis, shards, workers, otherVersions }: WorkersProgress,
  before: WorkersProgress | undefined,
  { notice, noticeAlways }: RunContext,
): void {
  if (before === undefined) notice(`run ${run}: ${printPlural(shards, 'shard')} for ${printPlural(workers, 'worker')}`);
  if (workers > 0 || before?.workers === 0) return;
  const others = otherVersions.length === 0 ? '' : `; workers of other versions take none: ${otherVersions.join(', ')}`;
  noticeAlways(
    `warning: no worker takes the shards: start one with headgate worker ${shellQuoted(redis)} (--allow names a folder or bucket to read)${others}`,
  );
}

/** Returns false for data without an answer, and for a text report without readable lines: it would contain only zeros. */
async function isWorthWriting(
  without: HeadgateError | undefined,
  { hasFindings, isData }: Pick<Outcome<unknown>, 'hasFindings' | 'isData'>,
  { format }: OutputFlags,
): Promise<boolean> {
  if (without === undefined || hasFindings === true) return true;
  if (isData === true) return false;
  const { isDataFormat } = await import('../report/index.ts');
  const { NO_RECORDS } = await import('../verbs/request/no-answer/no-records-error.ts');
  return isDataFormat(format) || without.code !== NO_RECORDS;
}

/** Whether all objects are unreadable for one reason: the error contains it. */
function isOneReason(lost: LostSource | undefined): boolean {
  return lost?.source.damaged === 0 && new Set(lost.problems.map(({ message }) => message)).size === 1;
}

async function noticeLost(lost: LostSource | undefined, notice: RunContext['notice']): Promise<void> {
  if (lost === undefined || lost.source.damaged + lost.source.unreadable === 0) return;
  const { problemRemarks } = await import('../report/index.ts');
  for (const remark of problemRemarks(lost)) notice(remark);
}

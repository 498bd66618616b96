// headgate sample: draws a random sample of stored lines, or estimates the share that a filter keeps.
import type { Command } from 'commander';
import { HeadgateError } from '../../base/index.ts';
import { ESTIMATE_RENDERERS, SAMPLE_RENDERERS, sampleRemarks, sourceRemarks } from '../../render/index.ts';
import { hasGuards } from '../../run/has-guards.ts';
import { DEFAULT_SPREAD } from '../../run/request-defaults.ts';
import type { FilterSet, SampleRequest, SampleResult, SourceListing } from '../../task/index.ts';
import { addHelpNotes } from '../add-help-notes.ts';
import { addFilterFlags, type FilterFlags } from '../flags/filter-flags.ts';
import { addGuardFlags, type GuardFlags, guardRequest } from '../flags/guard-flags.ts';
import { addOutputFlags, type OutputFlags } from '../flags/output-flags.ts';
import { type ReadingPart, readingRequest } from '../flags/reading-request.ts';
import { addThreadsFlag } from '../flags/run-flags.ts';
import { addSampleFlags, checkSampleFlags, type DrawFlags } from '../flags/sample-flags.ts';
import { addSourceFlags, type SourceFlags } from '../flags/source-flags.ts';
import { type CommandTask, commandTask, type Outcome, type RunContext, runCommand } from '../run-command.ts';

interface SampleFlags extends DrawFlags, FilterFlags, GuardFlags, SourceFlags, OutputFlags {
  threads: number;
}

const EXAMPLES = `
The sample contains only records: malformed and blank lines are counted, never drawn. Lines keep their line ends (LF if there is
none) and are sorted by object name and offset. Elements of a JSON document are printed on one line each, with the same values but
normalized spaces and escapes. CSV rows come without the header. The same seed draws the same lines, with any number of threads.
--estimate --precision samples objects in proportion to their stored size. A guard on an estimate, such as 'kept <= 5%', holds only if
it holds for the whole interval.

Examples:
  headgate sample samples/logs -n 100 > hundred.ndjson
  headgate sample samples/logs -n 20 --by time --filter 'EdgeResponseStatus >= 500' --verdict drop
  headgate sample 's3://bucket/logs/{DATE}?region=eu-west-1' -n 1000 --fast --since 7d
  headgate sample 'https://logs.example.com/http_requests/{DATE}' -n 1000 --since 1d
  headgate sample samples/logs --estimate --precision 1% --filter 'BotScore < 30'
  headgate sample samples/logs --estimate --precision 1% --filter 'BotScore < 30' --guard 'kept <= 25%'`;

/** Adds the command. */
export function addSampleCommand(program: Command): Command {
  const command = program
    .command('sample')
    .summary('Sample stored lines, or estimate the share a filter keeps')
    .description(
      'Draws a random sample of stored lines, byte for byte: uniformly, or evenly over time or objects. With --estimate, reports the share of lines and bytes a filter keeps, exactly or with a 95 % confidence interval.',
    );
  addThreadsFlag(command);
  addHelpNotes(command, EXAMPLES);
  addSampleFlags(command);
  addFilterFlags(command);
  addGuardFlags(command);
  addSourceFlags(command);
  // The formats of lines are among those of estimates.
  addOutputFlags(command, ESTIMATE_RENDERERS);
  return command.action(
    runCommand<SampleFlags>((sources, flags) => {
      checkSampleFlags(flags);
      if (flags.estimate !== true && (hasGuards(guardRequest(flags)) || flags.undecidedOk === true))
        throw guardsOnLines();
      const request = { ...readingRequest(sources, flags), seed: flags.seed, threads: flags.threads };
      return flags.estimate === true ? estimateTask(request, flags) : sampleTask(request, flags);
    }),
  );
}

type Request = ReadingPart & { seed: number; threads: number };

function sampleTask(request: Request, flags: SampleFlags): CommandTask {
  return commandTask(SAMPLE_RENDERERS, async (context) => {
    const { sample } = await import('../../task/sample/sample.ts');
    const { noAnswerErrorOfSample } = await import('../../run/no-answer/no-answer-error.ts');
    const run = await startSampling(context, flags);
    const drawn = await sample({
      ...request,
      ...run.callbacks,
      wanted: flags.lines!,
      spread: flags.by ?? DEFAULT_SPREAD,
      isFast: flags.fast === true,
      verdict: flags.verdict,
    });
    return {
      ...endingOf(drawn),
      ...{ isRaw: true, isData: flags.format !== 'json' },
      notices: () => [...sampleRemarks(drawn), ...sourceRemarks(drawn)].forEach(context.notice),
      noAnswer: () =>
        noAnswerErrorOfSample(drawn, flags.verdict !== 'undecided', 'sample', { ...request, ...run.settled() }),
    };
  });
}

function estimateTask(request: Request, flags: SampleFlags): CommandTask {
  return commandTask(ESTIMATE_RENDERERS, async (context) => {
    const { DEFAULT_PRECISION, estimate } = await import('../../task/sample/estimate.ts');
    const { noAnswerErrorOfSample } = await import('../../run/no-answer/no-answer-error.ts');
    const run = await startSampling(context, flags);
    const precision = flags.precision ?? (flags.fast === true ? DEFAULT_PRECISION : undefined);
    const guards = guardRequest(flags);
    const found = await estimate({ ...request, ...guards, ...run.callbacks, precision });
    const ending = endingOf(found);
    return {
      ...ending,
      isNegative: ending.isNegative || found.guards?.some(({ holds }) => !holds) === true,
      notices: () => {
        sourceRemarks(found).forEach(context.notice);
        if (found.partial && hasGuards(guards)) {
          context.warn('the guards were not judged, because the run was interrupted');
        }
      },
      noAnswer: () => noAnswerErrorOfSample(found, true, 'estimate', { ...request, ...run.settled() }),
    };
  });
}

function guardsOnLines(): HeadgateError {
  return new HeadgateError(
    'usage',
    'cannot judge guards on drawn lines: found no --estimate, expected it; --estimate reports the shares that guards judge',
  );
}

type Callbacks = Pick<SampleRequest, 'signal' | 'onFilters' | 'onListing' | 'onListProgress' | 'onProgress'>;
type Settled = { signal: AbortSignal; set: FilterSet; objects: SourceListing['objects'] };

/** @returns the callbacks of both tasks, and the filters and objects, which are known after the task ran */
async function startSampling(
  { notice, warn, startReading }: RunContext,
  flags: SampleFlags,
): Promise<{ callbacks: Callbacks; settled: () => Settled }> {
  const { noticeFilters } = await import('../stdio/filter-notice.ts');
  const { signal, progress } = await startReading();
  const isPartWanted = flags.fast === true || flags.precision !== undefined;
  let settled: Settled | undefined;
  return {
    settled: () => settled!,
    callbacks: {
      signal,
      onFilters: (set, listing) => {
        settled = { signal, set, objects: listing.objects };
        noticeFilters(set, flags);
        listing.warnings.forEach(warn);
        if (isPartWanted && [...listing.objects].some(({ object }) => object.singleUse)) {
          notice('--fast and --precision have no effect on standard input, which is read completely');
        }
      },
      onListing: progress.start,
      onListProgress: progress.list,
      onProgress: progress.update,
    },
  };
}

function endingOf<Result extends Pick<SampleResult, 'partial' | 'source'>>(
  result: Result,
): Pick<Outcome<Result>, 'result' | 'isPartial' | 'isNegative'> {
  const { partial, source } = result;
  return { result, isPartial: partial, isNegative: source.damaged + source.unreadable > 0 };
}

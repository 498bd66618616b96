// headgate sample: draws a random sample of stored lines, or estimates the share that a filter keeps.
import { HeadgateError } from '../../base/index.ts';
import type { SourceListing } from '../../input/sources/index.ts';
import { ESTIMATE_RENDERERS, SAMPLE_RENDERERS, sampleRemarks, sourceRemarks } from '../../report/index.ts';
import type { EstimateRequest, FilterSet, SampleResult } from '../../verbs/index.ts';
import { hasGuards } from '../../verbs/request/has-guards.ts';
import { DEFAULT_SEED, DEFAULT_SPREAD } from '../../verbs/request/request-defaults.ts';
import { type CommandFlags, defineCommand } from '../command.ts';
import { FILTER_FLAGS, figureGuardFlags } from '../flags/filter-flags.ts';
import { SEED } from '../flags/parsers.ts';
import { RESUME_FLAGS, SOURCE_ARGUMENT, SOURCE_FLAGS, THREADS_FLAG } from '../flags/source-flags.ts';
import { logsRequest } from '../logs-request.ts';
import { type CommandTask, commandTask, type Outcome, type ReadingCallbacks, type RunContext } from '../run-command.ts';

const FLAGS = [
  THREADS_FLAG,
  { flag: '-n, --lines <n>', sets: 'wanted', kind: 'count', least: 1, help: 'Number of lines to draw' },
  {
    flag: '--seed <seed>',
    sets: 'seed',
    kind: 'parsed',
    ...SEED,
    default: DEFAULT_SEED,
    help: 'Random seed: a whole number below 2^32, or random',
  },
  {
    flag: '--by <what>',
    sets: 'spread',
    kind: 'choice',
    choices: ['time', 'object'],
    help: 'Spread the lines evenly over time or objects',
  },
  {
    flag: '--verdict <verdict>',
    sets: 'verdict',
    kind: 'choice',
    choices: ['keep', 'drop', 'undecided'],
    help: 'Draw lines that the filter keeps (default), drops, or leaves undecided',
  },
  {
    flag: '--fast',
    sets: 'isFast',
    kind: 'switch',
    help: 'Read only as many random objects as the sample or the precision needs',
  },
  {
    flag: '--estimate',
    sets: 'estimate',
    kind: 'switch',
    help: 'Report the share the filter keeps instead of drawing lines',
  },
  {
    flag: '--precision <p>',
    sets: 'precision',
    kind: 'parsed',
    parse: parsePrecision,
    expected: 'percentage points such as 1% or 0.5%, or a share such as 0.01, above 0 and below 50%',
    help: 'With --estimate: stop reading at a precision of ±p, such as 1% or 0.01',
  },
  ...RESUME_FLAGS,
  ...FILTER_FLAGS,
  ...figureGuardFlags('kept >= 5%', 'kept-bytes <= 20%'),
  ...SOURCE_FLAGS,
] as const;

type Flags = CommandFlags<typeof FLAGS>;

/** The command. */
export const sampleCommand = defineCommand({
  name: 'sample',
  summary: 'Sample stored lines, or estimate the share a filter keeps',
  description:
    'Draws a random sample of stored lines, byte for byte: uniformly, or evenly over time or objects. With --estimate, reports the share of lines and bytes a filter keeps, exactly or with a 95 % confidence interval.',
  arguments: [SOURCE_ARGUMENT],
  flags: FLAGS,
  notes: `
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
  headgate sample samples/logs --estimate --precision 1% --filter 'BotScore < 30' --guard 'kept <= 25%'`,
  // The formats of lines are among those of estimates.
  formats: ESTIMATE_RENDERERS,
  run: ([sources], flags) => {
    checkFlags(flags);
    const request = requestOf(sources, flags);
    return flags.estimate === true ? estimateTask(request, flags) : sampleTask(request, flags);
  },
});

function requestOf(sources: readonly string[], { output: _, ...flags }: Flags) {
  return { ...flags, ...logsRequest(sources, flags, flags.filters) };
}

type Request = ReturnType<typeof requestOf>;

/** @throws HeadgateError `usage` for contradictory flags */
function checkFlags(flags: Flags): void {
  const { wanted, estimate, precision, resume, workers, spread, verdict } = flags;
  if (estimate !== true && precision !== undefined) throw usage('found --precision without --estimate, expected both');
  if (estimate !== true && resume !== undefined) throw usage('found --resume without --estimate, expected both');
  if (estimate !== true && workers.url !== undefined) throw usage('found --workers without --estimate, expected both');
  if (estimate !== true && wanted === undefined) {
    throw usage('found neither -n nor --estimate, expected a number of lines such as -n 100, or --estimate');
  }
  if (estimate !== true) {
    if (hasGuards(flags) || flags.undecidedOk === true) throw guardsOnLines();
    return;
  }
  const drawing = { '-n': wanted, '--by': spread, '--verdict': verdict };
  const found = Object.entries(drawing).flatMap(([flag, value]) => (value === undefined ? [] : [flag]));
  if (found.length > 0)
    throw usage(`found ${found.join(', ')} with --estimate, which draws no lines; remove one of them`);
}

function usage(found: string): HeadgateError {
  return new HeadgateError('usage', `cannot sample: ${found}`);
}

/** Parses half the width of an interval: percentage points with `%`, else a share. */
function parsePrecision(text: string): number | undefined {
  const parts = /^(\d+(?:\.\d+)?|\.\d+)\s*(%?)$/.exec(text.trim());
  const precision = parts === null ? Number.NaN : Number(parts[1]) / (parts[2] === '%' ? 100 : 1);
  return precision > 0 && precision < 0.5 ? precision : undefined;
}

function sampleTask(request: Request, flags: Flags): CommandTask {
  return commandTask(SAMPLE_RENDERERS, async (context) => {
    const { sample } = await import('../../verbs/sample/sample.ts');
    const { noAnswerErrorOfSample } = await import('../../verbs/request/no-answer/no-answer-error.ts');
    const run = await startSampling(context, flags, false);
    const { resume: _, relist: __, workers: ___, ...drawing } = request;
    const drawn = await sample({
      ...drawing,
      ...run.callbacks,
      wanted: flags.wanted!,
      spread: flags.spread ?? DEFAULT_SPREAD,
    });
    return {
      ...endingOf(drawn),
      ...{ isRaw: true, isData: flags.output.format !== 'json' },
      notices: () => {
        [...sampleRemarks(drawn), ...sourceRemarks(drawn)].forEach(context.notice);
        context.noticeLostQuietly(drawn.source.damaged + drawn.source.unreadable, drawn.source.lost);
      },
      noAnswer: () =>
        noAnswerErrorOfSample(drawn, flags.verdict !== 'undecided', 'sample', { ...request, ...run.known() }),
    };
  });
}

function estimateTask(request: Request, flags: Flags): CommandTask {
  return commandTask(ESTIMATE_RENDERERS, async (context) => {
    const { unjudgedGuardError } = await import('../../analysis/guard/index.ts');
    const { DEFAULT_PRECISION, estimate } = await import('../../verbs/sample/estimate.ts');
    const { noAnswerErrorOfSample } = await import('../../verbs/request/no-answer/no-answer-error.ts');
    const run = await startSampling(context, flags);
    const precision = flags.precision ?? (flags.isFast === true ? DEFAULT_PRECISION : undefined);
    const found = await estimate({ ...request, ...run.callbacks, precision });
    const ending = endingOf(found);
    const isBroken = found.guards?.some(({ holds, value }) => !holds && value !== null) === true;
    const isNegative = ending.isNegative || isBroken;
    const unjudged = unjudgedGuardError(found.guards);
    return {
      ...ending,
      isNegative,
      notices: () => {
        if (isBroken && unjudged !== undefined) context.warn(unjudged.message);
        if (found.partial && hasGuards(request)) {
          context.warn('the guards were not judged, because the run was interrupted');
        }
      },
      noAnswer: async () =>
        (await noAnswerErrorOfSample(found, true, 'estimate', { ...request, ...run.known() })) ??
        (isBroken ? undefined : unjudged),
    };
  });
}

function guardsOnLines(): HeadgateError {
  return new HeadgateError(
    'usage',
    'cannot judge guards on drawn lines: found no --estimate, expected it; --estimate reports the shares that guards judge',
  );
}

type Callbacks = ReadingCallbacks & Pick<EstimateRequest, 'onFilters'>;
type Known = { signal: AbortSignal; set: FilterSet; objects: SourceListing['objects'] };

/** @param hasReport whether the result describes the source @returns the callbacks of both verbs, and the filters and objects, which are known after the verb ran */
async function startSampling(
  { notice, warnOfListing, startReading }: RunContext,
  flags: Flags,
  hasReport?: boolean,
): Promise<{ callbacks: Callbacks; known: () => Known }> {
  const { noticeFilters } = await import('../stdio/filter-notice.ts');
  const { signal, progress, reading } = await startReading();
  const isPartWanted = flags.isFast === true || flags.precision !== undefined;
  let known: Known | undefined;
  return {
    known: () => known!,
    callbacks: {
      ...reading,
      onFilters: (set, listing) => {
        known = { signal, set, objects: listing.objects };
        noticeFilters(set, flags.output);
        warnOfListing(listing, hasReport);
        if (isPartWanted && [...listing.objects].some(({ object }) => object.singleUse)) {
          notice('--fast and --precision have no effect on standard input, which is read completely');
        }
      },
      onListing: progress.start,
    },
  };
}

function endingOf<Result extends Pick<SampleResult, 'partial' | 'source'>>(
  result: Result,
): Pick<Outcome<Result>, 'result' | 'isPartial' | 'isNegative'> {
  const { partial, source } = result;
  return { result, isPartial: partial, isNegative: source.damaged + source.unreadable > 0 };
}

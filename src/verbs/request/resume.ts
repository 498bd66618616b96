// Runs a verb whose answers over parts of the source are stored, in the file of --resume or by workers: opens the store before anything is
// listed, and closes it at the end. What is stored: src/input/resume, src/input/workers.

import manifest from '../../../package.json' with { type: 'json' };
import { HeadgateError, parseTimeRange, printInstant } from '../../base/index.ts';
import type { Location } from '../../input/destination/index.ts';
import type { Resumed, ResumedRun, StoredRuns } from '../../input/resume/index.ts';
import type { SourceListing } from '../../input/sources/index.ts';
import type { WorkersOptions, WorkersProgress } from '../../input/workers/index.ts';
import { checkCount } from './check-value.ts';
import { ignore, type LogsRequest, type ResolvedLogs } from './logs-request.ts';

/** Workers that read the sources, here or on other machines. */
export interface WorkersRequest
  extends Pick<WorkersOptions, 'shardBytes' | 'partials' | 'cancelsOnExit' | 'commandLine'> {
  /** Their queue: `redis://host:port`, `rediss://user@host:port/database?prefix=name`. Password: HEADGATE_REDIS_PASSWORD. */
  url: string;
}

/** How a run that is killed goes on, and who reads. */
export interface ResumeRequest {
  /**
   * File for the answers over parts of the source. The same request with the same file reads only what is not in it. Relative times are those of
   * the first run.
   * @default nothing is stored
   */
  resume?: string | undefined;
  /** Whether objects that are new in the source since the first run are read, too, and objects that are gone are left out. @default false */
  relist?: boolean | undefined;
  /** Least bytes of lines whose answer is stored alone: what is lost at most, for each thread. @default 128 MiB, or more for a large source */
  shardBytes?: number | undefined;
  /** Called once for each continued run, before an object is read. */
  onResumed?: ((resumed: Resumed) => void) | undefined;
  /** Who reads. @default this process */
  workers?: WorkersRequest | undefined;
  /** Called every other second while workers read. */
  onWorkers?: ((progress: WorkersProgress) => void) | undefined;
  /** Called with a sentence when the connection to the workers is lost. */
  onWorkersLost?: ((sentence: string) => void) | undefined;
}

/**
 * Runs a verb.
 * @param emits the option that writes lines while they are read, if the request has it
 * @throws HeadgateError `usage` for what cannot be read again; as `openRunFile` of src/input/resume
 */
export async function resumable<Request extends ResumeRequest & LogsRequest, Result>(
  verb: string,
  request: Request,
  emits: string | undefined,
  run: (request: Request, file: StoredRuns | undefined) => Promise<Result>,
): Promise<Result> {
  const { resume, relist: isRelisted = false, shardBytes, workers, range, sources = [] } = request;
  if (shardBytes !== undefined) checkCount('shardBytes', shardBytes, 1);
  if (resume === undefined && isRelisted) throw usage(verb, 'found --relist without --resume, expected both');
  if (resume === undefined && workers === undefined) return await run(request, undefined);
  if (resume !== undefined && workers !== undefined) {
    throw usage(verb, 'found --resume with --workers, which store the answers in Redis; remove one of them');
  }
  const flag = workers === undefined ? '--resume' : '--workers';
  if (emits !== undefined) {
    const reason = workers === undefined ? 'lines that were written before would be missing' : 'workers write no lines';
    throw usage(verb, `found ${flag} with ${emits}: ${reason}; remove one of them`);
  }
  if (sources.includes('-')) throw usage(verb, onceOnly(flag, 'standard input'));
  const file = await openStore(request);
  try {
    return await run({ ...request, range: parseTimeRange(range?.since, range?.until, file.started) }, file);
  } finally {
    await file.close();
  }
}

/** Opens the file of --resume, or the queue of the workers. */
async function openStore({
  resume,
  relist: isRelisted = false,
  shardBytes,
  workers,
  onResumed = ignore,
  onWorkers,
  onWorkersLost,
}: ResumeRequest): Promise<StoredRuns> {
  if (workers === undefined) {
    const { openRunFile } = await import('../../input/resume/index.ts');
    return openRunFile(resume!, { isRelisted, shardBytes, onResumed });
  }
  const { openWorkerRuns, parseRedisAddress } = await import('../../input/workers/index.ts');
  const { url, ...options } = workers;
  if (options.shardBytes !== undefined) checkCount('workers.shardBytes', options.shardBytes, 1);
  return await openWorkerRuns({
    ...{ ...options, address: parseRedisAddress(url), onResumed },
    ...{ onProgress: onWorkers, onWarning: onWorkersLost },
  });
}

/**
 * Finds or creates the run of a verb in a file.
 * @param name of one of several runs of the verb
 * @throws HeadgateError `resume-differs`, `resume-gone`; `usage` for a pipe
 */
export function takeRun(
  file: StoredRuns | undefined,
  listing: SourceListing,
  { verb, name = '' }: { verb: string; name?: string },
  { range: { since, until }, slackMs, nullAs, reading }: ResolvedLogs,
): ResumedRun | undefined {
  if (file === undefined) return undefined;
  const sources = listing.sources.map(({ destination: { location }, ...form }) => {
    if (location.kind === 'file' && location.singleUse)
      throw usage(verb, onceOnly('--resume or --workers', location.display));
    return { place: `${location.display}${detailOf(location)}`, form };
  });
  return file.run(name, listing, {
    'the command': verb,
    'the version of headgate': manifest.version,
    'the source': sources.map(({ place }) => place),
    'the form of the jobs of the source': sources.map(({ form }) => form),
    '--since': since === undefined ? null : printInstant(since),
    '--until': until === undefined ? null : printInstant(until),
    '--slack': slackMs ?? null,
    '--input': [reading.input, reading.records ?? reading.columns ?? []].flat().join(':'),
    '--unwrap': reading.unwrap ?? null,
    '--null': nullAs,
  });
}

/** What decides which bytes a location has, beside its name. */
function detailOf(location: Location): string {
  if (location.kind === 's3') return ` in ${location.endpoint ?? location.region}`;
  return location.kind === 'index' ? ` in revision ${location.revision}` : '';
}

function onceOnly(flag: string, place: string): string {
  return `found ${flag} with ${place}, which can be read only once; save the lines to a file`;
}

function usage(verb: string, text: string): HeadgateError {
  return new HeadgateError('usage', `cannot ${verb}: ${text}`);
}

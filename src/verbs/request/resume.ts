// Runs a verb with the file of --resume: opens it before anything is listed, and closes it at the end. What it stores: src/input/resume.

import manifest from '../../../package.json' with { type: 'json' };
import { HeadgateError, parseTimeRange, printInstant } from '../../base/index.ts';
import type { Resumed, ResumedRun, RunFile } from '../../input/resume/index.ts';
import type { SourceListing } from '../../input/sources/index.ts';
import { checkCount } from './check-value.ts';
import { ignore, type LogsRequest, type ResolvedLogs } from './logs-request.ts';

/** How a run that is killed goes on. */
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
  run: (request: Request, file: RunFile | undefined) => Promise<Result>,
): Promise<Result> {
  const { resume, relist: isRelisted = false, shardBytes, onResumed = ignore, range, sources = [] } = request;
  if (shardBytes !== undefined) checkCount('shardBytes', shardBytes, 1);
  if (resume === undefined) {
    if (isRelisted) throw usage(verb, 'found --relist without --resume, expected both');
    return await run(request, undefined);
  }
  if (emits !== undefined) {
    throw usage(
      verb,
      `found --resume with ${emits}: lines that were written before would be missing; remove one of them`,
    );
  }
  if (sources.includes('-')) throw usage(verb, onceOnly('standard input'));
  const { openRunFile } = await import('../../input/resume/index.ts');
  const file = openRunFile(resume, { isRelisted, shardBytes, onResumed });
  try {
    return await run({ ...request, range: parseTimeRange(range?.since, range?.until, file.started) }, file);
  } finally {
    file.close();
  }
}

/**
 * Finds or creates the run of a verb in a file.
 * @param name of one of several runs of the verb
 * @throws HeadgateError `resume-differs`, `resume-gone`; `usage` for a pipe
 */
export function takeRun(
  file: RunFile | undefined,
  listing: SourceListing,
  { verb, name = '' }: { verb: string; name?: string },
  { range: { since, until }, slackMs, nullAs, reading }: ResolvedLogs,
): ResumedRun | undefined {
  if (file === undefined) return undefined;
  const sources = new Map<unknown, { place: string; form: unknown }>();
  for (const { destination, object, range: _, emitHash: __, ...form } of listing.objects) {
    if (object.singleUse === true) throw usage(verb, onceOnly(object.name));
    if (sources.has(destination)) continue;
    const { location } = destination;
    const endpoint = location.kind === 's3' ? ` in ${location.endpoint ?? location.region}` : '';
    sources.set(destination, { place: `${location.display}${endpoint}`, form });
  }
  return file.run(name, listing, {
    'the command': verb,
    'the version of headgate': manifest.version,
    'the source': [...sources.values()].map(({ place }) => place),
    'the form of the jobs of the source': [...sources.values()].map(({ form }) => form),
    '--since': since === undefined ? null : printInstant(since),
    '--until': until === undefined ? null : printInstant(until),
    '--slack': slackMs ?? null,
    '--input': [reading.input, reading.records ?? reading.columns ?? []].flat().join(':'),
    '--unwrap': reading.unwrap ?? null,
    '--null': nullAs,
  });
}

function onceOnly(place: string): string {
  return `found --resume with ${place}, which can be read only once; save the lines to a file`;
}

function usage(verb: string, text: string): HeadgateError {
  return new HeadgateError('usage', `cannot ${verb}: ${text}`);
}

// From the raw flags of commands that read sources to the request that tasks take.
import { HeadgateError, parseTimeRange } from '../base/index.ts';
import type { ExplainRequest } from '../task/index.ts';
import type { JudgeFlags, SourceFlags } from './common-flags.ts';
import { readStdin } from './read-stdin.ts';

/** What explain and replay have in common. */
export type ReadingPart = Omit<ExplainRequest, 'choice' | 'signal' | 'onJudges'>;

/** Resolves flags. @throws HeadgateError for times, and for `-` wanted twice */
export function readingRequest(
  sources: readonly string[],
  flags: JudgeFlags & SourceFlags & { null: 'unknown' | 'zero' },
): ReadingPart {
  const judges = flags.judges ?? [];
  if (sources.includes('-') && judges.some((judge) => judge.value === '-')) {
    throw new HeadgateError(
      'stdin-twice',
      'cannot read standard input twice: found - as a source and as a filter or job, wanted one of them in a file',
    );
  }
  return {
    judges,
    dataset: flags.dataset,
    sources,
    range: parseTimeRange(flags.since, flags.until, Date.now()),
    slackMs: flags.slack,
    nullAs: flags.null,
    connection: {
      ...(flags.endpointUrl === undefined ? {} : { endpointUrl: flags.endpointUrl }),
      ...(flags.region === undefined ? {} : { region: flags.region }),
      ...(flags.profile === undefined ? {} : { profile: flags.profile }),
    },
    stdin: readStdin(),
    reading: {
      input: flags.input,
      records: flags.records,
      columns: typeof flags.fields === 'string' ? flags.fields.split(',').map((name) => name.trim()) : undefined,
    },
  };
}

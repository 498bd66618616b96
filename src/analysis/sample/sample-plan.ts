// The plan of a sample: plain data from which every thread creates its pass.
import { HeadgateError, type Items, NS_PER_MS, type TimeRange } from '../../base/index.ts';
import { parseObjectKey } from '../../input/destination/index.ts';
import type { SourceObject } from '../../input/sources/index.ts';
import { type WorkerPlan, workerEntry } from '../../input/threads/index.ts';
import { getDataset } from '../../language/dataset/index.ts';
import { compileFilter, type NullReading, readFilter, type Verdict } from '../../language/filter/index.ts';
import type { LineSpace } from './line-space.ts';
import { SamplePass, type Strata } from './sample-pass.ts';
import { TimeBuckets, type TimeSpan } from './time-buckets.ts';

/** The module that a worker thread of `sample` starts with. */
export const SAMPLE_WORKER: URL = workerEntry('sample-worker', import.meta.url);

/** Strata that a sample is spread over evenly; `all`: none, all lines are equally likely. */
export type SpreadOver = 'all' | 'object' | 'time';

/** The lines to draw, and the figures to count. */
export interface SamplePlan extends WorkerPlan {
  /** Canonical JSON; undefined: every line is kept. */
  filter: string | undefined;
  nullAs: NullReading;
  range: TimeRange;
  seed: number;
  /** Lines; 0: none is drawn. */
  wanted: number;
  verdict: Verdict;
  /** `slackMs`: how far events may precede their batch. Milliseconds. */
  spread: Exclude<SpreadOver, 'time'> | { time: TimeSpan; slackMs: number };
  /** Shared by all threads. @default no lines are drawn */
  space?: LineSpace | undefined;
}

/** Creates a pass that has read nothing. */
export function createPass(plan: SamplePlan): SamplePass {
  const { datasetName, filter, nullAs, range, seed, wanted, verdict, space } = plan;
  const dataset = getDataset(datasetName);
  const reading = filter === undefined ? undefined : readFilter(filter, dataset, { isSent: false }).filter;
  return new SamplePass({
    dataset,
    nullAs,
    range,
    seed,
    wanted,
    verdict,
    space,
    filter: reading && compileFilter(reading, dataset, { nullAs }),
    strata: strataOf(plan),
  });
}

function strataOf({ spread, wanted }: SamplePlan): Strata {
  if (typeof spread === 'string') return spread;
  const { time, slackMs } = spread;
  const slack = BigInt(slackMs) * NS_PER_MS;
  return {
    buckets: new TimeBuckets(time, wanted),
    spanOf: (name) => {
      const span = spanOf(name);
      return span === undefined ? time : { since: span.since - slack, until: span.until };
    },
  };
}

/** Times of a batch. @param key of its object, or the name */
function spanOf(key: string): TimeSpan | undefined {
  const { start, end } = parseObjectKey(key) ?? {};
  return start === undefined || end === undefined ? undefined : { since: start, until: end };
}

/**
 * The time range that a sample is spread over: the requested one, else that in the names of the objects.
 * @throws HeadgateError `no-times` if neither is known
 */
export function timeToSpread({ since, until }: TimeRange, items: Items<SourceObject>): TimeSpan {
  // Nothing will be read.
  if (items.length === 0) return { since: 0n, until: 1n };
  let [first, last] = [since, until];
  for (const { object } of items) {
    const span = spanOf(object.key);
    if (span === undefined) continue;
    if (since === undefined && (first === undefined || span.since < first)) first = span.since;
    if (until === undefined && (last === undefined || span.until > last)) last = span.until;
  }
  if (first === undefined || last === undefined) {
    throw new HeadgateError(
      'no-times',
      'cannot spread a sample over time: found objects whose names contain no times, expected --since and --until, or names like 20261101T000000Z_20261101T000500Z_0a1b2c3d.log.gz',
    );
  }
  return { since: first, until: last > first ? last : first + 1n };
}

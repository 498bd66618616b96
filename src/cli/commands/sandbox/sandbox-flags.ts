// The flags of `sandbox`. Rejects contradictory combinations before anything is started.
import { existsSync } from 'node:fs';
import { HeadgateError, parseSpan } from '../../../base/index.ts';
import { MAX_ZONE_JOBS } from '../../../cloud/limits/index.ts';
import type { SandboxOptions, SandboxTraffic } from '../../../sandbox/index.ts';
import { MAX_PORT, MAX_SPEED } from '../../../sandbox/limits/index.ts';
import type { CommandFlags } from '../../command.ts';
import { LIMITS_FLAG } from '../../flags/field-flags.ts';
import { named, SEED } from '../../flags/parsers.ts';

/** Port of the API; the bucket has the next one. The local development server of the platform begins at 8787. */
const DEFAULT_PORT = 8791;
/** The bucket needs the port after it. */
const MAX_API_PORT = MAX_PORT - 1;
const FASTEST = 'max';
/** A number above 0 as in JSON, and with a point at either end. */
const NUMBER = /^(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
/** A bucket may contain the lines of earlier starts; ray IDs that repeat would make them invalid. */
const DEFAULT_SEED = 'random';

/** The flags. */
export const SANDBOX_FLAGS = [
  {
    flag: '--state <file>',
    sets: 'state',
    kind: 'parsed',
    ...named('a file'),
    help: 'File that stores zone, jobs, rulesets, names of buckets, secrets, pools and notifications; the objects are stored in <file>.bucket',
  },
  {
    flag: '--port <n>',
    sets: 'port',
    kind: 'parsed',
    parse: parsePort,
    expected: `a port from 0 to ${MAX_API_PORT}`,
    help: `Port of the API; the bucket has the next one. 0 selects free ports (default: that of the state, or ${DEFAULT_PORT})`,
  },
  {
    flag: '--traffic <file>',
    sets: 'traffic',
    kind: 'parsed',
    ...named('a file'),
    help: 'Push the exchanges of a HAR file or of NDJSON, plain, gzip or zstd; - reads standard input',
  },
  {
    flag: '--rate <n>',
    sets: 'shop.rate',
    kind: 'parsed',
    parse: parseAboveZero,
    expected: 'a number above 0',
    help: 'Push simulated traffic of a shop: exchanges per second',
  },
  {
    flag: '--for <span>',
    sets: 'shop.lengthMs',
    kind: 'parsed',
    parse: (text: string) => parseSpan(text) || undefined,
    expected: 'a duration such as 30s, 10m or 1h',
    help: 'With --rate: length of the traffic, such as 10m, in service time',
  },
  {
    flag: '--seed <seed>',
    sets: 'shop.seed',
    kind: 'parsed',
    ...SEED,
    help: `With --rate: a whole number below 2^32, or random (default: ${DEFAULT_SEED})`,
  },
  {
    flag: '--speed <factor>',
    sets: 'speed',
    kind: 'parsed',
    parse: parseSpeed,
    expected: `a number above 0 and up to ${MAX_SPEED}, or ${FASTEST}`,
    default: 1,
    help: `Service seconds per second, up to 1000; ${FASTEST}: as fast as the traffic can be pushed`,
  },
  { flag: '--empty', sets: 'empty', kind: 'switch', help: 'Start without a ruleset and jobs' },
  { ...LIMITS_FLAG, help: 'Limits for custom fields' },
  {
    flag: '--rate-limit <n>',
    sets: 'rateLimit',
    kind: 'count',
    least: 1,
    help: 'Most API requests in five minutes; more receive 429 (default: no limit)',
  },
  {
    flag: '--max-jobs <n>',
    sets: 'maxJobs',
    kind: 'count',
    least: 1,
    help: `Most jobs of the zone (default: ${MAX_ZONE_JOBS})`,
  },
  {
    flag: '--pools <file>',
    sets: 'pools.file',
    kind: 'parsed',
    ...named('a file'),
    help: 'Load-balancer pools of a new account: an answer of the API, an array, or one of either per line; with recipients of health e-mails. - reads standard input',
  },
  {
    flag: '--local-buckets',
    sets: 'localBuckets',
    kind: 'switch',
    help: 'Push to buckets of the sandbox in place of all s3:// and r2:// destinations without an endpoint',
  },
  {
    flag: '--allow-remote',
    sets: 'allowRemote',
    kind: 'switch',
    help: 'Push to buckets on other machines as well: by default, no other machine is contacted',
  },
] as const;

/** Their values. */
export type SandboxFlags = CommandFlags<typeof SANDBOX_FLAGS>;

/** Returns the options of the sandbox. @throws HeadgateError `usage` for contradictory flags */
export function sandboxOptions({ output: _, traffic: file, shop, pools, ...options }: SandboxFlags): SandboxOptions {
  const traffic = trafficOf(file, shop);
  const { state, port } = options;
  // The state stores the ports of its last run.
  const hasPort = port !== undefined || (state !== undefined && existsSync(state));
  return {
    ...{ empty: false, localBuckets: false, allowRemote: false },
    ...(hasPort ? {} : { port: DEFAULT_PORT }),
    ...options,
    ...(traffic === undefined ? {} : { traffic }),
    ...(pools.file === undefined ? {} : { pools: { file: pools.file } }),
  };
}

function trafficOf(
  file: string | undefined,
  { rate, lengthMs, seed }: SandboxFlags['shop'],
): SandboxTraffic | undefined {
  if (file !== undefined && rate !== undefined) throw usage('found --traffic and --rate, expected one of them');
  if (rate === undefined && lengthMs !== undefined)
    throw usage('found --for, which applies only to --rate; add --rate N');
  if (rate === undefined && seed !== undefined) throw usage('found --seed, which applies only to --rate; add --rate N');
  if (file !== undefined) return { file };
  if (rate === undefined) return undefined;
  return {
    rate,
    seed: seed ?? SEED.parse(DEFAULT_SEED)!,
    ...(lengthMs === undefined ? {} : { seconds: lengthMs / 1000 }),
  };
}

function usage(found: string): HeadgateError {
  return new HeadgateError('usage', `cannot start the sandbox: ${found}`);
}

function parsePort(text: string): number | undefined {
  const port = Number(text);
  return /^\d+$/.test(text) && port <= MAX_API_PORT ? port : undefined;
}

function parseAboveZero(text: string): number | undefined {
  const value = Number(text);
  return NUMBER.test(text) && value > 0 && Number.isFinite(value) ? value : undefined;
}

function parseSpeed(text: string): number | undefined {
  if (text === FASTEST) return Number.POSITIVE_INFINITY;
  const speed = NUMBER.test(text) ? Number(text) : Number.NaN;
  return speed > 0 && speed <= MAX_SPEED ? speed : undefined;
}

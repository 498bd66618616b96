// Defines the flags of `sandbox`, and rejects contradictory combinations before anything is started.
import { existsSync } from 'node:fs';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { HeadgateError, parseSpan } from '../../base/index.ts';
import type { LimitsName } from '../../custom-fields/index.ts';
import { DEFAULT_LIMITS } from '../../run/request-defaults.ts';
import type { SandboxOptions, SandboxTraffic } from '../../sandbox/index.ts';
import { MAX_PORT, MAX_SPEED, MAX_ZONE_JOBS } from '../../sandbox/limits/index.ts';
import { parseCount } from './parse-count.ts';
import { parseSeed } from './parse-seed.ts';

/** Values of {@link addSandboxFlags}. */
export interface SandboxFlags {
  state?: string;
  port?: number;
  traffic?: string;
  rate?: number;
  /** Milliseconds. */
  for?: number;
  seed?: number;
  speed: number;
  empty?: true;
  limits: LimitsName;
  rateLimit?: number;
  maxJobs?: number;
  pools?: string;
  localBuckets?: true;
  allowRemote?: true;
}

/** Port of the API; the bucket has the next one. The local development server of the platform begins at 8787. */
const DEFAULT_PORT = 8791;
/** The bucket needs the port after it. */
const MAX_API_PORT = MAX_PORT - 1;
const FASTEST = 'max';
/** A number above 0 as in JSON, and with a point at either end. */
const NUMBER = /^(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
/** A bucket may contain the lines of earlier starts; ray IDs that repeat would make them invalid. */
const DEFAULT_SEED = 'random';

/** Adds the flags. */
export function addSandboxFlags(command: Command): Command {
  return command
    .option(
      '--state <file>',
      'File that stores zone, jobs, rulesets, names of buckets, secrets, pools and notifications; the objects are stored in <file>.bucket',
      parseName,
    )
    .option(
      '--port <n>',
      `Port of the API; the bucket has the next one. 0 selects free ports (default: that of the state, or ${DEFAULT_PORT})`,
      parsePort,
    )
    .option(
      '--traffic <file>',
      'Push the exchanges of a HAR file or of NDJSON, plain, gzip or zstd; - reads standard input',
      parseName,
    )
    .option('--rate <n>', 'Push simulated traffic of a shop: exchanges per second', parseAboveZero)
    .option('--for <span>', 'With --rate: length of the traffic, such as 10m, in service time', parseLength)
    .addOption(
      new Option('--seed <seed>', 'With --rate: a whole number below 2^32, or random (default: random)')
        .argParser(parseSeed)
        .default(undefined, DEFAULT_SEED),
    )
    .option(
      '--speed <factor>',
      'Service seconds per second, up to 1000; max: as fast as the traffic can be pushed',
      parseSpeed,
      1,
    )
    .option('--empty', 'Start without a ruleset and jobs')
    .addOption(
      new Option('--limits <set>', 'Limits for custom fields').choices(['classic', 'current']).default(DEFAULT_LIMITS),
    )
    .option(
      '--rate-limit <n>',
      'Most API requests in five minutes; more receive 429 (default: no limit)',
      parseCount(1),
    )
    .option('--max-jobs <n>', `Most jobs of the zone (default: ${MAX_ZONE_JOBS})`, parseCount(1))
    .option(
      '--pools <file>',
      'Load-balancer pools of a new account: an answer of the API, an array, or one of either per line; with recipients of health e-mails. - reads standard input',
      parseName,
    )
    .option(
      '--local-buckets',
      'Push to buckets of the sandbox in place of all s3:// and r2:// destinations without an endpoint',
    )
    .option('--allow-remote', 'Push to buckets on other machines as well: by default, no other machine is contacted');
}

/** Returns the options of the sandbox. @throws HeadgateError `usage` for contradictory flags */
export function sandboxOptions(flags: SandboxFlags): SandboxOptions {
  const { state, speed, limits, empty = false, rateLimit, maxJobs, pools: file } = flags;
  const { localBuckets = false, allowRemote = false } = flags;
  const traffic = trafficOf(flags);
  // The state stores the ports of its last run.
  const port = flags.port ?? (state !== undefined && existsSync(state) ? undefined : DEFAULT_PORT);
  return {
    ...{ speed, limits, empty, localBuckets, allowRemote },
    ...(port === undefined ? {} : { port }),
    ...(state === undefined ? {} : { state }),
    ...(traffic === undefined ? {} : { traffic }),
    ...(rateLimit === undefined ? {} : { rateLimit }),
    ...(maxJobs === undefined ? {} : { maxJobs }),
    ...(file === undefined ? {} : { pools: { file } }),
  };
}

function trafficOf({ traffic: file, rate, for: lengthMs, seed }: SandboxFlags): SandboxTraffic | undefined {
  if (file !== undefined && rate !== undefined) throw usage('found --traffic and --rate, expected one of them');
  if (rate === undefined && lengthMs !== undefined)
    throw usage('found --for, which applies only to --rate; add --rate N');
  if (rate === undefined && seed !== undefined) throw usage('found --seed, which applies only to --rate; add --rate N');
  if (file !== undefined) return { file };
  if (rate === undefined) return undefined;
  return {
    rate,
    seed: seed ?? parseSeed(DEFAULT_SEED),
    ...(lengthMs === undefined ? {} : { seconds: lengthMs / 1000 }),
  };
}

function usage(found: string): HeadgateError {
  return new HeadgateError('usage', `cannot start the sandbox: ${found}`);
}

function parsePort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > MAX_API_PORT) {
    throw new InvalidArgumentError(`Found ${JSON.stringify(text)}, expected a port from 0 to ${MAX_API_PORT}.`);
  }
  return port;
}

function parseName(text: string): string {
  if (text !== '') return text;
  throw new InvalidArgumentError('Found an empty name, expected a file; is a shell variable empty?');
}

function parseAboveZero(text: string): number {
  const value = Number(text);
  if (!NUMBER.test(text) || !(value > 0 && Number.isFinite(value))) {
    throw new InvalidArgumentError(`Found ${JSON.stringify(text)}, expected a number above 0.`);
  }
  return value;
}

function parseSpeed(text: string): number {
  if (text === FASTEST) return Number.POSITIVE_INFINITY;
  const speed = NUMBER.test(text) ? Number(text) : Number.NaN;
  if (speed > 0 && speed <= MAX_SPEED) return speed;
  const expected = `a number above 0 and up to ${MAX_SPEED}, or ${FASTEST}`;
  throw new InvalidArgumentError(`Found ${JSON.stringify(text)}, expected ${expected}.`);
}

function parseLength(text: string): number {
  const span = parseSpan(text);
  if (span === undefined || span === 0) {
    throw new InvalidArgumentError(`Found ${JSON.stringify(text)}, expected a duration such as 30s, 10m or 1h.`);
  }
  return span;
}

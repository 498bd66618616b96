// Checks the options of startSandbox before anything is started.
import { accessSync, constants, statSync } from 'node:fs';
import { HeadgateError, isPlainObject, nearest, readReason } from '../base/index.ts';
import type { EdgeAllowList, EdgeOptions } from './bucket/edge-options.ts';
import { MAX_PORT, MAX_SPEED } from './limits/index.ts';
import type { SandboxOptions } from './sandbox.ts';
import { STANDARD_INPUT } from './standard-input.ts';

const MAX_SEED = 2 ** 32 - 1;

/** What a value must be. A name is a text with at least one character. */
type Kind = 'name' | 'number' | 'boolean' | 'function' | 'names' | 'traffic' | 'object' | 'pools';

const OPTIONS: Readonly<Record<keyof SandboxOptions, Kind>> = {
  port: 'number',
  bucketPort: 'number',
  state: 'name',
  temporaryFolder: 'name',
  empty: 'boolean',
  token: 'name',
  rateLimit: 'number',
  limits: 'name',
  maxJobs: 'number',
  traffic: 'traffic',
  speed: 'number',
  edge: 'object',
  maxPolicies: 'number',
  pools: 'pools',
  localBuckets: 'boolean',
  allowRemote: 'boolean',
  onEvent: 'function',
  onProblem: 'function',
  onFailure: 'function',
};
const FILE_TRAFFIC = { file: 'name' } as const;
const POOLS_FILE = { file: 'name' } as const;
const SHOP_TRAFFIC = { rate: 'number', seed: 'number', seconds: 'number' } as const;
const EDGE: Readonly<Record<keyof EdgeOptions, Kind>> = {
  allowList: 'object',
  allowListWithKey: 'object',
  strictMethods: 'boolean',
};
const ALLOW_LIST: Readonly<Record<keyof EdgeAllowList, Kind>> = { keys: 'names', prefixes: 'names' };
/** In the words of a message. */
const EXPECTED: Readonly<Record<Kind, string>> = {
  name: 'a text that is not empty',
  number: 'a number',
  boolean: 'true or false',
  function: 'a function',
  names: 'an array of texts',
  traffic: '{ file } or { rate }',
  object: 'an object',
  pools: 'an array of pools or { file }',
};

/**
 * Checks the options. Reads a traffic file up to its first exchange.
 * @throws HeadgateError `usage` for a value that cannot be used; for a file that cannot be read or contains no exchange
 */
export async function checkOptions(options: SandboxOptions): Promise<void> {
  checkShape('options', options, OPTIONS);
  const { port = 0, bucketPort = 0, speed = 1, rateLimit = 1, maxJobs = 1, limits = 'classic', traffic } = options;
  // Without `bucketPort`, the bucket has the port after it.
  checkWhole('port', port, 0, options.bucketPort === undefined ? MAX_PORT - 1 : MAX_PORT);
  checkWhole('bucketPort', bucketPort, 0, MAX_PORT);
  checkWhole('rateLimit', rateLimit, 1);
  checkWhole('maxJobs', maxJobs, 1);
  checkWhole('maxPolicies', options.maxPolicies ?? 1, 1);
  if (options.pools !== undefined && !Array.isArray(options.pools)) checkShape('pools', options.pools, POOLS_FILE);
  checkAboveZero('speed', speed, true);
  if (speed > MAX_SPEED && speed !== Infinity) {
    const most = `at most ${MAX_SPEED}, or max (Infinity), which follows the traffic`;
    throw invalid('speed', speed, most);
  }
  if (limits !== 'classic' && limits !== 'current') throw invalid('limits', limits, 'classic or current');
  checkEdge(options.edge);
  if (traffic === undefined) return;
  checkShape('traffic', traffic, 'file' in traffic ? FILE_TRAFFIC : SHOP_TRAFFIC);
  if (isInput(traffic) && isInput(options.pools)) {
    throw new HeadgateError(
      'usage',
      'cannot start the sandbox: found standard input as traffic and as pools, expected a file for one of them',
    );
  }
  if ('file' in traffic) await checkTrafficFile(traffic.file);
  else {
    checkAboveZero('traffic.rate', traffic.rate, false);
    checkAboveZero('traffic.seconds', traffic.seconds ?? 1, true);
    checkWhole('traffic.seed', traffic.seed ?? 0, 0, MAX_SEED);
  }
}

function isInput(option: object | undefined): boolean {
  return option !== undefined && 'file' in option && option.file === STANDARD_INPUT;
}

function checkEdge(edge: EdgeOptions | undefined): void {
  if (edge === undefined) return;
  checkShape('edge', edge, EDGE);
  for (const name of ['allowList', 'allowListWithKey'] as const) {
    if (edge[name] !== undefined) checkShape(`edge.${name}`, edge[name], ALLOW_LIST);
  }
}

/** Checks keys and types by hand: a library for it would delay each start. */
function checkShape(name: string, value: unknown, shape: Readonly<Record<string, Kind>>): void {
  if (!isPlainObject(value)) throw invalid(name, describe(value), 'an object');
  for (const [key, found] of Object.entries(value)) {
    const kind = Object.hasOwn(shape, key) ? shape[key] : undefined;
    const path = name === 'options' ? key : `${name}.${key}`;
    if (kind === undefined) {
      const known = nearest(key, Object.keys(shape));
      const hint = known === undefined ? '' : `; did you mean ${known}?`;
      throw new HeadgateError(
        'usage',
        `cannot start the sandbox: found the unknown option ${path}, expected ${Object.keys(shape).join(', ')}${hint}`,
      );
    }
    if (found !== undefined && !isOf(kind, found)) throw invalid(path, describe(found), EXPECTED[kind]);
  }
}

function isOf(kind: Kind, value: unknown): boolean {
  if (kind === 'name') return typeof value === 'string' && value !== '';
  if (kind === 'names') return Array.isArray(value) && value.every((one) => typeof one === 'string');
  if (kind === 'pools') return Array.isArray(value) || isPlainObject(value);
  return kind === 'object' || kind === 'traffic' ? isPlainObject(value) : typeof value === kind;
}

/** Describes a value; shows no text, which may be a secret. */
function describe(value: unknown): string {
  if (value === '') return 'an empty text';
  if (value === null || Array.isArray(value)) return value === null ? 'null' : 'an array';
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : `a value of type ${typeof value}`;
}

function checkWhole(name: string, value: number, least: number, most = Number.MAX_SAFE_INTEGER): void {
  if (Number.isSafeInteger(value) && value >= least && value <= most) return;
  const range = most === Number.MAX_SAFE_INTEGER ? `of at least ${least}` : `from ${least} to ${most}`;
  throw invalid(name, value, `a whole number ${range}`);
}

function checkAboveZero(name: string, value: number, mayBeInfinite: boolean): void {
  if (value > 0 && (mayBeInfinite || Number.isFinite(value))) return;
  throw invalid(name, value, 'a number above 0');
}

function invalid(name: string, found: unknown, expected: string): HeadgateError {
  return new HeadgateError(
    'usage',
    `cannot start the sandbox: found ${String(found)} as ${name}, expected ${expected}`,
  );
}

async function checkTrafficFile(path: string): Promise<void> {
  if (path === STANDARD_INPUT) return;
  try {
    accessSync(path, constants.R_OK);
  } catch (error) {
    throw new HeadgateError('traffic-unreadable', `cannot read the traffic ${path}: ${readReason(error)}`);
  }
  // A pipe can be read only once.
  const found = statSync(path);
  if (!found.isFile() && !found.isDirectory()) return;
  const { TrafficFile } = await import('./feed/traffic-file.ts');
  for await (const exchanges of new TrafficFile(path, () => {}).read(new AbortController().signal)) {
    if (exchanges.length > 0) return;
  }
}

// Checks the options of startSandbox before anything is started.
import { accessSync, constants, statSync } from 'node:fs';
import { HeadgateError, readReason } from '../base/index.ts';
import type { SandboxOptions } from './sandbox.ts';
import { MAX_SPEED } from './service-clock.ts';

const MAX_PORT = 65_535;
/** As a file of traffic. */
const STANDARD_INPUT = '-';

/**
 * Checks the options. Reads a traffic file up to its first exchange.
 * @throws HeadgateError `usage` for a value that cannot be used; for a file that cannot be read or contains no exchange
 */
export async function checkOptions(options: SandboxOptions): Promise<void> {
  const { port = 0, bucketPort = 0, speed = 1, rateLimit = 1, maxJobs = 1, limits = 'classic', traffic } = options;
  // Without `bucketPort`, the bucket has the port after it.
  checkWhole('port', port, 0, options.bucketPort === undefined ? MAX_PORT - 1 : MAX_PORT);
  checkWhole('bucketPort', bucketPort, 0, MAX_PORT);
  checkWhole('rateLimit', rateLimit, 1);
  checkWhole('maxJobs', maxJobs, 1);
  checkAboveZero('speed', speed, true);
  if (speed > MAX_SPEED && speed !== Infinity) {
    const most = `at most ${MAX_SPEED}, or max (Infinity), which follows the traffic`;
    throw invalid('speed', speed, most);
  }
  if (limits !== 'classic' && limits !== 'current') throw invalid('limits', limits, 'classic or current');
  if (traffic === undefined) return;
  if ('file' in traffic) await checkTrafficFile(traffic.file);
  else {
    checkAboveZero('traffic.rate', traffic.rate, false);
    checkAboveZero('traffic.seconds', traffic.seconds ?? 1, true);
    checkWhole('traffic.seed', traffic.seed ?? 0, 0);
  }
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

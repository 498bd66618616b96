// Checks the options of startSandbox before anything is started.
import { accessSync, constants, statSync } from 'node:fs';
import { HeadgateError, readReason } from '../base/index.ts';
import type { SandboxOptions } from './sandbox.ts';

const MAX_PORT = 65_535;

/** @throws HeadgateError `usage` for a value that cannot be used, `traffic-unreadable` for a file that cannot be read */
export function checkOptions(options: SandboxOptions): void {
  const { port = 0, bucketPort = 0, speed = 1, rateLimit = 1, maxJobs = 1, limits = 'classic', traffic } = options;
  checkWhole('port', port, 0, MAX_PORT);
  checkWhole('bucketPort', bucketPort, 0, MAX_PORT);
  checkWhole('rateLimit', rateLimit, 1);
  checkWhole('maxJobs', maxJobs, 1);
  checkAboveZero('speed', speed, true);
  if (limits !== 'classic' && limits !== 'current') throw invalid('limits', limits, 'classic or current');
  if (traffic === undefined) return;
  if ('file' in traffic) checkFile(traffic.file);
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

function checkFile(path: string): void {
  try {
    accessSync(path, constants.R_OK);
    if (!statSync(path).isDirectory()) return;
  } catch (error) {
    throw unreadable(path, readReason(error));
  }
  throw unreadable(path, 'found a folder, expected a file');
}

function unreadable(path: string, reason: string): HeadgateError {
  return new HeadgateError('traffic-unreadable', `cannot read the traffic ${path}: ${reason}`);
}

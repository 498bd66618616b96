// Reads the guards of a request: thresholds, and the filters of never-guards. Reports every invalid guard at once, before a log is read.
import {
  type Guard,
  type GuardRequest,
  type GuardSet,
  GuardSyntaxError,
  type InvalidGuard,
  InvalidGuardError,
  type NeverGuard,
  parseGuard,
} from '../../analysis/guard/index.ts';
import { HeadgateError } from '../../base/index.ts';
import { isAddress } from '../../input/destination/index.ts';
import type { Dataset } from '../../language/dataset/index.ts';
import { EVERY_LINE, readFilter } from '../../language/filter/index.ts';
import { PROMISE_PREFIX, readPromise } from '../../language/promises/index.ts';
import { hasGuards } from './has-guards.ts';
import { emptyFilter, isInvalid, readFilterArgument } from './named-filters.ts';

const ADDRESS_FOUND = "cannot read --guard: found a destination, expected a guard such as 'kept >= 5%'";

/** The guards of a request, and what is doubtful in them. */
export interface GuardReading extends GuardSet {
  readonly warnings: readonly string[];
}

/** Guards whose files are read: a pipe can be read only once. */
export interface LoadedGuards {
  readonly request: GuardRequest;
  readonly nevers: readonly NeverText[];
}

interface NeverText extends Pick<NeverGuard, 'kind'> {
  /** As in the request. */
  readonly value: string;
  readonly text: string;
}

/**
 * Reads guards.
 * @throws InvalidGuardError with all invalid ones; HeadgateError as {@link loadGuards}
 */
export async function readGuards(request: GuardRequest, dataset: Dataset): Promise<GuardReading> {
  return guardsFor(await loadGuards(request), dataset);
}

/**
 * Reads the files of guards.
 * @throws HeadgateError `undecided-ok-alone`, `guard-stdin`, `guard-is-location`, or for unreadable files
 */
export async function loadGuards(request: GuardRequest): Promise<LoadedGuards> {
  const { guards = [], neverDrop = [], neverKeep = [] } = request;
  rejectUndecidedOkAlone(request);
  // It may contain a secret, which must not appear in the excerpt of an error.
  if (guards.some((text) => isAddress(text.trim()))) throw new HeadgateError('guard-is-location', ADDRESS_FOUND);
  const nevers: NeverText[] = [];
  for (const value of neverDrop) nevers.push(await loadNever('never-drop', value));
  for (const value of neverKeep) nevers.push(await loadNever('never-keep', value));
  return { request, nevers };
}

/**
 * Parses guards for a dataset.
 * @throws InvalidGuardError with all invalid ones; HeadgateError `filter-empty`
 */
export function guardsFor({ request, nevers }: LoadedGuards, dataset: Dataset): GuardReading {
  const guards: Guard[] = [];
  const invalid: InvalidGuard[] = [];
  const warnings: string[] = [];
  for (const text of request.guards ?? []) {
    try {
      guards.push(parseGuard(text));
    } catch (error) {
      if (!(error instanceof GuardSyntaxError)) throw error;
      invalid.push(invalidThreshold(text, error));
    }
  }
  for (const never of nevers) {
    const name = `--${never.kind} '${never.value}'`;
    const { guard, problems } = parseNever(never, dataset);
    if (guard !== undefined) for (const { message } of problems) warnings.push(`${name}: ${message}`);
    if (guard === undefined) invalid.push({ name, problems });
    else guards.push(guard);
  }
  if (invalid.length > 0) throw new InvalidGuardError(invalid);
  return { guards, undecidedOk: request.undecidedOk ?? false, warnings };
}

/** Rejects `undecidedOk` without a guard. @throws HeadgateError `undecided-ok-alone` */
function rejectUndecidedOkAlone(request: GuardRequest): void {
  if (request.undecidedOk !== true || hasGuards(request)) return;
  throw new HeadgateError(
    'undecided-ok-alone',
    'cannot use --undecided-ok: found no guard, expected --guard, --never-drop or --never-keep',
  );
}

async function loadNever(kind: NeverGuard['kind'], value: string): Promise<NeverText> {
  if (value === '-') {
    throw new HeadgateError(
      'guard-stdin',
      `cannot read --${kind}: found -, expected an expression, JSON, or @ and the path of a file`,
    );
  }
  if (value.trim().startsWith(PROMISE_PREFIX)) return { kind, value: value.trim(), text: value };
  const { text } = await readFilterArgument(value, kind, async () => '');
  return { kind, value, text };
}

function parseNever(
  { kind, value, text }: NeverText,
  dataset: Dataset,
): { guard: NeverGuard | undefined; problems: InvalidGuard['problems'] } {
  const promise = readPromise(text, dataset);
  if (promise !== undefined) {
    if ('filter' in promise) return { guard: { kind, text: value, filter: promise.filter }, problems: [] };
    const message = `unknown promise: found ${promise.found}, expected ${promise.expected}; headgate fields list ${dataset.name} --promises lists all`;
    return { guard: undefined, problems: [{ severity: 'error', code: 'unknown-promise', path: '', message }] };
  }
  const reading = readFilter(text, dataset, { isSent: false });
  if (reading.form === 'none' && text.trim() !== EVERY_LINE) {
    throw emptyFilter(`--${kind}`, `--${kind}`, 'is about every line');
  }
  const { filter, problems } = reading;
  return { guard: isInvalid(reading) ? undefined : { kind, text: value, filter }, problems };
}

function invalidThreshold(text: string, { code, summary, excerpt }: GuardSyntaxError): InvalidGuard {
  return { name: `--guard '${text}'`, problems: [{ severity: 'error', code, path: '', message: summary, excerpt }] };
}

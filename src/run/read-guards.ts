// Reads the guards of a request: thresholds, and the filters of never-guards. Reports every invalid guard at once, before a log is read.
import { HeadgateError } from '../base/index.ts';
import type { Dataset } from '../dataset/index.ts';
import { isAddress } from '../destination/index.ts';
import { EVERY_LINE, readFilter } from '../filter/index.ts';
import {
  type Guard,
  type GuardRequest,
  type GuardSet,
  GuardSyntaxError,
  type InvalidGuard,
  InvalidGuardError,
  type NeverGuard,
  parseGuard,
} from '../guard/index.ts';
import { hasGuards } from './has-guards.ts';
import { emptyFilter, isInvalid, readFilterArgument } from './named-filters.ts';

const ADDRESS_FOUND = "cannot read --guard: found a destination, expected a guard such as 'kept >= 5%'";

/** The guards of a request, and what is doubtful in them. */
export interface GuardReading extends GuardSet {
  readonly warnings: readonly string[];
}

/**
 * Reads guards.
 * @throws InvalidGuardError with all invalid ones; HeadgateError `undecided-ok-alone`, `guard-stdin`, `guard-is-location`, `filter-empty`, or for unreadable files
 */
export async function readGuards(request: GuardRequest, dataset: Dataset): Promise<GuardReading> {
  const { guards: thresholds = [], neverDrop = [], neverKeep = [], undecidedOk = false } = request;
  refuseUndecidedOkAlone(request);
  const guards: Guard[] = [];
  const invalid: InvalidGuard[] = [];
  const warnings: string[] = [];
  for (const text of thresholds) {
    // It may contain a secret, which must not appear in the excerpt of an error.
    if (isAddress(text.trim())) throw new HeadgateError('guard-is-location', ADDRESS_FOUND);
    try {
      guards.push(parseGuard(text));
    } catch (error) {
      if (!(error instanceof GuardSyntaxError)) throw error;
      invalid.push(invalidThreshold(text, error));
    }
  }
  const nevers = [
    ...neverDrop.map((text) => ({ kind: 'never-drop', text }) as const),
    ...neverKeep.map((text) => ({ kind: 'never-keep', text }) as const),
  ];
  for (const { kind, text } of nevers) {
    const name = `--${kind} '${text}'`;
    const { guard, problems } = await readNever(kind, text, dataset);
    if (guard !== undefined) for (const { message } of problems) warnings.push(`${name}: ${message}`);
    if (guard === undefined) invalid.push({ name, problems });
    else guards.push(guard);
  }
  if (invalid.length > 0) throw new InvalidGuardError(invalid);
  return { guards, undecidedOk, warnings };
}

/** Rejects `undecidedOk` without a guard. @throws HeadgateError `undecided-ok-alone` */
export function refuseUndecidedOkAlone(request: GuardRequest): void {
  if (request.undecidedOk !== true || hasGuards(request)) return;
  throw new HeadgateError(
    'undecided-ok-alone',
    'cannot use --undecided-ok: found no guard, expected --guard, --never-drop or --never-keep',
  );
}

async function readNever(
  kind: NeverGuard['kind'],
  value: string,
  dataset: Dataset,
): Promise<{ guard: NeverGuard | undefined; problems: InvalidGuard['problems'] }> {
  if (value === '-') {
    throw new HeadgateError(
      'guard-stdin',
      `cannot read --${kind}: found -, expected an expression, JSON, or @ and the path of a file`,
    );
  }
  const { text } = await readFilterArgument(value, kind, async () => '');
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

// Is what was given as logs another file of those around a job: HAR, ruleset, job, filter, traffic? Told by the keys of its first
// object. Must never take a log line for one: whatever has a field of a dataset is none of these.
import { isPlainObject, type PlainObject } from '../base/index.ts';

/** Decides on names of fields. */
type IsKnownField = (name: string) => boolean;

/** What a HAR file of any size begins with; HAR 1.2 has these keys in `log`, and such values. */
const HAR_START =
  /^\s*\{\s*"log"\s*:\s*\{\s*"(?:version"\s*:\s*"1\.\d|(?:creator|browser)"\s*:\s*\{|(?:pages|entries)"\s*:\s*\[)/;
/** Enough for {@link HAR_START}, however the file is indented. Bytes; ours. */
const HAR_START_BYTES = 256;

const HAR =
  'found a HAR file ("log"), expected log lines; what custom fields would log of it is told by headgate fields preview';
const JOB =
  'found a log push job, expected log lines; give it with --job (without a source its own destination is read)';
const RULESET = 'found a ruleset, expected log lines; give it with --ruleset to headgate fields preview or validate';
const FILTER = 'found a filter ("where"), expected log lines; give it with --filter @FILE';
const TRAFFIC =
  'found traffic ("request" and "response"), expected log lines; what custom fields would log of it is told by headgate fields preview';

/** A phase of the platform. reference/api.md, section 2. */
const PHASE = /^(?:http|ddos|magic)_/;

/** Keys that only a job has, and what the value is. reference/logpush.md, section 7. */
const JOB_KEYS = [
  ['destination_conf', 'string'],
  ['logpull_options', 'string'],
  ['output_options', 'object'],
] as const;

/** What its first bytes say that a document is which is too large to be looked at as a whole, or broken. */
export function otherFileByStart(head: Buffer): string | undefined {
  return HAR_START.test(head.toString('latin1', 0, HAR_START_BYTES)) ? HAR : undefined;
}

/**
 * What a document, a line or an element of a document is, if it is no log line.
 * @param found as `JSON.parse` gives it
 * @returns what was found, what is wanted and what to do; undefined for log lines and all that is not known here
 */
export function otherFileIn(found: unknown, isKnownField: IsKnownField): string | undefined {
  const first = firstOf(found);
  const isAnswer = isPlainObject(first) && 'success' in first && 'result' in first;
  const objects = isAnswer ? [first, firstOf(first.result)] : [first];
  if (!objects.every(isPlainObject) || objects.some((one) => Object.keys(one).some(isKnownField))) return undefined;
  return kindOf(objects.at(-1)!);
}

function firstOf(found: unknown): unknown {
  return Array.isArray(found) ? found[0] : found;
}

function kindOf(value: PlainObject): string | undefined {
  const { log, rules, phase, kind, action, action_parameters, expression, where, request, response } = value;
  if (isPlainObject(log) && Array.isArray(log.entries)) return HAR;
  const isOfPhase = typeof phase === 'string' && PHASE.test(phase);
  if (isOfPhase && (Array.isArray(rules) || typeof kind === 'string')) return RULESET;
  if (isPlainObject(action_parameters) && typeof action === 'string' && typeof expression === 'string') return RULESET;
  if (JOB_KEYS.some(([key, type]) => typeof value[key] === type && value[key] !== null)) return JOB;
  if (isPlainObject(where) && Object.keys(value).length === 1) return FILTER;
  return isMessage(request, 'url') && isMessage(response, 'status') ? TRAFFIC : undefined;
}

/** A request or an answer as traffic has it. Logs of other makers have such objects too, but headers as an object or none. */
function isMessage(value: unknown, key: string): boolean {
  return isPlainObject(value) && key in value && Array.isArray(value.headers);
}

// Detects other files that users pass as logs: HAR, ruleset, job, filter, traffic. Decides by the keys of the first object. Must
// never match a log line: an object with a field of a dataset is always a log line.
import { isPlainObject, type PlainObject } from '../../base/index.ts';

/** Whether a name is a field of a dataset. */
type IsKnownField = (name: string) => boolean;

/** The start of a HAR file of any size; HAR 1.2 has these keys and values in `log`. */
const HAR_START =
  /^\s*\{\s*"log"\s*:\s*\{\s*"(?:version"\s*:\s*"1\.\d|(?:creator|browser)"\s*:\s*\{|(?:pages|entries)"\s*:\s*\[)/;
/** Enough for {@link HAR_START}, however the file is indented. Bytes; ours. */
const HAR_START_BYTES = 256;

const HAR =
  'found a HAR file ("log"), expected log lines; use headgate fields preview to see the custom fields that it would log';
const JOB =
  'found a Logpush job, expected log lines; pass it with --job (without a source, headgate reads the destination of the job)';
const RULESET = 'found a ruleset, expected log lines; pass it with --ruleset to headgate fields preview or validate';
const FILTER = 'found a filter ("where"), expected log lines; pass it with --filter @FILE';
const TRAFFIC =
  'found traffic ("request" and "response"), expected log lines; use headgate fields preview to see the custom fields that it would log';

/** A phase of a platform ruleset. `docs/platform.md`, "Custom fields". */
const PHASE = /^(?:http|ddos|magic)_/;

/** Keys that only a job has, with the type of their values. `docs/platform.md`, "Jobs". */
const JOB_KEYS = [
  ['destination_conf', 'string'],
  ['logpull_options', 'string'],
  ['output_options', 'object'],
] as const;

/** Identifies a document by its first bytes, when it is broken or too large to parse whole. */
export function otherFileByStart(head: Buffer): string | undefined {
  return HAR_START.test(head.toString('latin1', 0, HAR_START_BYTES)) ? HAR : undefined;
}

/**
 * Identifies a document, a line, or an element of a document that is not a log line.
 * @param found value from `JSON.parse`
 * @returns a message with what was found, what is expected and the fix; undefined for log lines and unknown files
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

/** Whether a value is a request or response of traffic. Logs of other vendors have such objects too, but never headers in an array. */
function isMessage(value: unknown, key: string): boolean {
  return isPlainObject(value) && key in value && Array.isArray(value.headers);
}

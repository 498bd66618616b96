// What lines are held to → what the kernel can decide of it by itself: lines that it counts are lines that LineChecker would pass. Says so
// where no line is the kernel's.
import { NEAR_LIMIT_BYTES } from '../../custom-fields/index.ts';
import type { CustomNames, DeferredNoRecords, ScanSchema, SchemaScanRequest } from '../../kernel/index.ts';
import { fractionDigitsOf, type TimestampFormat } from '../../output/index.ts';
import { PLACES_PER_RULE } from '../finding-tally.ts';
import type { CustomKey, CustomPlan } from './custom-plan.ts';
import { CUT_SLACK_BYTES, mayBeArray } from './custom-rules.ts';
import type { KeyOfField } from './key-of-field.ts';
import type { CheckOptions } from './line-checker.ts';

/** `2026-11-01T00:00:00Z`. */
const CLOCK_BYTES = 20;

/** What a kernel is to do; undefined where lines have no form, or are no lines. @param keyOf undefined for a field that lines do not have */
export function scanRequestOf(options: CheckOptions, keyOf: KeyOfField): SchemaScanRequest | undefined {
  const { dataset, filter, range, form, plan, idField } = options;
  if (form.fields === undefined || form.input !== 'ndjson' || form.wrappers.length > 0) return undefined;
  const custom = new Map(plan.keys.map((key) => [key.key, namesOf(key)]));
  const scanForm: ScanSchema = {
    fields: form.fields.map(({ key, type }) => ({ key, value: custom.get(key) ?? type })),
    timestamps: TIMESTAMPS[form.timestampFormat],
    // No key of a line that the kernel reads begins with an escape.
    keyOf: (field) => keyOf(field) ?? `\0${field}`,
    idKey: idField && keyOf(idField),
    customBytes: customBytesOf(plan),
    isWithoutLookups: form.rewritesCve,
  };
  return { dataset, range, form: scanForm, filter, noRecords: deferredNoRecords(form.blankLines) };
}

/** Only the first findings have a place. Of blank lines that belong to a batch it has to be known where each is. */
function deferredNoRecords({ first, last, between }: CheckOptions['form']['blankLines']): DeferredNoRecords {
  return {
    blank: first + last + between === 0 ? PLACES_PER_RULE : Number.MAX_SAFE_INTEGER,
    // One more than a report shows: a line at which reading has stopped is left twice.
    malformed: PLACES_PER_RULE + 1,
  };
}

function namesOf(key: CustomKey): CustomNames {
  const names = key.names && new Map([...key.names.keys()].map((name) => [name, mayBeArray(name, key)]));
  return { names, isHeader: key.logged !== 'Cookies', mayBeSeveral: key.names === undefined && mayBeArray('', key) };
}

/** From where on a line is told to be near the limit, and from where on it may be cut. */
function customBytesOf({ limits: { combinedBytes } }: CustomPlan): ScanSchema['customBytes'] {
  const all = Number.POSITIVE_INFINITY;
  return combinedBytes === undefined
    ? { near: all, below: all }
    : { near: NEAR_LIMIT_BYTES, below: combinedBytes - CUT_SLACK_BYTES };
}

/** Digits of nanoseconds since 1970 from 2001 to 2262, and of seconds from 2001 to 2286; other numbers are told by LineChecker. */
const TIMESTAMPS: Readonly<Record<TimestampFormat, ScanSchema['timestamps']>> = {
  unixnano: { bytes: 19, isText: false },
  unix: { bytes: 10, isText: false },
  rfc3339: clock('rfc3339'),
  rfc3339ms: clock('rfc3339ms'),
  rfc3339ns: clock('rfc3339ns'),
};

function clock(format: TimestampFormat): ScanSchema['timestamps'] {
  const digits = fractionDigitsOf(format)!;
  return { bytes: CLOCK_BYTES + (digits === 0 ? 0 : digits + 1), isText: true };
}

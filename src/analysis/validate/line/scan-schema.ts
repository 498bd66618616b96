// Derives the kernel's checks from the criteria for lines: the kernel counts only lines that LineChecker would pass, and defers the
// others. Returns undefined if every line must go to LineChecker.
import type { CustomNames, DeferredNoRecords, ScanSchema, SchemaScanRequest } from '../../../input/kernel/index.ts';
import { NEAR_LIMIT_BYTES } from '../../../language/custom-fields/index.ts';
import { fractionDigitsOf, type TimestampFormat } from '../../../language/output/index.ts';
import { PLACES_PER_RULE } from '../finding-tally.ts';
import type { CheckOptions } from './check-options.ts';
import type { CustomKey, CustomPlan } from './custom-plan.ts';
import { CUT_SLACK_BYTES, mayBeArray } from './custom-rules.ts';
import { isCovered } from './kernel-coverage.ts';
import type { KeyOfField } from './key-of-field.ts';
import type { LineSchema } from './line-schema.ts';

/** Bytes of `2026-11-01T00:00:00Z`. */
const CLOCK_BYTES = 20;

/**
 * Digits of nanoseconds since 1970 from 2001 to 2262, and of seconds from 2001 to 2286; LineChecker judges other numbers. `defer`: lines
 * in this format go to LineChecker.
 */
const TIMESTAMPS: Readonly<Record<TimestampFormat, ScanSchema['timestamps'] | 'defer'>> = {
  unixnano: { bytes: 19, isText: false },
  unix: { bytes: 10, isText: false },
  rfc3339: clock('rfc3339'),
  rfc3339ms: clock('rfc3339ms'),
  rfc3339ns: clock('rfc3339ns'),
};

/**
 * Builds the request for the kernel; undefined if a rule or the schema is beyond it.
 * @param keyOf returns undefined for a field that lines do not have
 */
export function scanRequestOf(options: CheckOptions, keyOf: KeyOfField): SchemaScanRequest | undefined {
  const { dataset, filter, range, schema, plan, idField } = options;
  if (!isCovered(options)) return undefined;
  if (schema.fields === undefined || schema.input !== 'ndjson') return undefined;
  const timestamps = TIMESTAMPS[schema.timestampFormat];
  if (timestamps === 'defer') return undefined;
  const custom = new Map(plan.keys.map((key) => [key.key, namesOf(key)]));
  const scanSchema: ScanSchema = {
    fields: schema.fields.map(({ key, type }) => ({ key, value: custom.get(key) ?? type })),
    timestamps,
    // No key of a line that the kernel reads begins with an escape.
    keyOf: (field) => keyOf(field) ?? `\0${field}`,
    idKey: idField && keyOf(idField),
    customBytes: customBytesOf(plan),
    isWithoutLookups: schema.rewritesCve,
  };
  return { dataset, range, schema: scanSchema, filter, noRecords: deferredNoRecords(schema.blankLines) };
}

/** Only the first findings have a place. LineChecker must know the place of every blank line where a batch may contain some. */
function deferredNoRecords({ first, last, between }: LineSchema['blankLines']): DeferredNoRecords {
  return {
    blank: first + last + between === 0 ? PLACES_PER_RULE : Number.MAX_SAFE_INTEGER,
    // One more than a report shows: the kernel defers twice a line at which reading has stopped.
    malformed: PLACES_PER_RULE + 1,
  };
}

function namesOf(key: CustomKey): CustomNames {
  const names = key.names && new Map([...key.names.keys()].map((name) => [name, mayBeArray(name, key)]));
  return { names, isHeader: key.logged !== 'Cookies', mayBeSeveral: key.names === undefined && mayBeArray('', key) };
}

/** Returns the size from which on a line is near the limit, and from which on it may be truncated. */
function customBytesOf({ limits: { combinedBytes } }: CustomPlan): ScanSchema['customBytes'] {
  const all = Number.POSITIVE_INFINITY;
  return combinedBytes === undefined
    ? { near: all, below: all }
    : { near: NEAR_LIMIT_BYTES, below: combinedBytes - CUT_SLACK_BYTES };
}

function clock(format: TimestampFormat): ScanSchema['timestamps'] | 'defer' {
  const digits = fractionDigitsOf(format);
  if (digits === undefined) return 'defer';
  return { bytes: CLOCK_BYTES + (digits === 0 ? 0 : digits + 1), isText: true };
}

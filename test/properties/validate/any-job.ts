// Arbitrary jobs: fields, keys and format, with the filter, ruleset, limits and times that their lines are checked against.
import fc from 'fast-check';
import { NS_PER_SECOND } from '../../../src/base/index.ts';
import type { Held } from '../../helpers/validate/checked.ts';
import { RULESETS, sometimes } from './custom-objects.ts';
import { BATCH_BORDERS } from './form-values.ts';

/** Fields and filters of a dataset. */
interface Choice {
  dataset: string;
  fields: readonly string[];
  filters: readonly string[];
}

const HTTP_REQUESTS: Choice = {
  dataset: 'http_requests',
  fields: [
    ...'EdgeStartTimestamp EdgeEndTimestamp RayID ParentRayID ClientIP ClientRequestPath BotScore'.split(' '),
    ...'EdgeResponseStatus Cookies RequestHeaders ResponseHeaders ResponseFields MatchedRules BotTags'.split(' '),
    ...'EdgeResponseCompressionRatio BotDetectionIDs JA4Signals CacheReserveUsed Subrequests NoSuchField'.split(' '),
  ],
  filters: [
    'BotScore < 30',
    'BotScore >= 0 or ClientRequestPath contains "a"',
    'EdgeResponseStatus in {200 404} and not ClientRequestPath contains "é"',
    'EdgeStartTimestamp > 1700000000',
    'BotTags contains "a" or RayID != "a"',
    'CacheReserveUsed == true or BotScore == 1',
    'BotDetectionIDs contains 1',
    '(BotScore < 30 or ParentRayID == "") and (ClientIP != "a" or EdgeEndTimestamp >= "2026-11-01T00:45:28Z")',
    'EdgeResponseCompressionRatio >= 1 or BotScore > 5',
  ],
};
const WORKERS: Choice = {
  dataset: 'workers_trace_events',
  fields: ['EventTimestampMs', 'CPUTimeMs', 'Entrypoint', 'Event', 'EventType', 'Exceptions', 'Outcome', 'ScriptTags'],
  filters: ['CPUTimeMs > 10', 'Outcome == "a" or EventType != "b"', 'EventTimestampMs > 1793491528050'],
};
const AUDIT: Choice = {
  dataset: 'audit_logs_v2',
  fields: ['ActionTimestamp', 'AccountID', 'ActorTokenDetails', 'AuditLogID', 'Raw', 'ResourceValue'],
  filters: ['AccountID != "a"', 'ActionTimestamp > 1700000000'],
};

/** Keys of a template: names of fields, possibly of other fields, and arbitrary names. */
const KEYS = [
  ...['RayID', 'BotScore', 'EdgeStartTimestamp', 'Cookies', 'ResponseHeaders', 'ClientIP', 'EventTimestampMs'],
  ...['Outcome', 'a', 't', 'x y', 'AuditLogID'],
];
/** Those that the kernel leaves, or nearly so. */
const ODD_KEYS = ['é', 'a"b', 'k'.repeat(59), 'k'.repeat(60), 'k'.repeat(61), '__proto__'];
const templateKey = fc.oneof({ weight: 15, arbitrary: fc.constantFrom(...KEYS) }, fc.constantFrom(...ODD_KEYS));

const range = fc.record(
  {
    since: fc.tuple(fc.constantFrom(...BATCH_BORDERS), fc.nat(2)).map(([at, by]) => at + BigInt(by)),
    until: fc.tuple(fc.constantFrom(...BATCH_BORDERS), fc.nat(60)).map(([at, by]) => at + BigInt(by) * NS_PER_SECOND),
  },
  { requiredKeys: [] },
);

function jobOf({ dataset, fields, filters }: Choice): fc.Arbitrary<Held> {
  // A template names the field by its place, or nothing of the line.
  const part = fc.record({ key: templateKey, place: fc.option(fc.nat(), { nil: undefined }) });
  return fc
    .record({
      names: fc.shuffledSubarray([...fields], { minLength: 1 }),
      format: fc.constantFrom('unixnano', 'unix', 'rfc3339', 'rfc3339ms', 'rfc3339ns'),
      rewrites: fc.boolean(),
      merges: sometimes(6, fc.constant(true)),
      template: sometimes(3, fc.uniqueArray(part, { minLength: 1, maxLength: 9, selector: ({ key }) => key })),
      how: fc.record({
        filter: sometimes(2, fc.constantFrom(...filters)),
        nullAs: fc.constantFrom('unknown', 'zero'),
        ruleset: sometimes(2, fc.constantFrom(...RULESETS)),
        limits: fc.constantFrom('classic', 'current'),
        range: sometimes(3, range),
        idField: sometimes(6, fc.constantFrom(...fields)),
        maxIds: sometimes(8, fc.constant(40)),
      }),
    })
    .map(({ names, format, rewrites, merges, template, how }): Held => {
      const parts = template?.map(({ key, place }) => {
        const value = place === undefined ? '"text"' : `{{.${names[place % names.length]}}}`;
        return `${JSON.stringify(key)}:${value}`;
      });
      return {
        ...how,
        dataset,
        options: {
          ...{ field_names: names, timestamp_format: format },
          ...(rewrites && { 'CVE-2021-44228': true }),
          ...(merges && { merge_subrequests: true }),
          ...(parts && { record_template: parts.join(',') }),
        },
      };
    });
}

/** A job and the criteria that its lines are checked against. */
export const anyJob: fc.Arbitrary<Held> = fc.oneof(
  { weight: 3, arbitrary: jobOf(HTTP_REQUESTS) },
  { weight: 1, arbitrary: jobOf(WORKERS) },
  { weight: 1, arbitrary: jobOf(AUDIT) },
);

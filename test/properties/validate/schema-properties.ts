// The kernel passes only lines that LineChecker passes: for the sample jobs with several criteria, and for any other jobs.
import fc from 'fast-check';
import { generateLines } from '../../../samples/generator/index.ts';
import { SAMPLE_JOBS } from '../../../samples/generator/sample-job.ts';
import { printTimestamp, type TimestampFormat } from '../../../src/language/output/index.ts';
import { bothWays } from '../../helpers/validate/both-ways.ts';
import { type Held, RULESET, sampleJob } from '../../helpers/validate/checked.ts';
import { type Property, propertyOf } from '../kernel/property.ts';
import { ANY_FORM } from './any-schema-properties.ts';
import { changedLine } from './changed-lines.ts';

/** A job, lines that are right for it, and ways to hold lines to it. */
export interface HeldJob {
  name: string;
  fieldNames: readonly string[];
  lines: readonly string[];
  held: readonly Held[];
}

const FORMATS: readonly TimestampFormat[] = ['unix', 'rfc3339', 'rfc3339ms', 'rfc3339ns'];

/** The jobs of the samples. */
export const HELD_JOBS: readonly HeldJob[] = SAMPLE_JOBS.map((job) => {
  const { outputOptions: options, filter } = sampleJob(job.name);
  return {
    name: job.name,
    fieldNames: job.fieldNames,
    lines: [...generateLines({ job, count: 300, seed: 5, scale: 50 })],
    held: [
      { options, filter, ruleset: RULESET },
      { options, limits: 'current' },
      {
        options,
        filter: 'BotScore < 30 or WAFAttackScore < 20',
        range: { since: 1793491600000000001n, until: 1793500000000000000n },
      },
      { options: { ...options, merge_subrequests: true, 'CVE-2021-44228': true, timestamp_format: 'rfc3339ns' } },
    ],
  };
});

/** Lines with their times in another format, checked against it. */
export const HELD_FORMATS: readonly HeldJob[] = FORMATS.map((format) => {
  const { lines, held, fieldNames } = HELD_JOBS[0]!;
  const options = { ...held[0]!.options, timestamp_format: format };
  return {
    ...{ name: format, fieldNames },
    lines: lines.map((line) =>
      line.replace(/(?<=Timestamp":)\d{19}/g, (time) => printTimestamp(BigInt(time), format)!),
    ),
    held: [
      { options, filter: 'EdgeStartTimestamp > 1700000000' },
      { options, range: { since: 1793491600000000001n } },
    ],
  };
});

const NAMES = [
  '20261101/20261101T000000Z_20261104T000000Z_aa.log',
  '20261101/20261101T003000Z_20261101T010000Z_aa.log',
  'a',
];

const OF_SAMPLES = [...HELD_JOBS, ...HELD_FORMATS].map(({ name, lines, held }) =>
  propertyOf(
    `lines of a form: ${name}`,
    100,
    fc.record({
      one: fc.constantFrom(...held),
      changed: fc.array(fc.oneof(changedLine(lines), fc.constantFrom(...lines)), { minLength: 1, maxLength: 8 }),
      size: fc.option(fc.integer({ min: 1, max: 5000 }), { nil: undefined }),
      name: fc.constantFrom(...NAMES),
    }),
    ({ one, changed, size, name }) => {
      bothWays(one, changed.join(''), { size, name });
    },
  ),
);

/** The properties. */
export const FORM_PROPERTIES: readonly Property[] = [...OF_SAMPLES, ANY_FORM];

// Plan, apply, plan: with random live jobs and random files, a second plan has no changes, and the undo file restores the job.
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compareJobs, compareReadBack, type PlannedJob, planJob } from '../../../../src/cloud/plan/index.ts';
import { getDataset } from '../../../../src/language/dataset/index.ts';
import { type JobFile, jobBodySchema, parseJobFile } from '../../../../src/language/job/index.ts';
import { applyJob } from '../../../../src/sandbox/api/logpush/logpush-routes.ts';
import { type JobConfig, presentJob } from '../../../../src/sandbox/state/job-config.ts';
import { coveredCases, randomRuns } from '../../../helpers/random-runs.ts';

const dataset = getDataset('http_requests');
const ID = 7;

const condition = fc.constantFrom(
  ...['{"key":"BotScore","operator":"lt","value":30}', '{"key":"BotScore","operator":"in","value":["1",2]}'],
  ...['{"key":"ClientCountry","operator":"eq","value":"de"}', '{"key":"RayID","operator":"!in","value":["a"]}'],
);
const filter = fc.oneof(
  condition.map((one) => `{"where":${one}}`),
  fc
    .tuple(fc.constantFrom('and', 'or'), fc.array(condition, { minLength: 1, maxLength: 3 }))
    .map(([kind, children]) => `{"where": {"${kind}": [${children.join(', ')}]}}`),
);

const FIELDS = ['RayID', 'ClientIP', 'EdgeStartTimestamp', 'BotScore', 'Cookies'];
const OPTIONS = {
  field_names: fc.shuffledSubarray(FIELDS),
  output_type: fc.constantFrom('ndjson', 'csv'),
  timestamp_format: fc.constantFrom('unixnano', 'rfc3339'),
  record_prefix: fc.constantFrom('', '{', '['),
  record_suffix: fc.constantFrom('\n', '}\n'),
  batch_prefix: fc.constantFrom('', '['),
  field_delimiter: fc.constantFrom(',', ';'),
  sample_rate: fc.constantFrom(1, 0.1),
  'CVE-2021-44228': fc.constantFrom<(boolean | string)[]>(true, false, 'true'),
  merge_subrequests: fc.boolean(),
};
const SETTINGS = {
  name: fc.constantFrom('a', 'b', ''),
  enabled: fc.boolean(),
  destination_conf: fc.constantFrom(
    's3://logs/a?region=eu-west-1',
    's3://logs/a?region=eu-west-1&sse=AES256',
    's3://logs/a?sse=AES256&region=eu-west-1',
    'r2://logs/{DATE}?account-id=a&access-key-id=b&secret-access-key=c',
    'r2://logs/{DATE}?account-id=a&access-key-id=b&secret-access-key=d',
    'https://example.com/in?header_Authorization=Bearer%20x',
  ),
  kind: fc.constantFrom(''),
  filter: fc.oneof({ weight: 5, arbitrary: filter }, { weight: 1, arbitrary: fc.constantFrom('', ' ') }),
  logpull_options: fc.constantFrom(
    'fields=RayID&timestamps=unix',
    'timestamps=unix&fields=RayID',
    'fields=ClientIP',
    '',
  ),
  frequency: fc.constantFrom('high', 'low'),
  max_upload_bytes: fc.constantFrom(0, 5_000_000, 1_000_000_000),
  max_upload_records: fc.constantFrom(0, 1000),
  max_upload_interval_seconds: fc.constantFrom(0, 30, 300),
  filter_attack_traffic: fc.boolean(),
};

function nullable<T>(shape: { [Key in keyof T]: fc.Arbitrary<T[Key]> }, never: readonly string[]) {
  return Object.fromEntries(
    Object.entries<fc.Arbitrary<unknown>>(shape).map(([key, one]) => [
      key,
      never.includes(key) ? one : fc.oneof({ weight: 4, arbitrary: one }, { weight: 1, arbitrary: fc.constant(null) }),
    ]),
  );
}
const options = fc.record(nullable(OPTIONS, []), { requiredKeys: [] });
const NEVER_NULL = ['enabled', 'destination_conf', 'kind'];
/** A file: every key may be missing, null or set. */
const file = fc.record(
  { ...nullable(SETTINGS, NEVER_NULL), output_options: fc.oneof({ weight: 5, arbitrary: options }, fc.constant(null)) },
  { requiredKeys: [] },
);

/** As the service applies a body, and returns the job. */
function apply(old: JobConfig | undefined, { body }: Pick<PlannedJob, 'body'>): JobConfig {
  return applyJob(old, jobBodySchema.parse(body));
}
function answerOf(config: JobConfig): Record<string, unknown> {
  const times = { lastComplete: null, lastError: null, errorMessage: null };
  return JSON.parse(JSON.stringify(presentJob({ id: ID, config, destination: '', ...times })));
}
/** The answer of a service that leaves out every empty value, and writes a default. docs/platform.md, "Jobs". */
function terseAnswerOf(config: JobConfig): Record<string, unknown> {
  const settings = Object.entries(answerOf(config)).filter(([, value]) => value !== 0 && value !== false);
  return { frequency: 'high', ...Object.fromEntries(settings) };
}
/** An answer without the empty values that the API may leave out. docs/platform.md, "Jobs". */
function exact({ output_options: options = {}, ...settings }: Record<string, unknown>): object {
  const isStated = ([, value]: [string, unknown]): boolean => ![null, '', ' ', 0, false].includes(value as null);
  const stated = Object.entries({ frequency: 'high', ...settings }).filter(isStated);
  return { ...Object.fromEntries(stated), ...(Object.keys(options as object).length > 0 && { options }) };
}
function fileOf(settings: object): JobFile {
  const [job] = parseJobFile(JSON.stringify(settings), 'job.json');
  expectEqual(job!.problems, []);
  return job!;
}
/** Calls `expect` only for what differs: it is slow in a loop. */
function expectEqual(found: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(found, expected)) expect(found).toEqual(expected);
}
const configOf = (settings: object): JobConfig =>
  applyJob(undefined, jobBodySchema.parse({ destination_conf: 's3://logs/old?region=a', ...settings }));

it('plan, apply, plan has no changes; undo restores the job', () => {
  let changes = 0;
  fc.assert(
    fc.property(file, file, fc.constantFrom(answerOf, terseAnswerOf), (old, wanted, answer) => {
      const config = configOf(old);
      const current = answer(config);
      const planned = planJob({ wanted: fileOf(wanted), current, dataset });
      changes += planned.plan.changes.length;
      const isNone = planned.plan.action === 'none';
      expectEqual(planned.plan.changes.length === 0, isNone);
      expectEqual(Object.keys(planned.body).length === 0, isNone);

      const applied = apply(config, planned);
      const live = answer(applied);
      expectEqual(compareReadBack(planned, live, dataset), []);
      expectEqual(compareJobs(planned.expected, live, dataset), []);
      const again = planJob({ wanted: fileOf(wanted), current: live, dataset });
      expectEqual([again.plan.action, again.plan.changes], ['none', []]);

      const undoFile = fileOf(planned.undo(ID));
      const undo = planJob({ wanted: undoFile, current: live, dataset });
      const restored = answer(apply(applied, undo));
      expectEqual(exact(restored), exact(current));
      const same = planJob({ wanted: fileOf(current), current: restored, dataset });
      expectEqual([same.plan.action, same.plan.changes], ['none', []]);
      const undone = planJob({ wanted: undoFile, current: restored, dataset });
      expectEqual(undone.plan.action, 'none');
    }),
    { numRuns: randomRuns(1000) },
  );
  expect(changes).toBeGreaterThan(coveredCases(500));
});

it('a created job is as planned; undo disables it', () => {
  fc.assert(
    fc.property(file, (settings) => {
      const wanted = { destination_conf: 's3://logs/new?region=a', ...settings };
      const planned = planJob({ wanted: fileOf(wanted), current: undefined, dataset });
      expect(planned.plan).toMatchObject({ action: 'create', id: undefined, problems: [] });
      const created = apply(undefined, planned);
      expect(compareReadBack(planned, answerOf(created), dataset)).toEqual([]);
      expect(planJob({ wanted: fileOf(wanted), current: answerOf(created), dataset }).plan.action).toBe('none');
      const undo = planJob({ wanted: fileOf(planned.undo(ID)), current: answerOf(created), dataset });
      expect(undo.body).toEqual(created.enabled ? { enabled: false } : {});
    }),
    { numRuns: randomRuns(300) },
  );
});

it('the plan of any job with itself has no changes, nulls and all', () => {
  fc.assert(
    fc.property(file, (settings) => {
      const current = { id: ID, dataset: 'http_requests', destination_conf: 's3://logs/a?region=a', ...settings };
      expect(planJob({ wanted: fileOf(current), current, dataset }).plan).toMatchObject({
        action: 'none',
        changes: [],
      });
    }),
    { numRuns: randomRuns(300) },
  );
});

const SECRETS = [
  's3cr3tPart',
  'an&other',
  'with space',
  'plus+slash/',
  'per%25cent',
  'a=b',
  '?question',
  'region=eu',
  'ö',
  '"quoted"',
];
const secretValue = fc.constantFrom(...SECRETS).map((end) => `TOPSECRET${end}TOPSECRET`);
const secretDestination = fc.tuple(secretValue, fc.boolean()).chain(([raw, isEscaped]) => {
  const secret = isEscaped ? encodeURIComponent(raw) : raw;
  return fc.constantFrom(
    `r2://logs/{DATE}?account-id=a&access-key-id=b&secret-access-key=${secret}`,
    `s3://logs/a?secret-access-key=${secret}&region=auto&endpoint=s3.example.com&access-key-id=b`,
    `https://user:${secret}@example.com/in`,
    `https://example.com/in?header_Authorization=Bearer%20${secret}`,
    `https://example.com/${secret}/in`,
    `azure://container/dir?sv=1&sig=${secret}`,
    `splunk://example.com/services?channel=${secret}&header_Authorization=Splunk%20${secret}`,
    `sumo://example.com/receiver/${secret}`,
    `s3://logs/a?region=auto&endpoint=https://user:${secret}@s3.example.com&access-key-id=b`,
    `s3://logs/a?region=auto&endpoint=${secret}&access-key-id=b`,
    `r2://logs/a?account-id=${secret}&access-key-id=b`,
  );
});

it('no plan contains a secret of a destination', () => {
  fc.assert(
    fc.property(secretDestination, secretDestination, file, (before, after, settings) => {
      const current = { ...answerOf(configOf({})), destination_conf: before };
      const others = [{ ...current, id: 8 }];
      const wanted = fileOf({ ...settings, destination_conf: after, ownership_challenge: 'TOPSECRET' });
      const { plan, undo } = planJob({ wanted, current, dataset, others });
      expect(JSON.stringify(plan)).not.toContain('TOPSECRET');
      expect(JSON.stringify(planJob({ wanted, current: undefined, dataset, others }).plan)).not.toContain('TOPSECRET');
      const undone = planJob({ wanted: fileOf(undo(ID)), current: { ...current, destination_conf: after }, dataset });
      expect(JSON.stringify(undone.plan)).not.toContain('TOPSECRET');
    }),
    { numRuns: randomRuns(500) },
  );
});

const KEYS = [
  ...Object.keys(SETTINGS),
  'output_options',
  'dataset',
  'id',
  'ownership_challenge',
  'last_error',
  'filtr',
  'constructor',
];
const anyValue = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.dictionary(fc.constantFrom(...Object.keys(OPTIONS), '__proto__', 'toString'), fc.jsonValue({ maxDepth: 1 })),
  filter,
);
const anyObject = fc.dictionary(fc.oneof(fc.constantFrom(...KEYS), fc.string({ maxLength: 3 })), anyValue, {
  maxKeys: 8,
});

/** None if the id is invalid. */
function jobsIn(job: Record<string, unknown>): readonly JobFile[] {
  try {
    return parseJobFile(JSON.stringify(job), 'job.json');
  } catch (error) {
    expect(error).toMatchObject({ code: 'job-invalid', message: expect.stringContaining(': id: found') });
    return [];
  }
}

it('any object is planned, with its problems', () => {
  fc.assert(
    fc.property(
      anyObject,
      fc.oneof(fc.constant(undefined), anyObject),
      fc.array(anyObject, { maxLength: 2 }),
      (text, live, others) => {
        for (const wanted of jobsIn({ name: 'a', ...text })) {
          const planned = planJob({ wanted, current: live, others });
          const undo = JSON.parse(JSON.stringify(planned.undo(ID))) as object;
          expect(parseJobFile(JSON.stringify(undo), 'undo.json')).toHaveLength(1);
          if (live !== undefined) expect(compareReadBack(planned, live, undefined)).toBeInstanceOf(Array);
        }
      },
    ),
    { numRuns: randomRuns(500) },
  );
});

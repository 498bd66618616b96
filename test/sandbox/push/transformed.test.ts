// Batches of a job with a transformer: what is delivered, and what a failing line takes down.
import { expect, it } from 'vitest';
import { BATCH_LINES } from '../../../src/language/transformer/index.ts';
import { pushToMemory, type TestJob } from '../../helpers/sandbox/push-to-memory.ts';

const ANSWERS = { output_options: { field_names: ['ClientRequestPath', 'ClientIP'] } };
const numbers = (count: number, from = 0) => Array.from({ length: count }, (_, index) => `/${from + index}`);
/** Fails for paths that are no number. */
const NUMBERED = "SELECT CAST(ltrim(ClientRequestPath, '/') AS INT) AS n FROM http_requests";
const PATHS = 'SELECT ClientRequestPath AS path FROM http_requests';

it.each<[string, Partial<TestJob> & { transformer: string }, string[], string]>([
  ['rows', { transformer: NUMBERED, ...ANSWERS }, ['/1', '/2'], '{"n":1}\n{"n":2}\n'],
  [
    'no row of a dropped line',
    { transformer: `${PATHS} WHERE ClientRequestPath <> '/2'` },
    ['/1', '/2'],
    '{"path":"/1"}\n',
  ],
  [
    'a record for each element',
    { transformer: "SELECT UNNEST(['a', 'b']) AS x FROM http_requests" },
    ['/1'],
    '{"x":"a"}\n{"x":"b"}\n',
  ],
  [
    'null in place of a field that the job does not list',
    { transformer: 'SELECT RayID FROM http_requests', ...ANSWERS },
    ['/1'],
    '{"RayID":null}\n',
  ],
  [
    'the affixes of the job',
    {
      transformer: PATHS,
      output_options: {
        record_prefix: '<',
        record_suffix: '>',
        batch_prefix: '[',
        batch_suffix: ']',
        record_delimiter: ',',
      },
    },
    ['/1', '/2'],
    '[<"path":"/1">,<"path":"/2">]',
  ],
  [
    'timestamps in the format of the job',
    {
      transformer: 'SELECT to_timestamp(EdgeStartTimestamp) < now() AS past FROM http_requests',
      output_options: { timestamp_format: 'rfc3339' },
    },
    ['/1'],
    '{"past":false}\n',
  ],
  [
    'the filter first',
    {
      transformer: NUMBERED,
      filter: '{"where":{"key":"ClientRequestPath","operator":"!eq","value":"/x"}}',
    },
    ['/1', '/x'],
    '{"n":1}\n',
  ],
])('delivers %s', async (_, job, paths, text) => {
  const { engine, push, texts } = pushToMemory({ jobs: [{ id: 1, output_options: {}, ...job }] });
  push(...paths);
  await engine.flush();
  expect(texts()).toEqual([text]);
});

it('delivers no object if every line is dropped', async () => {
  const { engine, push, arrived } = pushToMemory({
    jobs: [{ id: 1, output_options: {}, transformer: `${PATHS} WHERE false` }],
  });
  push('/1');
  const totals = await engine.stop();
  expect(arrived).toEqual([]);
  expect(totals.jobs).toMatchObject([{ lines: 0, lostLines: 0 }]);
});

it('loses 1,000 lines with one that fails, after all attempts, and no other line', async () => {
  const push = pushToMemory({ jobs: [{ id: 1, name: 'n', output_options: {}, transformer: NUMBERED }] });
  const { engine, clock, events, health, texts } = push;
  push.push(...numbers(BATCH_LINES), ...numbers(BATCH_LINES - 1, BATCH_LINES), '/x', ...numbers(10, 2 * BATCH_LINES));
  const stopped = engine.flush();
  await clock.moveBy(400_000);
  await stopped;
  expect(texts().join('').split('\n')).toHaveLength(BATCH_LINES + 10 + 1);
  expect(engine.totals().jobs).toMatchObject([{ lines: BATCH_LINES + 10, lostBatches: 1, lostLines: BATCH_LINES }]);
  const kinds = events.filter(({ kind }) => kind !== 'pushed').map(({ kind }) => kind);
  expect(kinds).toEqual(['retry', 'retry', 'retry', 'retry', 'lost']);
  expect(health.at(-1)).toBe(
    '1 failed: cannot transform a batch of 1,000 lines: line 1, column 8: cannot cast "x" to Int32; write TRY_CAST(… AS type), which returns NULL; the batch was given up after 5 attempts; 1 batch with 1,000 lines was given up since the start',
  );
});

it('fails a batch with too much output', async () => {
  const transformer = "SELECT UNNEST(generate_series(1, 400)) AS n, repeat('x', 100000) AS text FROM http_requests";
  const { engine, push, health } = pushToMemory({ jobs: [{ id: 1, output_options: {}, transformer }] });
  push('/1');
  await engine.stop();
  expect(health.at(-1)).toContain('cannot transform a batch of 1 line: the output is larger than 33.6 MB');
});

it('closes a batch by the age of its first line, also if the lines wait for others', async () => {
  const { clock, push, texts } = pushToMemory({ jobs: [{ id: 1, output_options: {}, transformer: PATHS }] });
  push('/1');
  await clock.moveBy(29_000);
  expect(texts()).toEqual([]);
  await clock.moveBy(1000);
  expect(texts()).toEqual(['{"path":"/1"}\n']);
});

it('uses other SQL from the next line on', async () => {
  const job = { id: 1, output_options: {} };
  const { engine, push, set, texts } = pushToMemory({ jobs: [{ ...job, transformer: PATHS }] });
  push('/1');
  set([{ ...job, transformer: NUMBERED }]);
  push('/2');
  set([{ ...job, transformer: 'SELECT a FROM b' }]);
  push('/3');
  await engine.flush();
  expect(texts()).toEqual(['{"path":"/1"}\n', '{"n":2}\n']);
});

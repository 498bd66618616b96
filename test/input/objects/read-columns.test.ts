// Objects of a destination with columns: which readings take their rows, and which their bytes.
import { expect, it } from 'vitest';
import { queryOf } from '../../../src/analysis/query/index.ts';
import { createPass } from '../../../src/analysis/query/run-query.ts';
import type { Destination } from '../../../src/input/destination/index.ts';
import { emptyTotal, type ReadingFlags } from '../../../src/input/objects/index.ts';
import { readIntoPass } from '../../../src/input/objects/read-into-pass.ts';
import type { SourceObject } from '../../../src/input/sources/index.ts';
import { getDataset } from '../../../src/language/dataset/index.ts';
import { columnsOf } from '../../properties/columns/column-properties.ts';

const BODY = '{"RayID":"1","EdgeResponseStatus":200}\n{"RayID":"2"}\n\n{"RayID":"3"}';
const NAME = 'a.log';
const LINES: ReadingFlags = { input: 'auto', records: undefined, columns: undefined };

interface Case {
  name: string;
  reads: 'rows' | 'bytes';
  reading?: Partial<ReadingFlags>;
  item?: Partial<SourceObject>;
  dataset?: string;
}

const CASES: readonly Case[] = [
  { name: 'by default', reads: 'rows' },
  { name: '--input ndjson', reads: 'rows', reading: { input: 'ndjson' } },
  { name: '--unwrap none', reads: 'rows', reading: { unwrap: 'none' } },
  { name: '--unwrap PATH', reads: 'bytes', reading: { unwrap: 'event' } },
  { name: '--columns, which CSV may have', reads: 'bytes', reading: { columns: ['RayID'] } },
  { name: 'a job with an object around the fields', reads: 'bytes', item: { unwrap: [['info']] } },
  { name: 'another dataset', reads: 'bytes', dataset: 'firewall_events' },
];

it.each(CASES)('reads $reads: $name', async ({ reads, reading, item, dataset = 'http_requests' }) => {
  let reader = 'none';
  const destination: Destination = {
    location: { kind: 'stdin', display: 'stdin' },
    list: () => Promise.reject(new Error('cannot list')),
    async *open() {
      reader = 'bytes';
      yield Buffer.from(BODY);
    },
    columnsOf: (_object, asked) => {
      if (asked !== 'http_requests') return undefined;
      reader = 'rows';
      return columnsOf([{ name: NAME, body: BODY, offset: 0 }], 2)[0]!;
    },
  };
  const lines = { kind: 'lines', examined: false } as const;
  const query = queryOf([lines]);
  const pass = createPass({ datasetName: dataset, query, nullAs: 'unknown', range: {} });
  const total = emptyTotal();
  let stored = 0;
  const end = await readIntoPass(
    { destination, object: { name: NAME, key: NAME, bytes: BODY.length }, outputOptions: undefined, ...item },
    {
      ...{ pass, total, dataset: getDataset(dataset), reading: { ...LINES, ...reading } },
      signal: new AbortController().signal,
      onObject: () => {},
      onBytes: (bytes) => {
        stored += bytes;
      },
    },
  );
  expect({ reader, end, stored }).toEqual({ reader: reads, end: 'whole', stored: BODY.length });
  expect(total).toEqual({ ...emptyTotal(), objects: 1, bytes: BODY.length });
  expect(pass.state().answers[0]).toMatchObject({ lines: { read: 3, blank: 1, bytes: BODY.length } });
});

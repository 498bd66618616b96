// Sets of filters that keep a line: the kernel counts those of the first filters that the request asks for, and no others.
import { expect, test } from 'vitest';
import { createScanner } from '../../../src/input/kernel/index.ts';
import { getDataset } from '../../../src/language/dataset/index.ts';
import { openKernel } from '../../helpers/kernel/inflate-all.ts';
import { conditionOn } from '../../helpers/kernel/scan-line.ts';

const FILTERS = 130;
const LINES = ['de', 'fr', 'de'].map((country) => `{"ClientCountry":"${country}"}\n`);
const { kernel, inflater } = await openKernel();

/** Every third filter keeps lines from Germany, the others those from France. */
const filters = Array.from({ length: FILTERS }, (_, job) => conditionOn('ClientCountry', 'eq', job % 3 ? 'fr' : 'de'));

test.each([0, 1, 2, 63, 64, 65, 127, 128, 129, FILTERS])('sets of %d first filters', (setJobs) => {
  const scanner = createScanner(kernel, {
    ...{ dataset: getDataset('http_requests'), filters, range: {}, detail: 'full', setJobs },
    ...{ examinedHeadBytes: 0, examinedOneIn: 2 ** 31 },
  })!;
  inflater.begin();
  const { start, end } = inflater.plain(Buffer.from(LINES.join('')));
  scanner.begin(1, 1000, false);
  expect(scanner.read(start, end, 1)).toBeUndefined();
  const { sets, jobs, fields } = scanner.takeCounts();
  const [inGermany, inFrance] = [0, 1].map((kind) =>
    filters.flatMap((_, job) => (job < setJobs && Math.sign(job % 3) === kind ? [job] : [])),
  );
  const bytes = LINES[0]!.length;
  const expected = [
    { jobs: inGermany, lines: 2, bytes: 2 * bytes },
    { jobs: inFrance, lines: 1, bytes },
  ];
  expect(sets).toEqual(setJobs === 0 ? [{ jobs: [], lines: 3, bytes: 3 * bytes }] : expected);
  expect(fields.map(({ lines }) => lines)).toEqual([3]);
  expect(jobs.map(({ kept }) => kept.lines)).toEqual(filters.map((_, job) => (job % 3 ? 1 : 2)));
  expect(jobs.map((one) => one.fields.map(({ lines }) => lines))).toEqual(
    filters.map((_, job) => (job < setJobs ? [job % 3 ? 1 : 2] : [])),
  );
});

// The lines that a filter keeps, read a second time from the columns of an index, against those that the record reader reads.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { KeptLineReader } from '../../../src/analysis/cost/whole-objects.ts';
import { LineTally } from '../../../src/input/scan/index.ts';
import { getDataset } from '../../../src/language/dataset/index.ts';
import { compileFilter, KEEP } from '../../../src/language/filter/index.ts';
import { filterArbitrary } from '../../helpers/filter/arbitraries.ts';
import { coveredCases, randomRuns } from '../../helpers/random-runs.ts';
import { columnsOf } from '../../properties/columns/column-properties.ts';
import { bodyOf } from '../../properties/kernel/hostile-lines.ts';

const dataset = getDataset('http_requests');

it('delivers the same lines from columns, and counts the others', () => {
  let rows = 0;
  let delivered = 0;
  fc.assert(
    fc.property(
      fc.array(filterArbitrary, { minLength: 1, maxLength: 3 }),
      fc.array(bodyOf(8), { maxLength: 3 }),
      (filters, bodies) => {
        const compiled = filters.map((filter) => compileFilter(filter, dataset));
        const objects = bodies.map((body, index) => ({ name: `o/${index}`, body, offset: 1 }));
        const ranges = columnsOf(objects, 3);
        const read = (fromColumns: boolean): unknown => {
          const reader = new KeptLineReader({ dataset, range: {}, filters: compiled });
          return objects.map(({ name, body, offset }, index) => {
            const tally = new LineTally(dataset, {});
            const lines: string[] = [];
            const pass = reader.passOf({
              tally,
              onRecord: (record) => {
                if (fromColumns) delivered += 1;
                if (!compiled.some((filter) => filter.verdict(record) === KEEP)) return;
                lines.push(`${record.offset} ${record.json.toString('latin1')}`);
              },
              onEnd: (areLines) => lines.push(`lines: ${areLines}`),
            });
            const object = pass.openObject(name, { input: 'ndjson', ...(!fromColumns && { offset }) });
            if (fromColumns) for (const range of ranges[index]!) object.readColumns!(range);
            else object.push(Buffer.from(body, 'latin1'));
            object.end();
            object.close();
            if (fromColumns) rows += tally.lineCount;
            return { lines, counted: tally.lines };
          });
        };
        expect(read(true)).toEqual(read(false));
      },
    ),
    { numRuns: randomRuns(300) },
  );
  expect(rows).toBeGreaterThan(coveredCases(300));
  expect(delivered).toBeLessThan(rows / 2);
});

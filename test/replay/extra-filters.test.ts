// Filters that are replayed with the jobs but are none of them: they change no figure of the jobs, and their own add up.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { printJson } from '../../src/base/index.ts';
import { getDataset } from '../../src/dataset/index.ts';
import {
  compileCombination,
  compileFilter,
  conditionsOf,
  decidedAloneBy,
  type Filter,
  printFilterJson,
} from '../../src/filter/index.ts';
import { type Detail, extraCountsOf, mergeReports, Replay } from '../../src/replay/index.ts';
import { filterArbitrary, recordArbitrary } from '../helpers/filter/arbitraries.ts';
import { naiveDecisive, naiveVerdict } from '../helpers/filter/naive-evaluator.ts';
import { coveredCases } from '../helpers/random-runs.ts';
import { sourceTotal } from '../helpers/source-total.ts';

const dataset = getDataset('http_requests');
const SAMPLES = 1;
const EXTRA_SAMPLES = [3, 0];
const VALUE_LINES = [0, 4];
const LIMITS = EXTRA_SAMPLES.map((samples, index) => ({ samples, valueLines: VALUE_LINES[index]! }));

interface Run {
  filters: readonly Filter[];
  extra?: readonly (Filter | undefined)[];
  detail: Detail;
}

function reportOf(objects: readonly string[], first: number, { filters, extra = [], detail }: Run) {
  const replay = new Replay({
    ...{ dataset, range: {}, samples: SAMPLES, detail },
    jobs: filters.map((filter, index) => ({ name: `job-${index}`, filter: compileFilter(filter, dataset) })),
    extra: extra.map((filter, index) => ({
      filter: filter && compileFilter(filter, dataset),
      ...LIMITS[index]!,
    })),
  });
  for (const [index, text] of objects.entries()) {
    const reader = replay.openObject(`o/${first + index}`, { input: 'ndjson' });
    reader.push(Buffer.from(text));
    reader.end();
    reader.close();
  }
  return replay.toReport(sourceTotal(objects.length), false);
}

it('change no figure of the jobs, count as the definition does, and add up', () => {
  const records = fc.array(fc.array(recordArbitrary, { maxLength: 8 }), { maxLength: 4 });
  fc.assert(
    fc.property(
      records,
      fc.array(filterArbitrary, { maxLength: 3 }),
      fc.tuple(filterArbitrary, fc.option(filterArbitrary, { nil: undefined })),
      fc.constantFrom<Detail[]>('full', 'no-fields', 'counts'),
      fc.nat({ max: 4 }),
      (found, filters, extra, detail, cut) => {
        const objects = found.map((some) => some.map((record) => `${printJson(record)}\n`).join(''));
        const whole = reportOf(objects, 0, { filters, extra, detail });
        const { extra: counts = [], ...report } = whole;
        expect(report).toEqual(reportOf(objects, 0, { filters, detail }));
        expect(JSON.stringify(report)).toBe(JSON.stringify(reportOf(objects, 0, { filters, detail })));
        for (const [index, filter] of extra.entries()) {
          const verdicts = found
            .flat()
            .map((record) => (filter ? naiveVerdict(printFilterJson(filter), record) : 'keep'));
          for (const [key, verdict] of [
            ['kept', 'keep'],
            ['undecided', 'undecided'],
          ] as const) {
            const lines = verdicts.filter((one) => one === verdict).length;
            expect(counts[index]![key].lines).toBe(lines);
            expect(counts[index]![key].samples).toHaveLength(Math.min(EXTRA_SAMPLES[index]!, lines));
            if (verdict !== 'keep') continue;
            const valueLines = VALUE_LINES[index] === 0 ? undefined : Math.min(VALUE_LINES[index]!, lines);
            expect(counts[index]!.valueLines?.length).toBe(valueLines);
          }
        }
        const parts = [reportOf(objects.slice(0, cut), 0, { filters, extra, detail })];
        parts.push(reportOf(objects.slice(cut), Math.min(cut, objects.length), { filters, extra, detail }));
        expect(mergeReports(parts[0]!, parts[1]!, SAMPLES, LIMITS)).toEqual(whole);
        expect(mergeReports(parts[1]!, parts[0]!, SAMPLES, LIMITS)).toEqual(whole);
      },
    ),
  );
});

it('a selection of no line counts none', () => {
  const count = { kept: { lines: 1, bytes: 2, samples: [] }, undecided: { lines: 0, bytes: 0, samples: [] } };
  const selections = [
    { selection: 'none', samples: 5 },
    { selection: 'every', samples: 5 },
  ] as const;
  expect(extraCountsOf(selections, [count]).map(({ kept }) => kept.lines)).toEqual([0, 1]);
  expect(extraCountsOf(selections.slice(0, 1), undefined).map(({ kept }) => kept.lines)).toEqual([0]);
});

it('the lines that a condition alone drops or keeps are as many as its sole blocker and sole keeper figures', () => {
  let lines = 0;
  fc.assert(
    fc.property(
      fc.array(recordArbitrary, { maxLength: 12 }),
      filterArbitrary,
      fc.constantFrom('unknown', 'zero'),
      (records, filter, nullAs) => {
        const selections = conditionsOf(filter.where).flatMap((_, index) =>
          (['drop', 'keep'] as const).map((verdict) => decidedAloneBy(filter, index, verdict)),
        );
        const counted = selections.flatMap((selection) =>
          typeof selection === 'string'
            ? []
            : [{ filter: compileCombination(selection, dataset, { nullAs }), samples: 0 }],
        );
        const replay = new Replay({
          ...{ dataset, range: {}, samples: 0, detail: 'no-fields', extra: counted },
          jobs: [{ name: 'job', filter: compileFilter(filter, dataset, { nullAs }) }],
        });
        const reader = replay.openObject('o', { input: 'ndjson' });
        reader.push(Buffer.from(records.map((record) => `${printJson(record)}\n`).join('')));
        reader.end();
        reader.close();
        const { jobs, extra } = replay.toReport(sourceTotal(1), false);
        const shown = selections.map((selection) => ({ selection, samples: 0 }));
        const figures = jobs![0]!.conditions!.flatMap(({ soleBlocker, soleKeeper }) => [soleBlocker, soleKeeper]);
        expect(extraCountsOf(shown, extra).map(({ kept }) => kept.lines)).toEqual(figures);
        const expected = figures.map(() => 0);
        for (const record of records) {
          const json = printFilterJson(filter);
          const verdict = naiveVerdict(json, record, dataset, nullAs);
          for (const index of naiveDecisive(json, record, dataset, nullAs))
            expected[index * 2 + (verdict === 'drop' ? 0 : 1)]! += 1;
        }
        expect(figures).toEqual(expected);
        lines += figures.reduce((sum, figure) => sum + figure, 0);
      },
    ),
  );
  expect(lines).toBeGreaterThan(coveredCases(100));
});

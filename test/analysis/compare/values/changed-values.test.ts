// The values that distinguish changed lines: planted ones are found, shares are within their error, fields of single lines are not named.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changedValues, type SampledLines, VALUE_LINES, weighValues } from '../../../../src/analysis/compare/index.ts';
import { shareError } from '../../../../src/analysis/compare/values/share-error.ts';
import { lineHash, objectHash } from '../../../../src/input/scan/index.ts';
import { getDataset } from '../../../../src/language/dataset/index.ts';
import { randomRuns } from '../../../helpers/random-runs.ts';

const dataset = getDataset('http_requests');

/** A repeatable number from 0 to 1. */
const random = (seed: number): number => lineHash(objectHash('values'), seed) / 2 ** 32;

interface Line {
  RayID: string;
  [field: string]: unknown;
}

/** The lines with the smallest hashes, as a pass draws them. */
function sampleOf(lines: readonly { line: Line; offset: number }[]): SampledLines {
  const drawn = lines
    .map(({ line, offset }) => ({ object: 'o', offset, line: JSON.stringify(line) }))
    .sort((a, b) => lineHash(objectHash('o'), a.offset) - lineHash(objectHash('o'), b.offset))
    .slice(0, VALUE_LINES);
  return { lines: lines.length, valueLines: drawn };
}

function search(
  count: number,
  lineAt: (index: number) => { line: Line; isChanged: boolean },
  by: string[] = [],
  editedFields: string[] = [],
) {
  const all = Array.from({ length: count }, (_, index) => ({ ...lineAt(index), offset: index * 100 }));
  const changed = all.filter(({ isChanged }) => isChanged);
  const [found] = changedValues({
    changed: [{ ...sampleOf(changed), editedFields }],
    all: sampleOf(all),
    by,
    dataset,
    searches: true,
  });
  const share = (lines: typeof all, test: (line: Line) => boolean) =>
    lines.filter(({ line }) => test(line)).length / lines.length;
  return { found: found!, all, changed, share };
}

const common = (index: number): Line => ({
  RayID: `ray-${index}`,
  EdgeStartTimestamp: 1_700_000_000_000_000_000 + index,
  ClientCountry: random(index) < 0.5 ? 'de' : 'us',
  ClientRequestPath: `/page/${Math.floor(random(index + 1e6) * 50)}`,
  EdgeResponseBytes: Math.floor(random(index + 2e6) * 1000),
});

describe('finds', () => {
  it.each<[name: string, change: object, found: object]>([
    ['a value', { ClientRequestPath: '/login' }, { field: 'ClientRequestPath', test: 'equals', value: '"/login"' }],
    [
      'an element of a list',
      { SecurityActions: ['log', 'block'] },
      { field: 'SecurityActions', test: 'equals', value: '["log","block"]' },
    ],
    ['a field that only changed lines have', { BotScore: 3 }, { field: 'BotScore', test: 'equals', value: '3' }],
    ['a boolean', { CacheReserveUsed: true }, { field: 'CacheReserveUsed', value: 'true' }],
  ])('%s', (_, change, expected) => {
    const { found } = search(6000, (index) => {
      const isChanged = random(index + 3e6) < 0.05;
      return { line: { ...common(index), ...(isChanged ? change : {}) }, isChanged };
    });
    expect(found.values[0]).toMatchObject({ ...expected, share: 1, shareError: 0 });
  });

  it('starts of paths, elements of lists and limits of numbers that many values share', () => {
    const { found, changed, share, all } = search(9000, (index) => {
      const isChanged = random(index + 3e6) < 0.4;
      const line = {
        ...common(index),
        ...(isChanged && {
          ClientRequestPath: `/static/img/${index}`,
          EdgeResponseBytes: 5000 + index,
          SecurityActions: ['block', `rule-${index}`],
        }),
      };
      return { line, isChanged };
    });
    const of = (field: string) => found.values.find((value) => value.field === field);
    expect(of('ClientRequestPath')).toMatchObject({ test: 'startsWith', value: '"/static/"', share: 1 });
    expect(of('EdgeResponseBytes')).toMatchObject({ test: 'atLeast' });
    expect(of('SecurityActions')).toMatchObject({ test: 'contains', value: '"block"' });
    const { shareOfAll, shareOfAllError } = of('ClientRequestPath')!;
    expect(shareOfAllError).toBeGreaterThan(0);
    expect(
      Math.abs(shareOfAll - share(all, (line) => String(line.ClientRequestPath).startsWith('/static/'))),
    ).toBeLessThan(2 * shareOfAllError);
    expect(changed.length).toBeGreaterThan(VALUE_LINES);
  });

  it('the limit of a number that the fewest other lines reach, and edited fields last', () => {
    const lineAt = (index: number): { line: Line; isChanged: boolean } => {
      const isChanged = random(index + 3e6) < 0.1;
      const others = Math.floor(random(index + 5e6) * 400);
      const line = {
        ...common(index),
        Above: isChanged ? 401 + (index % 30) : others,
        Below: isChanged ? 200 + (index % 9) : 200 + others,
      };
      return { line, isChanged };
    };
    const { found } = search(6000, lineAt);
    expect(found.values.slice(0, 2)).toMatchObject([
      { field: 'Above', test: 'atLeast', value: '401', share: 1 },
      { field: 'Below', test: 'below', value: '209', share: 1 },
    ]);
    const edited = search(6000, lineAt, [], ['Above']).found.values.map(({ field }) => field);
    expect([edited[0], edited.at(-1)]).toEqual(['Below', 'Above']);
  });

  it('no field whose values identify single lines, and nothing by chance', () => {
    const { found } = search(6000, (index) => ({ line: common(index), isChanged: random(index + 3e6) < 0.3 }), [
      'RayID',
    ]);
    expect(found.values).toEqual([]);
    expect(found.by[0]!.values).toHaveLength(10);
    expect(found.by[0]!.rest).toBeGreaterThan(0.98);
  });

  it('nothing if every line changed, or none', () => {
    expect(search(100, (index) => ({ line: common(index), isChanged: true })).found).toMatchObject({
      examined: 100,
      values: [],
    });
    expect(search(100, (index) => ({ line: common(index), isChanged: false })).found).toEqual({
      examined: 0,
      values: [],
      by: [],
    });
  });
});

it('lists the values of a field exactly if every changed line is in the sample', () => {
  const { found, changed, share } = search(
    4000,
    (index) => ({ line: common(index), isChanged: random(index + 3e6) < 0.2 }),
    ['ClientCountry', 'BotScore'],
  );
  expect(changed.length).toBeLessThan(VALUE_LINES);
  const [country, none] = found.by;
  expect(country!.values.map(({ value }) => value).sort()).toEqual(['"de"', '"us"']);
  for (const { value, share: given, shareError: error } of country!.values) {
    expect(error).toBe(0);
    expect(given).toBe(share(changed, (line) => JSON.stringify(line.ClientCountry) === value));
  }
  expect(country).not.toHaveProperty('absent');
  expect(none).toEqual({ field: 'BotScore', values: [], rest: 1, absent: { nearest: null } });
});

describe('a field that no line has', () => {
  const lines = ['{"ClientRequestHost":"a","BotScore":null}', '{"BotTags":[]}'].map((line, offset) => ({
    ...{ object: 'o', offset, line },
    bytes: 10,
  }));
  it.each([
    ['ClientRequestScheme', { nearest: 'ClientRequestHost' }],
    ['clientrequesthost', { nearest: 'ClientRequestHost' }],
    ['RayID', { nearest: null }],
    // Null is a value, and one line is enough.
    ['BotScore', undefined],
    ['BotTags', undefined],
  ])('%s: the nearest name of the lines is named', (field, absent) => {
    const sampled = { lines: 2, valueLines: lines };
    const request = {
      changed: [{ lines: 1, valueLines: [lines[0]!] }],
      all: sampled,
      by: [field],
      dataset,
      searches: false,
    };
    expect(changedValues(request)[0]!.by[0]!.absent).toEqual(absent);
    expect(weighValues({ lines: 2, bytes: 20 }, lines, [field])[0]!.absent).toEqual(absent);
  });

  it('is known of lines without any field', () => {
    const line = { object: 'o', offset: 0, line: '{}', bytes: 2 };
    expect(weighValues({ lines: 1, bytes: 2 }, [line], ['RayID'])[0]!.absent).toEqual({ nearest: null });
  });

  it('is not known without lines', () => {
    expect(weighValues({ lines: 0, bytes: 0 }, [], ['RayID'])[0]).not.toHaveProperty('absent');
  });
});

it('values in other spellings are equal, and of repeated keys the last counts', () => {
  const line = (text: string, offset: number) => ({ object: 'o', offset, line: text });
  const lines = [
    line('{"A":"a/b","B":[1, 2]}', 0),
    line('{"A":"a\\/b","B":[1,2]}', 1),
    line('{"A":1,"A":"a/b","B":[1 ,2]}', 2),
  ];
  const changed = { lines: 3, valueLines: lines };
  const [found] = changedValues({
    changed: [changed],
    all: { lines: 3, valueLines: lines },
    by: ['A', 'B'],
    dataset,
    searches: true,
  });
  expect(found!.by.map(({ values }) => values.map(({ value, share }) => [value, share]))).toEqual([
    [['"a/b"', 1]],
    [['[1,2]', 1]],
  ]);
});

it('the error of a share covers the share in at least 95 % of samples', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(0.002, 0.02, 0.3, 0.9),
      fc.constantFrom(200, 2000),
      fc.nat(1000),
      (share, sampled, seed) => {
        const all = 5000;
        let missed = 0;
        const RUNS = 100;
        for (let run = 0; run < RUNS; run += 1) {
          let found = 0;
          let left = Math.round(all * share);
          for (let drawn = 0; drawn < sampled; drawn += 1) {
            if (random(seed * 7919 + run * 104_729 + drawn) >= left / (all - drawn)) continue;
            found += 1;
            left -= 1;
          }
          if (Math.abs(found / sampled - share) > shareError(found / sampled, { sampled, all })) missed += 1;
        }
        // 5 of 100 on average.
        expect(missed).toBeLessThan(16);
      },
    ),
    { numRuns: randomRuns(8), seed: 1 },
  );
});

it.each([64, 300, 2048])(
  'the error of a share covers it in at least 95 %% of samples of %d lines, computed',
  (sampled) => {
    const logFactorials = [0];
    for (let n = 1; n <= sampled; n += 1) logFactorials.push(logFactorials[n - 1]! + Math.log(n));
    const errors = Array.from({ length: sampled + 1 }, (_, found) =>
      shareError(found / sampled, { sampled, all: 1e12 }),
    );
    for (const share of [0.001, 0.002, 0.005, 0.01, 0.05, 0.5, 0.999]) {
      let covered = 0;
      for (let found = 0; found <= sampled; found += 1) {
        if (Math.abs(found / sampled - share) > errors[found]!) continue;
        const ways = logFactorials[sampled]! - logFactorials[found]! - logFactorials[sampled - found]!;
        covered += Math.exp(ways + found * Math.log(share) + (sampled - found) * Math.log1p(-share));
      }
      expect(covered, String(share)).toBeGreaterThanOrEqual(0.95);
    }
  },
);

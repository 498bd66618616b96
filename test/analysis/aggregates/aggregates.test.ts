// The property that holds for every aggregate: answers over parts of a source add up to the answer over all of it, whatever the parts, their order
// and grouping, and whatever else the query asks for; and an answer survives JSON.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { AGGREGATES, EVERY, emptyAnswer, mergeAnswers } from '../../../src/analysis/aggregates/index.ts';
import {
  answersOf,
  askSelected,
  mergeStates,
  type Query,
  type QueryPass,
  type QueryState,
  queryOf,
} from '../../../src/analysis/query/index.ts';
import { splitsAtLines } from '../../../src/analysis/query/query.ts';
import { EXAMINED_HEAD_BYTES } from '../../../src/analysis/query/query-pass.ts';
import { createPass } from '../../../src/analysis/query/run-query.ts';
import { printJson } from '../../../src/base/index.ts';
import { getDataset } from '../../../src/language/dataset/index.ts';
import { conditionsOf, decidedAloneBy, type Filter, printFilterJson } from '../../../src/language/filter/index.ts';
import { filterArbitrary, recordArbitrary } from '../../helpers/filter/arbitraries.ts';
import { naiveDecisive, naiveVerdict } from '../../helpers/filter/naive-evaluator.ts';
import { openKernel } from '../../helpers/kernel/inflate-all.ts';
import { coveredCases, randomRuns } from '../../helpers/random-runs.ts';
import { ReplayPass } from '../../helpers/replay/replay-pass.ts';
import { ASKED, anyAggregates, drawLimit } from '../../properties/any-aggregates.ts';

const dataset = getDataset('http_requests');
const { inflater } = await openKernel();

const line = fc.oneof(
  { weight: 8, arbitrary: recordArbitrary.map((record) => printJson(record)) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('', 'x', '[]', '{"RayID":"1","RayID":"2"}', '{"EdgeStartTimestamp":1793527200}'),
  },
);
const objects = fc.array(fc.array(line, { maxLength: 6 }), { maxLength: 4 });
/** Where the lines of an object begin: the kernel never counts the first lines of an object, and later it counts all that it can decide. */
const firstOffset = fc.constantFrom(0, 1, EXAMINED_HEAD_BYTES);

/** Lines that the kernel has counted: proves that the property reaches it. An object adds them when it is closed. */
let kernelLines = 0;

/** A part of an object, as a thread reads it. */
interface Part {
  name: string;
  offset: number;
  text: string;
}

/** Cuts objects at the lines where `cuts` has a true, and at their ends. */
function partsOf(found: readonly (readonly string[])[], start: number, cuts: readonly boolean[]): Part[] {
  const parts: Part[] = [];
  let at = 0;
  for (const [index, lines] of found.entries()) {
    let offset = start;
    for (const [number, text] of lines.entries()) {
      const isCut = number === 0 || cuts[at % cuts.length] === true;
      if (isCut) parts.push({ name: `o/${index}`, offset, text: '' });
      parts.at(-1)!.text += `${text}\n`;
      offset += Buffer.byteLength(text) + 1;
      at += 1;
    }
  }
  return parts;
}

function stateOver(query: Query, parts: readonly Part[], withKernel: boolean): QueryState {
  const pass = createPass({ datasetName: dataset.name, query, nullAs: 'unknown', range: {} });
  for (const part of parts) readPart(pass, part, withKernel);
  return pass.state();
}

function readPart(pass: QueryPass, { name, offset, text }: Part, withKernel: boolean): void {
  const object = pass.openObject(name, { input: 'ndjson', offset });
  // Any line may be where an object is damaged; a line is in one part.
  let at = offset;
  for (const one of text.split('\n')) {
    if (one === 'x') object.problem({ code: 'corrupt', offset: at, message: 'damaged' });
    at += Buffer.byteLength(one) + 1;
  }
  inflater.begin();
  if (withKernel) object.readWindow(inflater.plain(Buffer.from(text)));
  else object.push(Buffer.from(text));
  object.end();
  const before = object.linesRead;
  object.close();
  kernelLines += object.linesRead - before;
}

it('answers over parts of a source add up, in any order and grouping', () => {
  fc.assert(
    fc.property(
      objects,
      firstOffset,
      anyAggregates,
      fc.array(fc.boolean(), { minLength: 1, maxLength: 9 }),
      fc.array(fc.nat(), { minLength: 3, maxLength: 3 }),
      fc.boolean(),
      (found, start, asked, cuts, [order, first, second], withKernel) => {
        const query = queryOf(asked);
        const whole = stateOver(query, partsOf(found, start, [false]), !withKernel);
        const parts = partsOf(found, start, splitsAtLines(query) ? cuts : [false]);
        if (parts.length > 1) parts.push(...parts.splice(0, order! % parts.length));
        const [low, high] = [first! % (parts.length + 1), second! % (parts.length + 1)].sort((a, b) => a - b);
        const [a, b, c] = [parts.slice(0, low), parts.slice(low, high), parts.slice(high)].map((some) =>
          throughJson(stateOver(query, some, withKernel)),
        ) as [QueryState, QueryState, QueryState];
        const merge = (one: QueryState, other: QueryState): QueryState => mergeStates(query, one, other);
        expect(merge(merge(a, b), c)).toEqual(whole);
        expect(merge(a, merge(b, c))).toEqual(whole);
        expect(merge(c, merge(b, a))).toEqual(whole);
        expect(structuredClone(whole)).toStrictEqual(whole);
        expect(throughJson(whole)).toStrictEqual(whole);
        for (const one of asked) {
          const answer = answersOf(query, whole).of(one);
          expect(mergeAnswers(one, answer, emptyAnswer(one))).toEqual(answer);
          expect(mergeAnswers(one, emptyAnswer(one), answer)).toEqual(answer);
          // Other aggregates of the query change no answer.
          const alone = queryOf([one]);
          expect(answersOf(alone, stateOver(alone, partsOf(found, start, [false]), withKernel)).of(one)).toEqual(
            answer,
          );
        }
      },
    ),
    { numRuns: randomRuns(1000) },
  );
  expect(kernelLines).toBeGreaterThan(coveredCases(1000));
});

function throughJson(state: QueryState): QueryState {
  return JSON.parse(JSON.stringify(state));
}

it('an aggregate is the same in any order of its keys; answers of another version do not add up', () => {
  const query = queryOf([{ kind: 'sample', of: EVERY, verdict: 'kept', limit: 1 }]);
  const state = stateOver(query, [], false);
  expect(answersOf(query, state).of({ limit: 1, verdict: 'kept', of: EVERY, kind: 'sample' })).toEqual([]);
  expect(
    queryOf([...query.aggregates, { limit: 1, verdict: 'kept', of: EVERY, kind: 'sample' }]).aggregates,
  ).toHaveLength(1);
  const other = { ...state, version: 2 } as unknown as QueryState;
  expect(() => mergeStates(query, state, other)).toThrow('cannot add answers: found version 2, expected 1');
});

it('every aggregate is asked above', () => {
  expect(Object.keys(ASKED).toSorted()).toEqual(Object.keys(AGGREGATES).toSorted());
});

it('equal selections share a filter, and each has the examples that it asks for', () => {
  const [few, many] = [1, 3].map((samples) => askSelected('every', { samples, valueLines: samples }));
  const pass = new ReplayPass({ selected: [few!, many!] }).read('o', '{"RayID":"1"}\n{"RayID":"2"}\n{"RayID":"3"}\n');
  const [less, more] = [few!, many!].map((one) => one.of(pass.answers()));
  expect([less!.kept.samples.length, more!.kept.samples.length]).toEqual([1, 3]);
  expect([less!.valueLines!.length, more!.valueLines!.length]).toEqual([1, 3]);
  expect(more!.kept.samples).toContainEqual(less!.kept.samples[0]);
});

it('rejects an answer that the query does not ask for', () => {
  expect(() => new ReplayPass().answers().of({ kind: 'verdicts', of: EVERY })).toThrow(
    'cannot answer: the query does not ask for these verdicts',
  );
});

it('counts and draws the lines of a selection as the definition does', () => {
  fc.assert(
    fc.property(
      fc.array(recordArbitrary, { maxLength: 12 }),
      filterArbitrary,
      drawLimit,
      fc.integer({ min: 0, max: 4 }),
      (records, filter, samples, valueLines) => {
        const question = askSelected(filter, { samples, valueLines });
        const pass = new ReplayPass({ selected: [question] });
        pass.read('o', records.map((record) => `${printJson(record)}\n`).join(''));
        const found = question.of(pass.answers());
        const verdicts = records.map((record) => naiveVerdict(printFilterJson(filter), record));
        for (const [key, verdict] of [
          ['kept', 'keep'],
          ['undecided', 'undecided'],
        ] as const) {
          const lines = verdicts.filter((one) => one === verdict).length;
          expect(found[key].lines).toBe(lines);
          expect(found[key].samples).toHaveLength(Math.min(samples, lines));
        }
        const drawn = valueLines === 0 ? undefined : Math.min(valueLines, found.kept.lines);
        expect(found.valueLines?.length).toBe(drawn);
      },
    ),
    { numRuns: randomRuns(100) },
  );
});

it('the lines that a condition alone drops or keeps are as many as its sole blocker and sole keeper figures', () => {
  let lines = 0;
  fc.assert(
    fc.property(
      fc.array(recordArbitrary, { maxLength: 12 }),
      filterArbitrary,
      fc.constantFrom('unknown', 'zero'),
      (records, filter: Filter, nullAs) => {
        const alone = conditionsOf(filter.where).flatMap((_, index) =>
          (['drop', 'keep'] as const).map((verdict) => askSelected(decidedAloneBy(filter, index, verdict))),
        );
        const pass = new ReplayPass({ filters: [filter], nullAs, detail: 'no-fields', selected: alone });
        pass.read('o', records.map((record) => `${printJson(record)}\n`).join(''));
        const figures = pass
          .report()
          .jobs![0]!.conditions!.flatMap(({ soleBlocker, soleKeeper }) => [soleBlocker, soleKeeper]);
        expect(alone.map((one) => one.of(pass.answers()).kept.lines)).toEqual(figures);
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
    { numRuns: randomRuns(100) },
  );
  expect(lines).toBeGreaterThan(coveredCases(100));
});

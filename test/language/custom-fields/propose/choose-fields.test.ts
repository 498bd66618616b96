// Which names of the traffic a ruleset logs, in which order, and the reason for each name: rows of traffic, and properties.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  CLASSIC_FIELDS,
  CURRENT_FIELDS_PER_ARRAY,
  chooseFields,
  type ExchangeHeaders,
  type FieldProposal,
  FieldTally,
  LIMITS,
  NameTally,
  NEAR_LIMIT_BYTES,
  type ProposalOptions,
  proposedRuleset,
  readRuleset,
} from '../../../../src/language/custom-fields/index.ts';
import { standardFields } from '../../../../src/language/custom-fields/propose/known-headers.ts';
import { getDataset } from '../../../../src/language/dataset/index.ts';
import { codePoint } from '../../../helpers/code-point.ts';
import { randomRuns } from '../../../helpers/random-runs.ts';

type Headers = ExchangeHeaders['request'];
const CLASSIC: ProposalOptions = { limits: LIMITS.classic, includeCredentials: false, max: undefined };

function propose(traffic: readonly ExchangeHeaders[], changes: Partial<ProposalOptions> = {}): FieldProposal {
  const options = { ...CLASSIC, ...changes };
  const tally = new NameTally(options.limits);
  for (const exchange of traffic) tally.add(exchange);
  return chooseFields(tally, options);
}

const requests = (...all: Headers[]): ExchangeHeaders[] => all.map((request) => ({ request, response: [] }));
const responses = (...all: Headers[]): ExchangeHeaders[] => all.map((response) => ({ request: [], response }));
const namesOf = ({ fields }: FieldProposal): string[] => fields.map(({ name }) => name);

describe('one name', () => {
  it.each<[string, ExchangeHeaders[], string]>([
    ['user-agent', requests([['User-Agent', 'x']]), 'standard-field'],
    ['referer', requests([['referer', 'x']]), 'standard-field'],
    [':authority', requests([[':authority', 'x']]), 'standard-field'],
    ['content-type', responses([['Content-Type', 'text/html']]), 'standard-field'],
    ['content-type', requests([['Content-Type', 'text/html']]), 'constant'],
    ['cf-ray', responses([['cf-ray', 'x']]), 'standard-field'],
    [':protocol', requests([[':protocol', 'websocket']]), 'pseudo-header'],
    ['connection', requests([['Connection', 'close']]), 'hop-by-hop'],
    ['transfer-encoding', responses([['transfer-encoding', 'chunked']]), 'hop-by-hop'],
    ['range', requests([['range', 'bytes=0-1']]), 'never-logged'],
    ['range', responses([['range', 'bytes=0-1']]), 'constant'],
    ['cookie', requests([['cookie', '']]), 'whole-cookie-header'],
    ['authorization', requests([['Authorization', 'x']]), 'credential-name'],
    ['set-cookie', responses([['Set-Cookie', 'a=b']]), 'credential-name'],
    ['x-id', requests([['x-id', '5f4dcc3b5aa765d61d8327deb882cf99']]), 'credential-value'],
    ['etag', responses([['etag', '"5f4dcc3b5aa765d61d8327deb882cf99"']]), 'constant'],
    ['bad(name', requests([['bad(name', 'x']]), 'impossible-name'],
    ['x-empty', requests([['x-empty', '']]), 'empty'],
    ['x-forwarded-for', requests([['X-Forwarded-For', '198.51.100.7']]), 'constant'],
    ['accept', requests([['accept', 'a']], [['accept', 'b']]), 'varies'],
    ['accept', requests([['accept', 'a']], []), 'sometimes'],
  ])('%s in %j: %s', (name, traffic, code) => {
    const { fields, leftOut } = propose(traffic);
    expect([...fields, ...leftOut].filter((one) => one.name === name).map((one) => one.code)).toEqual([code]);
  });

  it('one credential in any exchange leaves it out', () => {
    const plain = Array.from({ length: 200 }, (_, at): Headers => [['x-state', `s${at}`]]);
    const { fields, leftOut } = propose(requests(...plain, [['x-state', 'eyJhbGciOiJIUzI1NiJ9.e30.x']]));
    expect(fields).toEqual([]);
    expect(leftOut).toMatchObject([{ code: 'credential-value', values: 64, hasMoreValues: true, exchanges: 201 }]);
  });

  it('credentials on request: proposed, with a note', () => {
    const traffic = requests([
      ['authorization', 'Bearer x'],
      ['cookie', 'sid=1'],
    ]);
    const found = propose(traffic, { includeCredentials: true });
    expect(namesOf(found).sort()).toEqual(['authorization', 'sid']);
    expect(found.notes.map(({ code }) => code)).toEqual(['credentials']);
  });

  it.each([
    ['a cookie without a name', 'hunter2'],
    ['a name with random characters', 'wp_5f4dcc3b5aa765d61d8327deb882cf99=1'],
    ['a header with its value in the name', 'authorization: hunter2'],
  ])('%s is not shown, on request neither', (_, text) => {
    for (const includeCredentials of [false, true]) {
      const header = text.includes(': ') ? ([text, 'x'] as const) : (['cookie', text] as const);
      const found = propose(requests([header]), { includeCredentials });
      expect(found.fields).toEqual([]);
      expect(JSON.stringify(found)).not.toMatch(/hunter2|5f4dcc3b/);
      expect(found.notes).toMatchObject([
        { code: 'hidden-names', message: expect.stringContaining('1 name left out') },
      ]);
    }
  });
});

describe('order', () => {
  it('frequent and varying names first, constant ones last', () => {
    const traffic = requests(
      [
        ['x-constant', 'c'],
        ['x-varies', '1'],
        ['x-rare', 'r'],
      ],
      [
        ['x-constant', 'c'],
        ['x-varies', '2'],
      ],
      [
        ['x-constant', 'c'],
        ['x-varies', '3'],
      ],
    );
    expect(namesOf(propose(traffic))).toEqual(['x-varies', 'x-rare', 'x-constant']);
    expect(namesOf(propose(traffic, { max: 1 }))).toEqual(['x-varies']);
    expect(propose(traffic, { max: 1 }).leftOut.map(({ code }) => code)).toEqual(['over-max', 'over-max']);
  });
});

describe('limits', () => {
  const many = requests(Array.from({ length: 150 }, (_, at) => [`x-${at}`, 'v'] as const));

  it('number of fields', () => {
    const classic = propose(many);
    expect(classic.fields).toHaveLength(CLASSIC_FIELDS);
    expect(classic.leftOut.map(({ code }) => code)).toEqual(Array(110).fill('too-many'));
    const current = propose(many, { limits: LIMITS.current });
    expect(current.fields).toHaveLength(CURRENT_FIELDS_PER_ARRAY);
  });

  it('a field after which most lines would be near the limit is left out, smaller ones after it are not', () => {
    const traffic = requests(
      ...['a', 'b', 'c'].map(
        (value): Headers => [
          ['x-large', value.repeat(NEAR_LIMIT_BYTES)],
          ['x-small', 'same'],
        ],
      ),
    );
    const found = propose(traffic);
    expect(namesOf(found)).toEqual(['x-small']);
    expect(found.leftOut).toMatchObject([{ name: 'x-large', code: 'line-size' }]);
    expect(found.leftOut[0]!.reason).toBe('with it, 100.0 % of the lines would exceed 7,372 bytes, 90 % of the limit');
    expect(namesOf(propose(traffic, { limits: LIMITS.current }))).toEqual(['x-large', 'x-small']);
  });

  it('one large line in a thousand does not count', () => {
    const lines = Array.from({ length: 1000 }, (_, at): Headers => [['x-page', `${at}`]]);
    lines[500] = [['x-page', 'p'.repeat(20_000)]];
    expect(namesOf(propose(requests(...lines)))).toEqual(['x-page']);
  });

  it('repeated response headers: every value only under the current limits', () => {
    const traffic = responses([
      ['vary', 'accept'],
      ['vary', 'origin'],
      ['server', 'x'],
    ]);
    const flagsOf = (found: FieldProposal) =>
      found.fields.map(({ name, preserveDuplicates }) => [name, preserveDuplicates]);
    expect(flagsOf(propose(traffic))).toContainEqual(['vary', false]);
    const current = propose(traffic, { limits: LIMITS.current });
    expect(flagsOf(current).sort()).toEqual([
      ['server', false],
      ['vary', true],
    ]);
    expect(proposedRuleset(current.fields)!.rules[0]!.action_parameters.response_fields).toContainEqual({
      name: 'vary',
      preserve_duplicates: true,
    });
  });
});

it('cites only fields of the dataset', () => {
  const { fields } = getDataset('http_requests')!;
  for (const name of standardFields()) expect([...fields.keys()]).toContain(name);
});

describe('any traffic', () => {
  const secrets = [
    ...['Bearer s3cr3t-value', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln', '5f4dcc3b5aa765d61d8327deb882cf99'],
    ...['AKIAIOSFODNN7EXAMPLE', '0b2d1c9e-4f3a-4b7e-9a55-6c1d2e3f4a5b'],
  ];
  const secret = fc.constantFrom(...secrets);
  const name = fc.oneof(
    fc.constantFrom(
      'Accept',
      'accept',
      'cookie',
      'Cookie',
      'set-cookie',
      'range',
      'host',
      ':path',
      'x-a',
      'x-b',
      'vary',
    ),
    fc.string({ maxLength: 8 }),
    fc.string({ unit: codePoint, maxLength: 4 }),
    secret,
  );
  const value = fc.oneof(
    fc.string({ maxLength: 20 }),
    fc.string({ unit: codePoint, maxLength: 8 }),
    secret,
    secret.map((one) => `id=${one}; ${one}; theme=dark`),
    fc.integer({ min: 1000, max: 5000 }).map((length) => 'v'.repeat(length)),
  );
  const headers = fc.array(fc.tuple(name, value), { maxLength: 8 });
  const traffic = fc.array(fc.record({ request: headers, response: headers }), { minLength: 1, maxLength: 12 });
  const options = fc.record<ProposalOptions>({
    limits: fc.constantFrom(LIMITS.classic, LIMITS.current),
    includeCredentials: fc.boolean(),
    max: fc.option(fc.integer({ min: 1, max: 20 }), { nil: undefined }),
  });

  it('the ruleset is valid under its limits; no secret is shown; no line is near the size limit', () => {
    fc.assert(
      fc.property(traffic, options, (exchanges, given) => {
        const found = propose(exchanges, given);
        for (const one of secrets) expect(JSON.stringify(found)).not.toContain(one);
        const ruleset = proposedRuleset(found.fields);
        if (ruleset === null) return;
        const reading = readRuleset(JSON.stringify(ruleset), 'proposal', given.limits);
        expect([...reading.problems, ...reading.warnings]).toEqual([]);
        const tally = new FieldTally(reading.ruleset!, given.limits);
        for (const exchange of exchanges) tally.add(exchange);
        const figures = tally.figures();
        expect([figures.over, figures.near]).toEqual([0, 0]);
        for (const field of found.fields) {
          const same = figures.fields.find(({ key, name }) => key === field.key && name === field.name);
          expect(same!.lines).toBe(field.exchanges);
        }
      }),
      { numRuns: randomRuns(300) },
    );
  });

  it('every name is either proposed, left out or counted as hidden', () => {
    fc.assert(
      fc.property(traffic, options, (exchanges, given) => {
        const tally = new NameTally(given.limits);
        for (const exchange of exchanges) tally.add(exchange);
        const { fields, leftOut, notes } = chooseFields(tally, given);
        const hidden = Number.parseInt(notes.find(({ code }) => code === 'hidden-names')?.message ?? '0', 10);
        expect(fields.length + leftOut.length + hidden).toBe(tally.names().length);
        for (const { reason } of [...fields, ...leftOut]) expect(reason).not.toBe('');
      }),
    );
  });

  it('the order of the exchanges does not matter', () => {
    const shuffled = traffic.chain((all) =>
      fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length })),
    );
    fc.assert(
      fc.property(shuffled, options, ([one, other], given) => {
        expect(propose(other, given)).toEqual(propose(one, given));
      }),
    );
  });
});

it('more names and lines than are stored: the same in any order', () => {
  const traffic = Array.from(
    { length: 3000 },
    (_, at): ExchangeHeaders => ({
      request: [
        [`x-${at}`, 'v'],
        [`x-${(at * 7) % 3000}-b`, 'w'],
        [`x-${at}-c`, 'v'.repeat(at)],
        ['accept', `a${at % 3}`],
      ],
      response: [],
    }),
  );
  const found = propose(traffic);
  expect(found).toEqual(propose(traffic.toReversed()));
  expect(found.notes).toMatchObject([{ code: 'many-names' }]);
  expect(found.fields[0]).toMatchObject({ name: 'accept', exchanges: 3000, values: 3 });
});

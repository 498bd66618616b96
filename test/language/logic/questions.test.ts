// Rows of known answers for every type and operator: what is proven, and the witness of what is not.
import { describe, expect, it } from 'vitest';
import { printJson, recordFrom } from '../../../src/base/index.ts';
import { getDataset } from '../../../src/language/dataset/index.ts';
import { type Filter, readFilter } from '../../../src/language/filter/index.ts';
import { areEqual, implies, neverHas, type Proof, type ProofOptions } from '../../../src/language/logic/index.ts';
import { OPERATOR_PROOFS } from '../../../src/language/logic/values/cells-of-field.ts';

const dataset = getDataset('http_requests');
/** The first and the last integer that are timestamps. */
const [FIRST_TIME, LAST_TIME] = [`-${'9'.repeat(399)}`, '9'.repeat(400)];
/** Drops the first and the last one. */
const FAR_FROM_BOTH = 'EdgeStartTimestamp == 0';
const HUGE = `1${'0'.repeat(450)}`;

function filterOf(expression: string): Filter | undefined {
  return expression === 'all' ? undefined : readFilter(expression, dataset).filter!;
}

/** `proven`, or a witness as `{"BotScore":1} keep drop`. */
function printed(proof: Proof): string {
  if (proof.answer === 'proven') return 'proven';
  if (proof.answer === 'undecided') return `undecided: ${proof.reason}`;
  const { record, from, to } = proof.witness;
  return `${printJson(recordFrom(record))} ${from} ${to}`;
}

function implied(from: string, to: string, options?: ProofOptions): string {
  return printed(implies(filterOf(from), filterOf(to), dataset, options));
}

function equal(a: string, b: string, options?: ProofOptions): string {
  return printed(areEqual(filterOf(a), filterOf(b), dataset, options));
}

const PROVEN: readonly (readonly [type: string, from: string, to: string])[] = [
  ['timestamp', `EdgeStartTimestamp < ${FIRST_TIME} or EdgeStartTimestamp > ${LAST_TIME}`, 'BotScore == 1'],
  ['int', 'EdgeResponseStatus >= 500', 'EdgeResponseStatus > 499'],
  ['int', 'EdgeResponseStatus > 499', 'EdgeResponseStatus >= 500'],
  ['int', 'EdgeResponseStatus > 499 and EdgeResponseStatus < 501', 'EdgeResponseStatus == 500'],
  ['int', 'EdgeResponseStatus in {500 502}', 'EdgeResponseStatus >= 500'],
  ['int', 'EdgeResponseStatus >= 1 and EdgeResponseStatus <= 3', 'EdgeResponseStatus in {1 2 3}'],
  ['int', 'EdgeResponseStatus > 0 and EdgeResponseStatus < 1', 'ClientRequestHost == "a"'],
  ['int beyond 64 bits', `EdgeResponseBytes > ${HUGE}`, `EdgeResponseBytes != ${HUGE}`],
  ['int beyond 64 bits', 'EdgeResponseBytes >= 18446744073709551617', 'EdgeResponseBytes > 18446744073709551616'],
  ['float', 'EdgeResponseCompressionRatio > 2.5', 'EdgeResponseCompressionRatio >= 2.50'],
  ['float', 'EdgeResponseCompressionRatio == 5e2', 'EdgeResponseCompressionRatio == 500'],
  ['float', 'EdgeResponseCompressionRatio >= 1e300', 'EdgeResponseCompressionRatio > 1e299'],
  [
    'timestamp',
    'EdgeStartTimestamp > "2026-11-01T00:00:00Z"',
    'EdgeStartTimestamp >= "2026-11-01T00:00:00.000000001Z"',
  ],
  ['timestamp', 'EdgeStartTimestamp == "2023-11-14T23:13:20+01:00"', 'EdgeStartTimestamp == 1700000000000'],
  ['timestamp', `EdgeStartTimestamp < ${FIRST_TIME} or EdgeStartTimestamp > ${LAST_TIME}`, 'BotScore == 1'],
  ['bool', 'CacheReserveUsed', 'CacheReserveUsed == "true"'],
  ['bool', 'CacheReserveUsed != true', 'CacheReserveUsed == false'],
  ['string', 'ClientRequestHost in {"a" "b"}', 'ClientRequestHost == "b" or ClientRequestHost == "a"'],
  ['string', 'ClientRequestHost == "shop.example"', 'ends_with(ClientRequestHost, ".example")'],
  ['string', 'starts_with(ClientRequestPath, "/api/v1")', 'starts_with(ClientRequestPath, "/api")'],
  ['string', 'not starts_with(ClientRequestPath, "/api")', 'not starts_with(ClientRequestPath, "/api/v1")'],
  ['string', 'ends_with(ClientRequestPath, ".min.js")', 'ClientRequestPath contains "min"'],
  ['string', 'ClientRequestPath contains "abc"', 'ClientRequestPath contains "b"'],
  ['string', 'starts_with(ClientRequestPath, "ab") and starts_with(ClientRequestPath, "b")', 'BotScore == 1'],
  ['string', 'ClientRequestPath contains ""', 'starts_with(ClientRequestPath, "")'],
  ['array of strings', 'SecurityActions contains "a" and SecurityActions contains "b"', 'SecurityActions contains "b"'],
  ['array of strings', 'SecurityActions contains "a" and not SecurityActions contains "a"', 'BotScore == 1'],
  ['array of integers', 'BotDetectionIDs contains 30', 'BotDetectionIDs contains "30"'],
  [
    'groups',
    'BotScore < 5 and (ClientCountry == "de" or ClientCountry == "fr")',
    '(BotScore < 5 and ClientCountry == "de") or (BotScore < 6 and ClientCountry in {"fr" "it"})',
  ],
  ['groups', 'BotScore < 5 and ClientCountry == "de"', 'ClientCountry == "de"'],
  ['every line', 'BotScore < 5', 'all'],
  ['every line', 'all', 'all'],
];

const REFUTED: readonly (readonly [type: string, from: string, to: string, witness: string])[] = [
  ['timestamp', `EdgeStartTimestamp <= ${FIRST_TIME}`, FAR_FROM_BOTH, `{"EdgeStartTimestamp":${FIRST_TIME}} keep drop`],
  [
    'timestamp',
    `EdgeStartTimestamp < ${FIRST_TIME.replace(/9$/, '8')}`,
    FAR_FROM_BOTH,
    `{"EdgeStartTimestamp":${FIRST_TIME}} keep drop`,
  ],
  [
    'timestamp',
    `EdgeStartTimestamp > ${LAST_TIME.replace(/9$/, '8')}`,
    FAR_FROM_BOTH,
    `{"EdgeStartTimestamp":${LAST_TIME}} keep drop`,
  ],
  [
    'string',
    'starts_with(ClientRequestPath, "/api")',
    'ClientRequestPath == "/api"',
    '{"ClientRequestPath":"/apix"} keep drop',
  ],
  [
    'string',
    'starts_with(ClientRequestPath, "/api")',
    'ClientRequestPath in {"/api" "/apix"}',
    '{"ClientRequestPath":"/apiy"} keep drop',
  ],
  [
    'string',
    'ClientRequestPath in {"a" "bc" "c"} and ClientRequestPath contains "c"',
    'ClientRequestPath == "bc"',
    '{"ClientRequestPath":"c"} keep drop',
  ],
  [
    'string',
    'ClientRequestPath contains "a" and ends_with(ClientRequestPath, "b")',
    'ClientRequestPath contains "ab"',
    '{"ClientRequestPath":"axb"} keep drop',
  ],
  [
    'string',
    'ClientRequestPath contains "a" and ClientRequestPath contains "b"',
    'ClientRequestPath contains "ab" or ClientRequestPath contains "ba"',
    '{"ClientRequestPath":"axb"} keep drop',
  ],
  [
    'string',
    'starts_with(ClientRequestPath, "a") and ClientRequestPath contains "b" and ClientRequestPath contains "c"',
    'ClientRequestPath contains "ab" or ClientRequestPath contains "bc"',
    '{"ClientRequestPath":"axbxc"} keep drop',
  ],
  [
    'float',
    'EdgeResponseCompressionRatio > 9',
    'EdgeResponseCompressionRatio >= 10',
    '{"EdgeResponseCompressionRatio":9.5} keep drop',
  ],
  [
    'float',
    'EdgeResponseCompressionRatio > 0.0099',
    'EdgeResponseCompressionRatio >= 0.01',
    '{"EdgeResponseCompressionRatio":0.00995} keep drop',
  ],
  [
    'float',
    'EdgeResponseCompressionRatio > 1e300',
    'EdgeResponseCompressionRatio >= 1e301',
    '{"EdgeResponseCompressionRatio":2e300} keep drop',
  ],
  [
    'float',
    'EdgeResponseCompressionRatio > 1',
    'EdgeResponseCompressionRatio >= 1.1',
    '{"EdgeResponseCompressionRatio":1.05} keep drop',
  ],
  [
    'float',
    'EdgeResponseCompressionRatio > 19',
    'EdgeResponseCompressionRatio >= 20',
    '{"EdgeResponseCompressionRatio":19.5} keep drop',
  ],
  ['int', 'EdgeResponseStatus >= 499', 'EdgeResponseStatus >= 500', '{"EdgeResponseStatus":499} keep drop'],
  ['int', 'EdgeResponseStatus > 499', 'EdgeResponseStatus == 500', '{"EdgeResponseStatus":501} keep drop'],
  ['int', 'EdgeResponseStatus < 1', 'EdgeResponseStatus == 0', '{"EdgeResponseStatus":-1} keep drop'],
  [
    'int beyond 64 bits',
    `EdgeResponseBytes >= ${HUGE}`,
    `EdgeResponseBytes > ${HUGE}`,
    `{"EdgeResponseBytes":${HUGE}} keep drop`,
  ],
  [
    'float',
    'EdgeResponseCompressionRatio > 5',
    'EdgeResponseCompressionRatio >= 6',
    '{"EdgeResponseCompressionRatio":5.5} keep drop',
  ],
  [
    'float',
    'EdgeResponseCompressionRatio > 0.1',
    'EdgeResponseCompressionRatio >= 0.11',
    '{"EdgeResponseCompressionRatio":0.105} keep drop',
  ],
  [
    'float',
    'EdgeResponseCompressionRatio < 0',
    'EdgeResponseCompressionRatio <= -1e-20',
    '{"EdgeResponseCompressionRatio":-1e-21} keep drop',
  ],
  [
    'timestamp',
    'EdgeStartTimestamp >= 1700000000',
    'EdgeStartTimestamp > 1700000000',
    '{"EdgeStartTimestamp":1700000000} keep drop',
  ],
  [
    'timestamp',
    'EdgeStartTimestamp > 0',
    'EdgeStartTimestamp >= 1',
    '{"EdgeStartTimestamp":"1970-01-01T00:00:00.000000001Z"} keep drop',
  ],
  [
    'timestamp',
    'EdgeStartTimestamp < "0001-01-01T00:00:00Z"',
    'EdgeStartTimestamp > "0001-01-01T00:00:00Z"',
    '{"EdgeStartTimestamp":-62135596801000000000} keep drop',
  ],
  ['bool', 'CacheReserveUsed', 'CacheReserveUsed == false', '{"CacheReserveUsed":true} keep drop'],
  ['string', 'ClientRequestHost in {"a" "b"}', 'ClientRequestHost == "a"', '{"ClientRequestHost":"b"} keep drop'],
  [
    'string',
    'starts_with(ClientRequestPath, "/api")',
    'starts_with(ClientRequestPath, "/api/v1")',
    '{"ClientRequestPath":"/api"} keep drop',
  ],
  [
    'string',
    'ClientRequestPath contains "ab" and ClientRequestPath contains "ba"',
    'ClientRequestPath contains "bab"',
    '{"ClientRequestPath":"aba"} keep drop',
  ],
  [
    'string',
    'starts_with(ClientRequestPath, "a") and ends_with(ClientRequestPath, "a")',
    'ClientRequestPath in {"a" "aa"}',
    '{"ClientRequestPath":"axa"} keep drop',
  ],
  [
    'string',
    'ClientRequestPath contains "\\ud800"',
    'ClientRequestPath contains "\\ud800\\udc00"',
    '{"ClientRequestPath":"\\ud800"} keep drop',
  ],
  [
    'array of strings',
    'SecurityActions contains "a"',
    'SecurityActions contains "b"',
    '{"SecurityActions":["a"]} keep drop',
  ],
  [
    'array of integers',
    'not BotDetectionIDs contains 1',
    'BotDetectionIDs contains 2',
    '{"BotDetectionIDs":[]} keep drop',
  ],
  ['groups', 'BotScore < 5', 'BotScore < 5 and ClientCountry == "de"', '{"BotScore":4,"ClientCountry":"x"} keep drop'],
  ['every line', 'all', 'BotScore < 5', '{"BotScore":5} keep drop'],
  ['absent', 'all', 'BotScore < 5 or BotScore >= 5', '{} keep undecided'],
  [
    'absent',
    'BotScore < 5',
    'BotScore < 5 and (ClientCountry == "a" or ClientCountry != "a")',
    '{"BotScore":4} keep undecided',
  ],
];

describe('implies', () => {
  it.each(PROVEN)('%s: %s implies %s', (_, from, to) => expect(implied(from, to)).toBe('proven'));
  it.each(REFUTED)('%s: %s does not imply %s', (_, from, to, witness) => expect(implied(from, to)).toBe(witness));
});

const UNEQUAL: readonly (readonly [a: string, b: string, witness: string])[] = [
  ['EdgeResponseStatus > 499', 'EdgeResponseStatus > 500', '{"EdgeResponseStatus":500} keep drop'],
  ['EdgeResponseStatus > 500', 'EdgeResponseStatus > 499', '{"EdgeResponseStatus":500} drop keep'],
  ['BotScore < 5 and (ClientCountry == "a" or ClientCountry != "a")', 'BotScore < 5', '{"BotScore":4} undecided keep'],
  ['BotScore < 5 or (ClientCountry == "a" and ClientCountry != "a")', 'BotScore < 5', '{"BotScore":5} undecided drop'],
  ['all', 'BotScore < 5 or BotScore >= 5', '{} keep undecided'],
];

describe('areEqual', () => {
  it.each([
    ['EdgeResponseStatus >= 500', 'EdgeResponseStatus > 499'],
    [
      'BotScore < 5 and (ClientCountry == "de" or ClientCountry == "fr")',
      'ClientCountry in {"fr" "de"} and BotScore <= 4',
    ],
    ['BotScore < 5 or (BotScore < 5 and ClientCountry == "de")', 'BotScore < 5'],
    ['BotScore == 1 and BotScore == 2', 'BotScore > 3 and BotScore < 4'],
    ['all', 'all'],
  ])('%s equals %s', (a, b) => expect(equal(a, b)).toBe('proven'));

  it.each(UNEQUAL)('%s does not equal %s', (a, b, witness) => expect(equal(a, b)).toBe(witness));
});

describe('in the domain of complete records', () => {
  const options = { domain: 'complete' } as const;

  it.each([
    ['all', 'BotScore < 5 or BotScore >= 5'],
    ['BotScore < 5', 'BotScore < 5 and (ClientCountry == "a" or ClientCountry != "a")'],
  ])('%s equals %s', (a, b) => expect(equal(a, b, options)).toBe('proven'));

  it('a witness has a value for every tested field', () => {
    expect(implied('BotScore < 5 or ClientCountry == "a"', 'BotScore < 5', options)).toBe(
      '{"BotScore":5,"ClientCountry":"a"} keep drop',
    );
    expect(implied('BotScore < 5', 'BotScore < 4 or (BotScore < 5 and EdgeStartTimestamp < 0)', options)).toBe(
      '{"BotScore":4,"EdgeStartTimestamp":0} keep drop',
    );
  });
});

describe('neverHas', () => {
  const asked = (expression: string, verdict: 'keep' | 'drop' | 'undecided', options?: ProofOptions) =>
    printed(neverHas(filterOf(expression)!, verdict, dataset, options));

  it('a contradiction keeps nothing', () => {
    expect(asked('BotScore < 5 and BotScore > 4', 'keep')).toBe('proven');
    expect(asked('BotScore < 6 and BotScore > 4', 'keep')).toBe('{"BotScore":5} keep keep');
  });

  it('a condition that is always true drops nothing, and a complete record is never undecided', () => {
    expect(asked('ClientCountry contains ""', 'drop')).toBe('proven');
    expect(asked('ClientCountry contains ""', 'undecided')).toBe('{} undecided keep');
    expect(asked('ClientCountry contains ""', 'undecided', { domain: 'complete' })).toBe('proven');
  });
});

describe('beyond a bound, the answer is undecided', () => {
  it('steps', () => {
    const some = 'BotScore < 5 or ClientCountry == "a"';
    expect(implied(`(${some}) and (ClientCountry == "b" or EdgeResponseStatus < 3)`, some, { maxSteps: 25 })).toBe(
      'proven',
    );
    expect(equal(`(${some}) and (ClientCountry == "b" or EdgeResponseStatus < 3)`, some, { maxSteps: 25 })).toBe(
      'undecided: the search stopped after 25 steps',
    );
  });

  it('powers of ten', () => {
    const far = 'EdgeResponseCompressionRatio > 1e9999999';
    expect(implied(far, 'EdgeResponseCompressionRatio > 1e9999998')).toMatch(
      /^undecided: EdgeResponseCompressionRatio is compared/,
    );
    expect(implied(`${far} and BotScore == 1`, 'BotScore == 1')).toBe('proven');
    expect(implied('BotScore == 1', `BotScore == 1 and ${far}`)).toBe('{"BotScore":1} keep undecided');
  });

  it('characters', () => {
    const every = Array.from({ length: 0x10000 }, (_, unit) => String.fromCharCode(unit)).join('');
    const where = { kind: 'condition', key: 'ClientCountry', operator: 'contains', value: every } as const;
    expect(printed(neverHas({ where }, 'drop', dataset, { domain: 'complete' }))).toBe(
      'undecided: the conditions on ClientCountry contain every character',
    );
  });
});

it('an operator that proofs do not know: undecided, unless the other conditions decide', () => {
  const proofs = OPERATOR_PROOFS as Record<'startsWith' | 'eq', 'exact' | 'beyond'>;
  for (const operator of ['startsWith', 'eq'] as const) proofs[operator] = 'beyond';
  try {
    const start = 'starts_with(ClientCountry, "a")';
    const unknown = 'undecided: ClientCountry has a condition with starts_with';
    expect(implied('starts_with(ClientCountry, "ab")', start)).toBe(unknown);
    expect(implied(start, 'starts_with(ClientCountry, "b")')).toBe(unknown);
    expect(implied(`${start} and BotScore < 3`, `${start} or BotScore < 2`)).toBe('proven');
    expect(implied('BotScore == 3', 'BotScore < 4')).toBe('undecided: BotScore has a condition with ==');
  } finally {
    for (const operator of ['startsWith', 'eq'] as const) proofs[operator] = 'exact';
  }
});

it('rejects an invalid filter', () => {
  const where = { kind: 'condition', key: 'BotScore', operator: 'eq', value: 'x' } as const;
  expect(() => implies({ where }, undefined, dataset)).toThrow('cannot compile the filter');
});

it('a null has the meaning that the option says, and witnesses contain none', () => {
  for (const nullAs of ['unknown', 'zero'] as const) {
    expect(implied('all', 'BotScore == 0', { nullAs })).toBe('{"BotScore":1} keep drop');
    expect(equal('BotScore <= 0 and BotScore >= 0', 'BotScore == 0', { nullAs })).toBe('proven');
  }
});

// The named promises: each is a valid filter of its dataset, has words for what it covers, and protects the lines that its rows name.
import { describe, expect, it } from 'vitest';
import { DATASET_NAMES, getDataset, PERSONAL_FIELDS } from '../../../src/language/dataset/index.ts';
import { compileFilter, KEEP, readFilter, sizeOf } from '../../../src/language/filter/index.ts';
import { PROMISE_PREFIX, promisesOf, readPromise } from '../../../src/language/promises/index.ts';

const all = DATASET_NAMES.flatMap((name) => promisesOf(getDataset(name)));

describe.each(all.map((promise) => [`${promise.dataset} ${promise.name}`, promise] as const))('%s', (_, promise) => {
  const dataset = getDataset(promise.dataset);

  it('is a valid filter without a doubt', () => {
    expect(readFilter(promise.filter, dataset)).toMatchObject({ problems: [] });
  });

  it('is short, so that several fit beside a filter', () => {
    expect(sizeOf(readFilter(promise.filter, dataset).filter!).bytes).toBeLessThan(200);
  });

  it('says what it covers, what it does not, and which fields it needs', () => {
    expect([promise.covers, promise.misses].every((text) => /^[A-Z].*[^.]$/.test(text))).toBe(true);
    expect(promise.fields.every((field) => dataset.fields.has(field) && !PERSONAL_FIELDS.includes(field))).toBe(true);
  });
});

it('the names of a dataset are different', () => {
  const names = all.map(({ dataset, name }) => `${dataset} ${name}`);
  expect(new Set(names).size).toBe(names.length);
});

it.each([
  ['security', { SecurityAction: 'block' }, true],
  ['security', { SecurityAction: '' }, false],
  ['security', { SecurityAction: 'unknown' }, false],
  ['errors', { EdgeResponseStatus: 400 }, true],
  ['errors', { EdgeResponseStatus: 399 }, false],
  ['server-errors', { EdgeResponseStatus: 200, OriginResponseStatus: 502 }, true],
  ['server-errors', { EdgeResponseStatus: 404, OriginResponseStatus: 404 }, false],
  ['denied', { EdgeResponseStatus: 429 }, true],
  ['writes', { ClientRequestMethod: 'PATCH' }, true],
  ['writes', { ClientRequestMethod: 'HEAD' }, false],
  ['attacks', { WAFAttackScore: 1 }, true],
  ['attacks', { WAFAttackScore: 0 }, false],
  ['attacks', { WAFAttackScore: 21 }, false],
  ['bots', { BotScore: 29 }, true],
  ['bots', { BotScore: 0 }, false],
  ['leaked-credentials', { LeakedCredentialCheckResult: 'password_leaked' }, true],
  ['leaked-credentials', { LeakedCredentialCheckResult: 'none' }, false],
])('http_requests %s of %j: %s', (name, record, isProtected) => {
  const dataset = getDataset('http_requests');
  const found = readPromise(`${PROMISE_PREFIX}${name}`, dataset);
  const filter = found !== undefined && 'filter' in found ? found.filter : undefined;
  const verdict = compileFilter(filter!, dataset).verdict(new Map<string, string | number>(Object.entries(record)));
  expect(verdict === KEEP).toBe(isProtected);
});

it.each([
  ['promise:secruity', 'http_requests', '"secruity"', /security.*; write promise:security$/],
  ['promise:', 'http_requests', '""', /^security, errors/],
  ['errors', 'http_requests', '"errors"', /^promise:errors$/],
  ['promise:security', 'nel_reports', '"security"', /^a filter, because nel_reports/],
])('%s of %s is none', (text, name, found, expected) => {
  expect(readPromise(text, getDataset(name))).toEqual({ found, expected: expect.stringMatching(expected) });
});

it('other text names no promise', () =>
  expect(readPromise('BotScore < 5', getDataset('http_requests'))).toBeUndefined());

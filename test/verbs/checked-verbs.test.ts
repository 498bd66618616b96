// Unknown keys of requests are errors: at run time for every verb, and in TypeScript.
import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as headgate from '../../src/index.ts';
import * as verbs from '../../src/verbs/checked-verbs.ts';
import * as task from '../../src/verbs/index.ts';
import { readPage } from '../helpers/docs/pages.ts';

type Verb = (request: unknown) => Promise<unknown>;
const VERBS = Object.entries(verbs) as unknown as [name: string, verb: Verb][];

it('every verb that takes a request is checked', () => {
  const verbsOfTasks = Object.entries(task).filter(
    ([name, value]) => name in headgate && typeof value === 'function' && !/^[A-Z]/.test(name),
  );
  const exported = new Map<string, unknown>(Object.entries(headgate));
  const unchecked = verbsOfTasks.filter(([name, value]) => exported.get(name) === value);
  expect(unchecked.map(([name]) => name)).toEqual(['listDatasets']);
  expect(verbsOfTasks).toHaveLength(VERBS.length + 1);
});

describe.each(VERBS)('%s', (_, verb) => {
  it('rejects an unknown key, before it does anything', async () => {
    await expect((async () => verb({ nobodysKey: 1 }))()).rejects.toMatchObject({
      code: 'usage',
      kind: 'unreachable',
      message: expect.stringMatching(/^cannot use the request: found the unknown key nobodysKey, expected one of \w+/),
    });
  });

  it('rejects a request that is no object', async () => {
    await expect((async () => verb('samples/logs'))()).rejects.toMatchObject({ code: 'usage' });
  });
});

describe('names the nearest key', () => {
  const replay = verbs.replay as Verb;
  it.each<[Verb, object, string]>([
    [replay, { filter: 'x' }, 'filter, expected a known key such as filters'],
    [replay, { source: [] }, 'source, expected a known key such as sources'],
    [replay, { filter: undefined }, 'filter, expected a known key such as filters'],
    [replay, { since: '2h' }, 'since, expected a known key such as range.since'],
    [replay, { endpointURL: 'x' }, 'endpointURL, expected a known key such as connection.endpointUrl'],
    [replay, { range: { from: '2h' } }, 'range.from, expected one of since, until'],
    [replay, { range: { untill: '2h' } }, 'range.untill, expected a known key such as range.until'],
    [replay, { emit: { kind: 'folder', foldr: 'x' } }, 'emit.foldr, expected a known key such as emit.folder'],
    [replay, { toString: 1 }, 'toString, expected one of'],
    [verbs.check as Verb, { implied: 'x' }, 'implied, expected a known key such as implies'],
    [verbs.explain as Verb, { ray: 'x' }, 'ray, expected a known key such as choice.ray'],
    [verbs.sample as Verb, { want: 3 }, 'want, expected a known key such as wanted'],
    [verbs.listJobs as Verb, { token: 'x' }, 'token, expected a known key such as credentials.token'],
  ])('%o %j', async (verb, request, says) => {
    await expect(verb(request)).rejects.toThrow(`cannot use the request: found the unknown key ${says}`);
  });

  it('a list without a request', () => expect(verbs.listFields().datasets).toEqual(['http_requests']));
});

/** Checked by the compiler; never called. */
const NOT_TYPED = [
  // @ts-expect-error
  () => headgate.check({ filters: [], filter: 'x' }),
  // @ts-expect-error
  () => headgate.explain({ sources: [], ray: 'x' }),
  // @ts-expect-error
  () => headgate.replay({ sources: [], filter: 'x' }),
  // @ts-expect-error
  () => headgate.replay({ sources: [], range: { from: 'x' } }),
  // @ts-expect-error
  () => headgate.compare({ from: 'x', to: ['y'], filter: 'x' }),
  // @ts-expect-error
  () => headgate.comparePlan({ terraformPlan: 'x', from: 'x' }),
  // @ts-expect-error
  () => headgate.validate({ job: 'x', jobs: [] }),
  // @ts-expect-error
  () => headgate.sample({ wanted: 1, limit: 1 }),
  // @ts-expect-error
  () => headgate.estimate({ wanted: 1 }),
  // @ts-expect-error
  () => headgate.testFilters({ suites: [], suite: 'x' }),
  // @ts-expect-error
  () => headgate.mineSuite({ suites: [] }),
  // @ts-expect-error
  () => headgate.previewFields({ ruleset: 'x', sources: [], jobs: [] }),
  // @ts-expect-error
  () => headgate.proposeFields({ sources: [], ruleset: 'x' }),
  // @ts-expect-error
  () => headgate.listFields({ name: 'x' }),
  // @ts-expect-error
  () => headgate.initEdge({ folder: 'x', prefix: 'x' }),
  // @ts-expect-error
  () => headgate.listJobs({ credentials: { token: 'x' }, zone: 'x', job: 'x' }),
  // @ts-expect-error
  () => headgate.planJobs({ credentials: { token: 'x' }, zone: 'x', jobs: [], filters: [] }),
  // @ts-expect-error
  () => headgate.applyJobs({ credentials: { token: 'x' }, zone: 'x', jobs: [], approve: true }),
  // @ts-expect-error
  () => headgate.planFields({ credentials: { token: 'x' }, zone: 'x', ruleset: 'x', rules: [] }),
  // @ts-expect-error
  () => headgate.applyFields({ credentials: { token: 'x' }, zone: 'x', ruleset: 'x', approve: true }),
  // @ts-expect-error
  () => headgate.migratePools({ credentials: { token: 'x' }, account: 'x', zone: 'x' }),
  // @ts-expect-error
  () => headgate.putSecret({ credentials: { token: 'x' }, baseURL: 'x', account: 'x', name: 'x', text: 'x' }),
  // @ts-expect-error
  () => headgate.startSandbox({ ports: 1 }),
];

it('TypeScript rejects them, too', () => expect(NOT_TYPED.length).toBeGreaterThan(0));

it('docs/library.md names the result of every verb, whose type is exported', () => {
  const sources = globSync('src/verbs/**/*.ts').map((file) => readFileSync(file, 'utf8'));
  const exported = readFileSync('src/index.ts', 'utf8');
  const rows = readPage('docs/library.md')
    .text.split('\n')
    .filter((line) => line.startsWith('| [`'));
  for (const [name] of VERBS) {
    const signature = new RegExp(`^export (?:async )?function ${name}\\([^]*?\\): (?:Promise<)?(\\w+)>? \\{$`, 'm');
    const result = sources.flatMap((source) => signature.exec(source)?.[1] ?? []);
    expect(rows.filter((row) => row.includes(`\`${name}\``) && row.includes(`\`${result}\``))).toHaveLength(1);
    expect(exported).toMatch(new RegExp(`\\b${result}\\b`));
  }
});

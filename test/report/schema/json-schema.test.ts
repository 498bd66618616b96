// The published JSON Schemas: they are those of the types, and the output of every command that needs no account matches its own.
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { ROOT, runShell, runTogether } from '../../helpers/cli/run-cli.ts';

const folder = join(ROOT, 'schema');
const LOGS = 'samples/logs/all-requests';
const SUITES = 'samples/suites';
const RULESET = 'samples/ruleset.json';
const TRAFFIC = 'samples/traffic/shop.har';
const temporary = mkdtempSync(join(tmpdir(), 'headgate-schema-'));
const PLAN = join(temporary, 'plan.json');
const job = (score: number) => ({
  ...{ name: 'bots', dataset: 'http_requests', enabled: true, destination_conf: 's3://logs/{DATE}?region=eu-west-1' },
  filter: JSON.stringify({ where: { key: 'BotScore', operator: 'lt', value: score } }),
});
const change = (after: object) => ({
  ...{ address: 'cloudflare_logpush_job.bots', type: 'cloudflare_logpush_job' },
  change: { actions: ['update'], before: job(30), after, after_unknown: {} },
});
const plan = {
  format_version: '1.2',
  terraform_version: '1.9.0',
  resource_changes: [change(job(20)), change(job(30))],
};
writeFileSync(PLAN, JSON.stringify(plan));
const ajv = new Ajv2020();

const published = Object.fromEntries(
  readdirSync(folder).map((name) => [name.replace('.json', ''), JSON.parse(readFileSync(join(folder, name), 'utf8'))]),
);

/** A schema that allows only the known keys: a later release may add some. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const inner = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]));
  return inner.type === 'object' && 'properties' in inner ? { ...inner, additionalProperties: false } : inner;
}

/** The generator reads the types of all packages: ten seconds on an idle machine. */
it('npm run schema changes nothing', async () => {
  const written = join(temporary, 'schema');
  const run = await runShell(`'${process.execPath}' src/report/schema/write-schemas.ts '${written}'`, { cwd: ROOT });
  expect(run).toMatchObject({ code: 0, stderr: '' });
  expect(readdirSync(written).sort()).toEqual(readdirSync(folder).sort());
  for (const name of readdirSync(folder)) {
    expect(readFileSync(join(written, name), 'utf8'), name).toBe(readFileSync(join(folder, name), 'utf8'));
  }
  const keys = 'request-keys.json';
  expect(readFileSync(join(temporary, keys), 'utf8')).toBe(readFileSync(join(ROOT, 'src/verbs', keys), 'utf8'));
}, 180_000);

it('every key has a type, except those of any JSON value', () => {
  const untyped = new Set<string>();
  const visit = (schema: unknown): void => {
    if (typeof schema !== 'object' || schema === null) return;
    if ('properties' in schema) {
      for (const [key, { description: _, ...type }] of Object.entries(
        schema.properties as Record<string, object & { description?: string }>,
      )) {
        if (Object.keys(type).length === 0) untyped.add(key);
      }
    }
    Object.values(schema).forEach(visit);
  };
  visit(published);
  expect([...untyped].sort()).toEqual(['found', 'where']);
});

describe('the output of a command has its keys and no others', () => {
  it.each<[string, string[]]>([
    [
      'replay',
      [
        'replay',
        LOGS,
        'samples/damaged',
        '-f',
        'BotScore < 30',
        '--price',
        '$0.50/GB',
        '--guard',
        'kept > 5%',
        '--samples',
        '1',
      ],
    ],
    ['replay', ['replay', LOGS]],
    ['replay', ['replay', 'samples/logs', '--job', 'samples/jobs/errors-and-threats.json', '--counts']],
    [
      'compare',
      [
        'compare',
        LOGS,
        '--from',
        'EdgeResponseStatus >= 400',
        '--to',
        'EdgeResponseStatus >= 500',
        '--by',
        'ClientCountry',
      ],
    ],
    ['replay', ['replay', LOGS, '-f', 'BotScore < 30 and EdgeResponseStatus < 500', '--samples', '5@1']],
    ['compare-plan', ['compare', LOGS, '--terraform-plan', PLAN, '--no-values', '--guard', 'kept > 1']],
    ['list', ['replay', LOGS, '--list']],
    ['check', ['check', 'BotScore < x']],
    ['check', ['check', '--job', 'samples/jobs/all-requests.json']],
    ['check', ['check', 'BotScore < 20', '--implies', 'BotScore < 30']],
    ['check', ['check', 'BotScore < 30', '--implies', 'BotScore < 20']],
    ['check', ['check', 'BotScore = 1 or BotScore = 2', '--shorten']],
    ['test', ['test', 'samples/suites/errors.json']],
    ['test', ['test', 'samples/suites/errors.json', '--filter', 'BotScore < 30']],
    ['datasets', ['datasets']],
    ['fields-list', ['fields', 'list', 'firewall_events']],
    ['edge-init', ['edge', 'init', join(temporary, 'edge'), '--bucket', 'http-logs']],
    ['demo', ['demo', '-q']],
    ['explain', ['explain', LOGS, '-f', 'EdgeResponseStatus >= 500 and ClientCountry in {"de" "at"}']],
    ['sample', ['sample', LOGS, '-n', '2']],
    ['estimate', ['sample', LOGS, '--estimate', '--fast', '-f', 'BotScore < 30']],
    ['validate', ['validate', LOGS, '--job', 'samples/jobs/all-requests.json', '--ruleset', RULESET]],
    ['fields-preview', ['fields', 'preview', TRAFFIC, '--ruleset', RULESET]],
    ['ruleset', ['fields', 'propose', TRAFFIC]],
    ['bench', ['bench', 'samples/logs/errors-and-threats', '-f', 'BotScore < 30', '-q']],
  ])('%s: %j', async (name, args) => {
    const { stdout, stderr } = await runTogether([...args, '--format', 'json']);
    expect(stdout, stderr).not.toBe('');
    const validate = ajv.compile(closed(published[name]) as object);
    validate(JSON.parse(stdout));
    expect(validate.errors ?? []).toEqual([]);
  });
});

describe('the schema of suites', () => {
  const validate = ajv.compile(published.suite);

  it.each(readdirSync(SUITES))('accepts %s', (name) => {
    expect(validate(JSON.parse(readFileSync(join(SUITES, name), 'utf8'))), JSON.stringify(validate.errors)).toBe(true);
  });

  it.each([{}, { cases: [{ line: {}, expect: 'maybe' }] }, { cases: [], casses: [] }])('rejects %j', (suite) => {
    expect(validate(suite)).toBe(false);
  });
});

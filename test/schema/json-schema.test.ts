// The published JSON Schemas: they are those of the sources, and the output of every command that needs no account matches its own.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { jsonSchemaOf, REPORT_SCHEMAS } from '../../src/schema/index.ts';
import { runTogether } from '../helpers/cli/run-cli.ts';

const folder = join(import.meta.dirname, '../../schema');
const LOGS = 'samples/logs/all-requests';
const RULESET = 'samples/ruleset.json';
const TRAFFIC = 'samples/traffic/shop.har';
const ajv = new Ajv2020();

it('npm run schema changes nothing', () => {
  expect(readdirSync(folder).sort()).toEqual(
    Object.keys(REPORT_SCHEMAS)
      .map((name) => `${name}.json`)
      .sort(),
  );
  for (const [name, report] of Object.entries(REPORT_SCHEMAS)) {
    expect(JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')), name).toEqual(jsonSchemaOf(report));
  }
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
    ['list', ['replay', LOGS, '--list']],
    ['check', ['check', 'BotScore < x']],
    ['check', ['check', '--job', 'samples/jobs/all-requests.json']],
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
    const validate = ajv.compile(jsonSchemaOf(REPORT_SCHEMAS[name]!, true));
    validate(JSON.parse(stdout));
    expect(validate.errors ?? []).toEqual([]);
  });
});

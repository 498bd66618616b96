// headgate fields list and headgate datasets: one line for each field or dataset.
import { describe, expect, it } from 'vitest';
import { runTogether } from '../../helpers/cli/run-cli.ts';

describe('fields list', () => {
  it('prints all about a field in its line', async () => {
    const { code, stdout } = await runTogether(['fields', 'list', 'firewall_events']);
    expect(code).toBe(0);
    const lines = stdout.split('\n');
    expect(lines[0]).toMatch(/^firewall_events: \d+ fields$/);
    const lineOf = (name: string) =>
      lines
        .find((line) => line.startsWith(`  ${name} `))!
        .trim()
        .split(/ {2,}/);
    expect(lineOf('Datetime')).toEqual([
      'Datetime',
      'timestamp',
      '== != < <= > >=',
      'event time; undocumented in filters',
    ]);
    expect(lineOf('OriginatorRayID')).toEqual(['OriginatorRayID', 'string', '–', 'not filterable']);
    expect(lineOf('ClientCountry')).toEqual(['ClientCountry', 'string', '== != starts_with ends_with contains in']);
    expect(lines.filter((line) => / removed \d{4}|: use /.test(line)).length).toBeLessThan(lines.length);
  });

  it('a search covers every dataset, and names it in each line', async () => {
    const { stdout } = await runTogether(['fields', 'list', '--search', 'rayid', '--type', 'string']);
    expect(stdout).toMatch(/^\d+ fields in \d+ of 37 datasets(, and .*)?\n\nFields\n +Dataset +Field +Type /);
    expect(stdout).toMatch(/\n {2}access_requests +RayID +string /);
  });

  it('counts the datasets that have a field, and explains removed fields', async () => {
    const found = await runTogether(['fields', 'list', '--search', 'BotScoreSrc']);
    expect(found.stdout).toMatch(/^1 field in 1 of 37 datasets\n/);
    const all = await runTogether(['fields', 'list', 'http_requests']);
    expect(all.stdout).toMatch(
      /^http_requests: \d+ fields, and \d+ removed from the dataset, which only older logs contain\n/,
    );
  });

  it('nothing found: exit code 1', async () => {
    expect(await runTogether(['fields', 'list', '--search', 'no such field'])).toEqual({
      ...{ code: 1, stdout: '0 fields in 0 of 37 datasets\n' },
      stderr: 'headgate: no field name contains "no such field"; search for a shorter part of the name\n',
    });
    const narrow = await runTogether(['fields', 'list', 'dns_logs', '--search', 'country', '--type', 'int']);
    expect(narrow).toMatchObject({
      ...{ code: 1, stdout: 'dns_logs: 0 fields\n' },
      stderr: 'headgate: no field name contains "country"; omit --type, or omit the dataset to search all of them\n',
    });
  });

  it.each([
    [['fields', 'list', 'http_request'], 'did you mean http_requests?'],
    [['fields', 'list', '--type', 'number'], 'string, int, bool'],
    [['fields', 'list', '--search', ''], 'cannot use --search "": expected a part of a name'],
    [['fields', 'list', 'a', 'b'], 'too many arguments'],
    [['datasets', 'dns_logs'], 'found dns_logs, expected no argument; headgate fields list dns_logs lists the fields'],
  ])('%j is a usage error', async (args, message) => {
    const run = await runTogether(args);
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr).toContain(message);
  });

  it('as JSON', async () => {
    const { stdout } = await runTogether(['fields', 'list', '--format', 'json', '--search', 'BotScoreSrc']);
    expect(JSON.parse(stdout).fields[0]).toMatchObject({
      dataset: 'http_requests',
      name: 'BotScoreSrc',
      type: 'string',
    });
  });
});

it('datasets', async () => {
  const { code, stdout } = await runTogether(['datasets']);
  expect([code, stdout.split('\n')[0]]).toEqual([0, '37 datasets']);
  expect(stdout).toMatch(/\n {2}firewall_events +zone, account +47 {2}Datetime\n/);
  const json = await runTogether(['datasets', '--format', 'json']);
  expect(JSON.parse(json.stdout).datasets).toHaveLength(37);
});

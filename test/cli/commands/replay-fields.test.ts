// The field figures of replay: over all lines, and over the lines that each job keeps; fields that look truncated.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runTogether } from '../../helpers/cli/run-cli.ts';

const CUT = 'c'.repeat(8190);
const LINES = [
  { ClientCountry: 'de', ClientRequestPath: '/a', Cookies: { s: CUT, t: 'de' } },
  { ClientCountry: 'de', ClientRequestPath: '', Cookies: {} },
  { ClientCountry: 'at', ClientRequestPath: '/b', Cookies: { s: CUT, t: 'at' } },
  { ClientCountry: 'at', ClientRequestUserAgent: 'curl' },
];
const stdin = LINES.map((line) => `${JSON.stringify(line)}\n`).join('');
const replay = (...args: string[]) => runTogether(['replay', '-', '-f', 'ClientCountry == "de"', ...args], { stdin });

describe('fields of each job', () => {
  it('as text', async () => {
    const { stdout } = await replay('-f', 'ClientCountry in {"de" "at"}', '--details');
    const rows = stdout.split('\n').map((row) =>
      row
        .replace(/[█▏▎▍▌▋▊▉·]+/g, '')
        .trim()
        .replace(/ {2,}/g, ' | '),
    );
    expect(rows).toContain(
      'Fields of the kept lines | Saves if removed | Bytes | In lines | Share | Empty | Truncated',
    );
    expect(rows).toContain('Cookies | 98.9 % | 8.23 kB | 2 | 100.0 % | 1 | 1');
    expect(rows).toContain('ClientRequestPath | 0.6 % | 48 B | 2 | 100.0 % | 1');
    expect(rows).toContain('Cookies | 98.9 % | 16.4 kB | 3 | 75.0 % | 1 | 2');
    // The second job keeps every line: its fields are reported once.
    expect(rows.filter((row) => row.startsWith('Fields of '))).toHaveLength(2);
    expect(stdout).toContain('Cookies looks truncated in 2 of 4 lines');
    expect((await runTogether(['replay', '-'], { stdin })).stdout).toContain('Fields of all lines');
  });

  it('of a job: those that it pushes', async () => {
    const job = join(mkdtempSync(join(tmpdir(), 'headgate-fields-')), 'job.json');
    writeFileSync(job, JSON.stringify({ name: 'few', output_options: { field_names: ['ClientCountry', 'BotScore'] } }));
    const text = await runTogether(['replay', '-', '--job', job, '--details'], { stdin });
    expect(text.stdout).toMatch(/ {2}Fields that the job pushes +Saves if removed/);
    expect(text.stdout).toMatch(/ClientCountry +[^ ]* +100.0 % +84 B/);
    const json = await runTogether(['replay', '-', '--job', job, '--format', 'json'], { stdin });
    expect(JSON.parse(json.stdout).jobs[0].fieldNames).toEqual(['ClientCountry', 'BotScore']);
  });

  it.each(['on', 'off'])('as JSON, with the kernel %s', async (kernel) => {
    const { stdout } = await runTogether(['replay', '-', '-f', 'ClientCountry == "de"', '--format', 'json'], {
      stdin,
      env: { HEADGATE_KERNEL: kernel },
    });
    const { jobs, fields } = JSON.parse(stdout);
    expect(fields[2]).toMatchObject({ name: 'ClientRequestUserAgent', lines: 1, empty: 0 });
    expect(fields[3]).toMatchObject({ name: 'Cookies', lines: 3, empty: 1, truncated: 2 });
    expect(jobs[0].fields[2]).toMatchObject({ name: 'Cookies', lines: 2, empty: 1, truncated: 1 });
  });
});

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
    const { stdout } = await replay('-f', 'ClientCountry in {"de" "at"}', '--source-fields', '--details');
    const rows = stdout.split('\n').map((row) =>
      row
        .replace(/[█▏▎▍▌▋▊▉·]+/g, '')
        .trim()
        .replace(/ {2,}/g, ' | '),
    );
    expect(rows).toContain('fields it keeps (3) | saves if removed | bytes | in lines | empty | truncated');
    expect(rows).toContain('Cookies | 98.9 % | 8.23 kB | 100.0 % | 50.0 % | 1');
    expect(rows).toContain('ClientRequestPath | 0.6 % | 48 B | 100.0 % | 50.0 %');
    expect(rows).toContain('Cookies | 98.9 % | 16.4 kB | 75.0 % | 33.3 % | 2');
    // The second job keeps every line: its fields are reported once.
    expect(rows.filter((row) => row.startsWith('fields it keeps'))).toHaveLength(1);
    expect(stdout).toContain('Cookies looks truncated in 2 of 4 lines');
    // Without the table of all lines, they are reported for each job.
    const ofJobs = await replay('-f', 'ClientCountry in {"de" "at"}', '--details');
    expect(ofJobs.stdout.match(/fields it keeps/g)).toHaveLength(2);
    expect(ofJobs.stdout).not.toContain('Fields of all lines');
    expect((await runTogether(['replay', '-'], { stdin })).stdout).toContain('Fields of all lines');
  });

  it('of a job: those that it pushes', async () => {
    const job = join(mkdtempSync(join(tmpdir(), 'headgate-fields-')), 'job.json');
    writeFileSync(job, JSON.stringify({ name: 'few', output_options: { field_names: ['ClientCountry', 'BotScore'] } }));
    const text = await runTogether(['replay', '-', '--job', job, '--details'], { stdin });
    expect(text.stdout).toMatch(/ {2}fields it pushes \(1 of 4, 84 B in the source\) +.*saves if removed/);
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

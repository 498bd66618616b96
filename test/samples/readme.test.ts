// The samples page lists every file, with correct numbers.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ALL_REQUESTS, createDamagedFiles, ERRORS_AND_THREATS } from '../../samples/generator/index.ts';
import { filesBelow, linesOf, SAMPLES, storedObjects } from '../helpers/stored-samples.ts';

const rows = readFileSync(join(SAMPLES, 'README.md'), 'utf8').split('\n');

describe('samples/README.md', () => {
  it.each(['damaged', 'filters', 'jobs'])('names every file of %s', (folder) => {
    const names = filesBelow(join(SAMPLES, folder));
    expect(names.filter((name) => !rows.some((row) => row.includes(name)))).toEqual([]);
  });

  it.each([ALL_REQUESTS, ERRORS_AND_THREATS])('counts lines and objects of $name', ({ name, fieldNames }) => {
    const objects = storedObjects(name);
    const lines = objects.reduce((sum, { text }) => sum + linesOf(text).length, 0);
    const row = rows.find((found) => found.includes(`logs/${name}/`));
    expect(row).toContain(`${lines.toLocaleString('en-US')} lines in ${objects.length} objects`);
    expect(rows.find((found) => found.includes(`jobs/${name}.json`))).toContain(`${fieldNames.length} fields`);
  });

  it.each(createDamagedFiles())('lists the correct contents of $key ($name)', ({ key, read, malformed, blank }) => {
    const cells = rows.find((row) => row.includes(key))!.split('|');
    expect(cells.slice(-4, -1).map((cell) => cell.trim())).toEqual(
      [read ?? 'some', malformed ?? 'some', blank].map(String),
    );
  });
});

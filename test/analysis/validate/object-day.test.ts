// The day in the path of an object: only below the source, at the position of {DATE} if a destination contains it.
import { expect, it } from 'vitest';
import { dayOfObject, dayPlacesOf } from '../../../src/analysis/validate/object-day.ts';
import { type Location, parseLocation } from '../../../src/input/destination/index.ts';

const TIMES = '20261101T100000Z_20261101T100500Z_aa.log.gz';
const DATED = 's3://b/logs/{DATE}?region=eu-west-1';

it.each<[string, string | undefined, string, string | undefined]>([
  // Folders above the source do not count.
  ['dl/20261121/http/', undefined, `dl/20261121/http/${TIMES}`, undefined],
  ['dl/20261121/', DATED, `dl/20261121/20261101/${TIMES}`, '20261101'],
  // Nor does a name that only resembles a day.
  ['dl/', undefined, `dl/zone=20240101/${TIMES}`, undefined],
  ['dl/', undefined, `dl/20261399/${TIMES}`, undefined],
  // Without a destination, the last folder named after a day counts.
  ['dl/', undefined, `dl/20261102/eu/${TIMES}`, '20261102'],
  ['dl/', undefined, `dl/dt=2026-11-05/${TIMES}`, '20261105'],
  ['dl', undefined, `dl/20261101/20261102/${TIMES}`, '20261102'],
  // The destination of the job determines the folder.
  ['dl/', 's3://b/logs-{DATE}/http', `dl/logs-20261102/http/${TIMES}`, '20261102'],
  ['dl/', 's3://b/dt=%7BDATE%7D', `dl/dt=20261102/${TIMES}`, '20261102'],
  ['dl/', 's3://b/dt=%7BDATE%7D', `dl/20261102/${TIMES}`, undefined],
  ['dl/', 's3://b/logs', `dl/20261102/${TIMES}`, undefined],
  // So does a source.
  [DATED, 's3://b/logs', `s3://b/logs/20261102/${TIMES}`, '20261102'],
  ['s3://b/20261121/day-{DATE}', undefined, `s3://b/20261121/day-20261102/${TIMES}`, '20261102'],
  ['s3://b/20261121/logs', DATED, `s3://b/20261121/logs/${TIMES}`, undefined],
  ['https://h.example/logs/dt={DATE}', DATED, `https://h.example/logs/dt=20261102/${TIMES}`, '20261102'],
  ['https://h.example/a%20b/{DATE}', undefined, `https://h.example/a%20b/20261102/${TIMES}`, '20261102'],
  ['https://h.example/20261121/logs', undefined, `https://h.example/20261121/logs/x/${TIMES}`, undefined],
  // A source that is the prefix of names.
  ['s3://b/logs/202611', DATED, `s3://b/logs/20261102/${TIMES}`, '20261102'],
])('%s of a job to %s: %s', async (source, destinationConf, name, day) => {
  const location: Location = /^(?:s3|https):/.test(source)
    ? await parseLocation(source, { region: 'eu-west-1' })
    : { kind: 'folder', path: source, display: source };
  expect(dayOfObject(name, dayPlacesOf([location], { destinationConf }, [name]))).toBe(day);
});

it.each<[string, string[], string | undefined]>([
  ['most objects are in the folder of their day', ['20261101', '20261101', '20261105'], '20261105'],
  ['a folder that the user named like a day', ['20261105', '20261105'], undefined],
  ['no folder', ['eu'], undefined],
])('a destination without {DATE}: %s', (_, folders, day) => {
  const names = folders.map((folder) => `dl/${folder}/${TIMES}`);
  const places = dayPlacesOf(
    [{ kind: 'folder', path: 'dl/', display: 'dl/' }],
    { destinationConf: 's3://b/logs' },
    names,
  );
  expect(dayOfObject(names.at(-1)!, places)).toBe(day);
});

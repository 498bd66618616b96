// Files on disk that change between listing and reading.
import { appendFileSync, mkdtempSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import {
  type ObjectFinding,
  openDestination,
  parseLocation,
  readObject,
} from '../../../../src/input/destination/index.ts';

const LINES = Array.from({ length: 100 }, (_, at) => `{"n":${at}}\n`).join('');

/** Lists a folder with one file, changes it, and reads it. */
async function readAfter(
  name: string,
  bytes: string | Uint8Array,
  change: (path: string) => void,
  isOutright: boolean,
) {
  const folder = mkdtempSync(join(tmpdir(), 'headgate-file-'));
  const path = join(folder, name);
  writeFileSync(path, bytes);
  const destination = await openDestination(await parseLocation(isOutright ? path : folder));
  const { objects } = await destination.list({});
  change(path);
  const findings: ObjectFinding[] = [];
  const chunks: Uint8Array[] = [];
  const onFinding = (finding: ObjectFinding) => findings.push(finding);
  for await (const chunk of readObject(destination, objects.at(0)!, { onFinding })) chunks.push(chunk);
  return { text: Buffer.concat(chunks).toString(), findings };
}

it.each([
  { name: 'a.log', stored: LINES, isOutright: false },
  { name: 'a.log', stored: LINES, isOutright: true },
  { name: 'a.log.gz', stored: gzipSync(LINES), isOutright: false },
])(
  '$name became shorter: the rest counts, and a finding is reported ($isOutright)',
  async ({ name, stored, isOutright }) => {
    const { text, findings } = await readAfter(name, stored, (path) => truncateSync(path, 60), isOutright);
    expect(findings).toMatchObject([{ code: 'object-changed' }]);
    expect(findings[0]!.message).toBe(
      `the file ends at byte 60 of the ${stored.length} that were listed; run the command again when nothing writes to it`,
    );
    expect(LINES.startsWith(text)).toBe(true);
  },
);

it('a file that became longer is read to its new end', async () => {
  const { text, findings } = await readAfter('a.log', LINES, (path) => appendFileSync(path, '{"n":-1}\n'), false);
  expect(findings).toEqual([]);
  expect(text).toBe(`${LINES}{"n":-1}\n`);
});

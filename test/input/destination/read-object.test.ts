// Reading one object from disk, memory and stdin: detecting gzip, findings, ending the read.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import {
  type Destination,
  type ObjectFinding,
  openDestination,
  parseLocation,
  readObject,
} from '../../../src/input/destination/index.ts';
import { ObjectReadError } from '../../../src/input/destination/object-finding.ts';
import { readStored } from '../../helpers/destination/chunked-destination.ts';

const disk = mkdtempSync(join(tmpdir(), 'headgate-read-'));
afterAll(() => rmSync(disk, { recursive: true }));

/** A gzip header with every optional part, over the deflate stream of an ordinary member. */
function withAllHeaderParts(text: string): Buffer {
  const member = gzipSync(text);
  const extra = Buffer.from([4, 0, 65, 66, 67, 68]);
  const header = Buffer.concat([Buffer.from([0x1f, 0x8b, 8, 0b11101, 1, 2, 3, 4, 0, 3]), extra, Buffer.from('name\0')]);
  return Buffer.concat([header, Buffer.from('comment\0'), member.subarray(10)]);
}

describe('the first bytes', () => {
  it.each([
    { name: 'nothing', stored: '', text: '' },
    { name: 'text', stored: '{"a":1}\n', text: '{"a":1}\n' },
    { name: 'half a magic', stored: '\x1f', text: '\x1f' },
    { name: 'zeros', stored: '\0\0', text: '\0\0' },
    { name: 'gzip of nothing', stored: gzipSync(''), text: '' },
    { name: 'gzip with every part of a header', stored: withAllHeaderParts('text'), text: 'text' },
  ])('$name', async ({ stored, text }) => {
    for (const delivery of [{}, { chunkBytes: 1 }, { singleUse: true }, { singleUse: true, chunkBytes: 1 }]) {
      const { bytes, findings } = await readStored(Buffer.from(stored as Buffer), delivery);
      expect(bytes.toString('latin1')).toBe(text);
      expect(findings).toEqual([]);
    }
  });
});

describe('a read that fails', () => {
  const failure = new ObjectReadError('read-failed', 'the line is dead');

  it.each([{}, { chunkBytes: 10 }, { singleUse: true }])('delivers all bytes before it (%o)', async (delivery) => {
    const plain = '{"n":1}\n'.repeat(1000);
    for (const [stored, text] of [
      [Buffer.from(plain), plain],
      [gzipSync(plain), plain],
    ] as const) {
      const { bytes, findings, opened } = await readStored(stored, { ...delivery, failure });
      expect(bytes.toString()).toBe(text);
      expect(findings).toEqual([{ code: 'read-failed', message: 'the line is dead', offset: text.length }]);
      expect(opened).toBe(1);
    }
  });

  it('is not a finding if it does not concern the object', async () => {
    await expect(readStored(gzipSync('x'), { failure: new TypeError('a mistake of ours') })).rejects.toThrow(TypeError);
  });
});

async function readPath(path: string, whenListed = () => {}) {
  const destination = await openDestination({ kind: 'file', path, singleUse: false, display: path });
  const findings: ObjectFinding[] = [];
  const chunks: Uint8Array[] = [];
  const [object] = (await destination.list({})).objects;
  whenListed();
  const options = { onFinding: (finding: ObjectFinding) => findings.push(finding) };
  for await (const chunk of readObject(destination, object!, options)) chunks.push(chunk);
  return { bytes: Buffer.concat(chunks), findings };
}

describe('files', () => {
  it('reads a file larger than any buffer', async () => {
    const plain = Buffer.from('{"n":123456}\n'.repeat(100_000));
    const path = join(disk, 'large.log.gz');
    writeFileSync(path, gzipSync(plain));
    expect((await readPath(path)).bytes.equals(plain)).toBe(true);
    writeFileSync(join(disk, 'large.log'), plain);
    expect((await readPath(join(disk, 'large.log'))).bytes.equals(plain)).toBe(true);
  });

  it('reports a file that no longer exists', async () => {
    const path = join(disk, 'gone.log');
    writeFileSync(path, 'x');
    const findings = (await readPath(path, () => rmSync(path))).findings;
    expect(findings).toMatchObject([{ code: 'object-gone', offset: 0 }]);
    await expect(readPath(path)).rejects.toThrow(`cannot read ${path}: the file no longer exists`);
  });

  it.skipIf(process.getuid?.() === 0)('reports a file without permission', async () => {
    writeFileSync(join(disk, 'closed.log'), 'x');
    chmodSync(join(disk, 'closed.log'), 0);
    expect((await readPath(join(disk, 'closed.log'))).findings).toMatchObject([{ code: 'object-denied' }]);
  });

  it('reports a folder in place of a file', async () => {
    await expect(readPath(disk)).rejects.toThrow(`cannot read ${disk}: found a folder, expected a file`);
  });
});

describe('stdin', () => {
  it('is read once and inflated, also when damaged', async () => {
    const plain = '{"a":1}\n'.repeat(50);
    const stored = gzipSync(plain).subarray(0, -3);
    const destination = await openDestination(await parseLocation('-'), { stdin: Readable.from([stored]) });
    const { objects } = await destination.list({});
    expect(objects).toEqual([{ name: 'stdin', key: 'stdin', singleUse: true }]);
    const findings: ObjectFinding[] = [];
    const chunks: Uint8Array[] = [];
    const options = { onFinding: (finding: ObjectFinding) => findings.push(finding) };
    for await (const chunk of readObject(destination, objects.at(0)!, options)) chunks.push(chunk);
    expect(Buffer.concat(chunks).toString()).toBe(plain);
    expect(findings).toMatchObject([{ code: 'gzip-truncated', offset: plain.length }]);
  });
});

/** Yields chunks forever and counts them. */
function endless(chunk: Uint8Array): Destination & { given: number; isClosed: boolean } {
  return {
    given: 0,
    isClosed: false,
    location: { kind: 'stdin', display: 'stdin' },
    list: () => Promise.reject(new Error('not listed here')),
    async *open() {
      try {
        for (;;) {
          this.given += 1;
          yield chunk;
        }
      } finally {
        this.isClosed = true;
      }
    },
  };
}

describe('ending a read', () => {
  const member = gzipSync(Buffer.alloc(1_000_000, 'x'));

  it.each([
    { name: 'plain', chunk: Buffer.alloc(100_000, 'x') },
    { name: 'gzip', chunk: member },
  ])('reads no further than requested, and closes: $name', async ({ chunk }) => {
    const destination = endless(chunk);
    for await (const _ of readObject(destination, { name: 'x', key: 'x' })) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      break;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(destination.isClosed).toBe(true);
    expect(destination.given).toBeLessThan(4);
  });

  it.each([true, false])('stops when aborted (singleUse: %s)', async (singleUse) => {
    const control = new AbortController();
    const reason = new Error('enough');
    const path = join(disk, 'abort.log.gz');
    writeFileSync(path, Buffer.concat(Array.from({ length: 300 }, () => member)));
    const destination = await openDestination({ kind: 'file', path, singleUse, display: path });
    const object = { name: path, key: path, ...(singleUse ? { singleUse } : {}) };
    const reading = (async () => {
      for await (const _ of readObject(destination, object, { signal: control.signal })) control.abort(reason);
    })();
    await expect(reading).rejects.toBe(reason);
  });
});

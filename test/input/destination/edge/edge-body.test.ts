// What something between the script and this machine may do to a body: an object arrives as it is stored, or a finding gives the reason.
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { openDestination, parseLocation } from '../../../../src/input/destination/index.ts';
import { type Listening, listen } from '../../../helpers/listen.ts';

const PLAIN = Buffer.from(Array.from({ length: 5000 }, (_, at) => `{"n":${at}}\n`).join(''));
const GZIP = gzipSync(PLAIN);

/** An answer; without a Content-Length its body is chunked. */
interface Answer {
  status?: number;
  headers: Record<string, string>;
  body: Buffer;
  /** Closes the connection after this many bytes. */
  cutAfter?: number;
}

let server: Listening | undefined;
afterEach(() => server?.stop());

/** Reads an object of `stored` bytes through the answers. @param bytes its size in the listing; 0 if that has none */
async function read(
  stored: Buffer,
  answer: (headers: IncomingHttpHeaders, index: number) => Answer,
  bytes = stored.length,
) {
  const requests: IncomingHttpHeaders[] = [];
  const bucket = createServer((request, response) => {
    requests.push(request.headers);
    const { status = 200, headers, body, cutAfter } = answer(request.headers, requests.length - 1);
    response.writeHead(status, headers);
    if (cutAfter === undefined) return void response.end(body);
    response.write(body.subarray(0, cutAfter), () => setImmediate(() => response.destroy()));
  });
  server = await listen(bucket);
  const limits = { backoffMs: 1, retryForMs: 5000 };
  const destination = await openDestination(await parseLocation(`${server.origin}/`, { edgeKey: 'K' }), { limits });
  const chunks: Uint8Array[] = [];
  const object = { name: 'x', key: 'x', etag: 'one', ...(bytes === 0 ? {} : { bytes }) };
  for await (const chunk of destination.open(object)) chunks.push(chunk);
  return { bytes: Buffer.concat(chunks), requests };
}

const measured = (body: Buffer): Record<string, string> => ({ 'content-length': String(body.length) });

describe('an object', () => {
  it('is requested without compression', async () => {
    const { bytes, requests } = await read(PLAIN, () => ({
      headers: { etag: '"one"', ...measured(PLAIN) },
      body: PLAIN,
    }));
    expect(bytes.equals(PLAIN)).toBe(true);
    expect(requests.map((headers) => headers['accept-encoding'])).toEqual(['identity']);
  });

  it.each([
    { encoding: 'gzip', body: gzipSync(PLAIN) },
    { encoding: 'x-gzip', body: gzipSync(PLAIN) },
    { encoding: 'br', body: brotliCompressSync(PLAIN) },
    { encoding: 'deflate', body: deflateSync(PLAIN) },
    { encoding: 'zstd', body: zstdCompressSync(PLAIN) },
  ])('compressed on the way arrives as stored: $encoding', async ({ encoding, body }) => {
    for (const headers of [{}, measured(body)]) {
      const { bytes } = await read(PLAIN, () => ({
        headers: { etag: 'W/"one"', 'content-encoding': encoding, ...headers },
        body,
      }));
      expect(bytes.equals(PLAIN)).toBe(true);
    }
  });

  it('stored with Content-Encoding: gzip arrives as stored', async () => {
    for (const etag of ['"one"', 'W/"one"']) {
      const { bytes } = await read(GZIP, () => ({
        headers: { etag, 'content-encoding': 'gzip', ...measured(GZIP) },
        body: GZIP,
      }));
      expect(bytes.equals(GZIP)).toBe(true);
    }
  });

  it.each([
    { name: 'stored like that', stored: GZIP },
    { name: 'compressed on the way', stored: PLAIN },
  ])('is not guessed from encoded bytes of unknown length: $name', async ({ stored }) => {
    const reading = read(stored, () => ({ headers: { etag: '"one"', 'content-encoding': 'gzip' }, body: GZIP }));
    await expect(reading).rejects.toMatchObject({
      code: 'read-failed',
      message: /Content-Encoding "gzip", which changes its bytes/,
    });
  });

  it('of unknown length is read as it comes, although it can be compressed on the way', async () => {
    const { bytes, requests } = await read(PLAIN, (headers) =>
      headers['accept-encoding'] === 'identity'
        ? { headers: { etag: '"one"' }, body: PLAIN }
        : { headers: { etag: '"one"', 'content-encoding': 'gzip' }, body: GZIP },
    );
    expect(bytes.equals(PLAIN)).toBe(true);
    expect(requests).toHaveLength(2);
  });

  it('inflated on the way is requested as stored', async () => {
    const { bytes, requests } = await read(GZIP, (headers) =>
      headers['accept-encoding'] === 'identity'
        ? { headers: { etag: 'W/"one"' }, body: PLAIN }
        : { headers: { etag: '"one"', 'content-encoding': 'gzip', ...measured(GZIP) }, body: GZIP },
    );
    expect(bytes.equals(GZIP)).toBe(true);
    expect(requests.map((headers) => headers['accept-encoding'])).toEqual(['identity', 'gzip']);
  });

  it('inflated on the way whatever is requested is not read as the object', async () => {
    const reading = read(GZIP, () => ({ headers: { etag: 'W/"one"' }, body: PLAIN }));
    await expect(reading).rejects.toMatchObject({ code: 'object-changed' });
  });

  it('in a compression that is not known is not read', async () => {
    const reading = read(PLAIN, () => ({ headers: { etag: 'W/"one"', 'content-encoding': 'sdch' }, body: PLAIN }));
    await expect(reading).rejects.toMatchObject({
      code: 'read-failed',
      message: expect.stringContaining('the server sends the object with the Content-Encoding "sdch"'),
    });
  });

  it('resumes although its compression changes on the way', async () => {
    const { bytes, requests } = await read(PLAIN, ({ range }, index) => {
      if (index === 0) return { headers: { etag: '"one"', ...measured(PLAIN) }, body: PLAIN, cutAfter: 3000 };
      const headers = { etag: 'W/"one"', 'content-encoding': 'gzip' };
      if (range === undefined) return { headers, body: GZIP };
      const part = PLAIN.subarray(3000);
      const contentRange = `bytes 3000-${PLAIN.length - 1}/${PLAIN.length}`;
      return { status: 206, headers: { ...headers, 'content-range': contentRange }, body: gzipSync(part) };
    });
    expect(bytes.equals(PLAIN)).toBe(true);
    expect(requests.map(({ range }) => range)).toEqual([undefined, 'bytes=3000-', undefined]);
  });

  it('is not resumed with a compressed part in place of the whole', async () => {
    const reading = read(PLAIN, (_, index) => {
      if (index === 0) return { headers: { etag: '"one"', ...measured(PLAIN) }, body: PLAIN, cutAfter: 3000 };
      const contentRange = `bytes 3000-${PLAIN.length - 1}/${PLAIN.length}`;
      const headers = { etag: 'W/"one"', 'content-encoding': 'gzip', 'content-range': contentRange };
      return { status: 206, headers, body: gzipSync(PLAIN.subarray(3000)) };
    });
    await expect(reading).rejects.toMatchObject({
      code: 'read-failed',
      message: /Content-Encoding "gzip", which changes its bytes/,
    });
  });

  it('resumes when a compressed body is cut', async () => {
    const body = gzipSync(PLAIN, { level: 1 });
    const { bytes } = await read(PLAIN, (_, index) => ({
      headers: { etag: 'W/"one"', 'content-encoding': 'gzip' },
      body,
      ...(index === 0 ? { cutAfter: body.length >> 1 } : {}),
    }));
    expect(bytes.equals(PLAIN)).toBe(true);
  });

  it.each([
    { size: 'known', known: GZIP.length },
    { size: 'unknown', known: 0 },
  ])(
    'whose form is not certain is resumed as a whole: bytes of two forms never follow each other: size $size',
    async ({ known }) => {
      const answer = ({ range }: IncomingHttpHeaders, index: number): Answer => {
        if (range !== undefined) return { status: 206, headers: { etag: '"one"' }, body: GZIP.subarray(300) };
        return { headers: { etag: '"one"' }, body: GZIP, ...(index < 2 ? { cutAfter: 300 } : {}) };
      };
      const { bytes, requests } = await read(GZIP, answer, known);
      expect(bytes.equals(GZIP)).toBe(true);
      expect(requests.every(({ range }) => range === undefined)).toBe(true);
    },
  );
});

// Bodies through the edge script: large ones, ones without a length, interrupted and compressed ones, and the same objects over the S3 API.
import { createHash, randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { GetObjectCommand, HeadObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { describe, expect, it } from 'vitest';
import { KEY, PART, SECRET, SOON, useEdge } from '../../helpers/edge/edge-runtime.ts';
import { rawRequest } from '../../helpers/edge/raw-request.ts';

const edge = useEdge();

const MIB = 1024 * 1024;

/** Sends a body in chunks of an odd size, without its length. */
function streamOf(bytes: Uint8Array): RequestInit {
  let position = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (position >= bytes.length) return controller.close();
      controller.enqueue(bytes.subarray(position, position + 100_003));
      position += 100_003;
    },
  });
  return { body, duplex: 'half' };
}

async function put(path: string, init: RequestInit, headers: Record<string, string> = {}): Promise<[number, string]> {
  const response = await edge().fetch(path, { ...init, method: 'PUT', headers: { ...KEY, ...headers } });
  return [response.status, await response.text()];
}

async function get(path: string): Promise<Buffer> {
  const response = await edge().fetch(path, { headers: KEY });
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

const random = randomBytes(32 * MIB);

describe('a body', () => {
  it.each([
    ['0 bytes', 0, true],
    ['0 bytes without a length', 0, false],
    ['1 byte without a length', 1, false],
    ['a part less 1 byte without a length', PART - 1, false],
    ['a part without a length', PART, false],
    ['a part and 1 byte without a length', PART + 1, false],
    ['two parts and 1 byte without a length', 2 * PART + 1, false],
    ['32 MiB', 32 * MIB, true],
  ])('of %s', async (_, length, hasLength) => {
    const bytes = random.subarray(0, length);
    const init = hasLength ? { body: bytes } : streamOf(bytes);
    expect(
      await put('/public/body', init, { 'content-type': 'application/x-test', 'cache-control': 'no-cache' }),
    ).toEqual([200, 'Put public/body successfully!']);
    const head = await edge().fetch('/public/body', { method: 'HEAD' });
    const { headers } = head;
    expect([headers.get('content-length'), headers.get('content-type'), headers.get('cache-control')]).toEqual([
      String(length),
      'application/x-test',
      'no-cache',
    ]);
    // An upload in parts has an ETag that is not the digest of its content.
    const parts = Math.ceil(length / PART);
    if (hasLength || parts <= 1) expect(headers.get('etag')).toBe(`"${createHash('md5').update(bytes).digest('hex')}"`);
    else expect(headers.get('etag')).toMatch(new RegExp(`-${parts}"$`));
    expect((await get('/public/body')).equals(bytes)).toBe(true);
  });

  it('without a length may have a condition or a digest if it fits into one part', async () => {
    const md5 = (bytes: Uint8Array) => createHash('md5').update(bytes).digest('base64');
    const small = random.subarray(0, 10);
    expect((await put('/private/c', streamOf(small), { 'if-none-match': '*' }))[0]).toBe(200);
    expect((await put('/private/c', streamOf(small), { 'if-none-match': '*' }))[0]).toBe(412);
    expect((await put('/private/c', streamOf(small), { 'content-md5': md5(small) }))[0]).toBe(200);
    expect((await put('/private/c', streamOf(small), { 'content-md5': md5(random) }))[0]).toBe(400);
    const large = random.subarray(0, PART + 1);
    for (const header of [{ 'if-none-match': '*' }, { 'content-md5': md5(large) }]) {
      const answer = await put('/private/c', streamOf(large), header as Record<string, string>);
      expect(answer).toEqual([411, 'Length Required: a large conditional upload needs Content-Length']);
    }
    expect(await get('/private/c')).toEqual(small);
  });

  it.each([
    ['its digest', 'XrY7u+Ae7tCTyyK7j1rNww==', 200, 'Put private/md5 successfully!'],
    ['another digest', 'XUFAKrxLKna5cZ2REBfFkg==', 400, 'Bad Digest'],
    ['no digest', 'hello', 400, 'Invalid Digest'],
    ['a digest in hexadecimal digits', '5eb63bbbe01eeed093cb22bb8f5acdc3', 400, 'Invalid Digest'],
  ])('with Content-MD5 and %s', async (_, md5, status, text) => {
    expect(await put('/private/md5', { body: 'hello world' }, { 'content-md5': md5 })).toEqual([status, text]);
  });

  it('with both Content-Length and Transfer-Encoding is a chunked one', async () => {
    const head = `PUT /private/both HTTP/1.1\r\nX-Custom-Auth-Key: ${SECRET}\r\nContent-Length: 3\r\nTransfer-Encoding: chunked`;
    expect(await rawRequest(edge().origin, head, '5\r\nhello\r\n0\r\n\r\n')).toMatchObject({ status: 200 });
    expect((await get('/private/both')).toString()).toBe('hello');
  });

  it('in chunks of one byte', async () => {
    const head = `PUT /private/bytes HTTP/1.1\r\nX-Custom-Auth-Key: ${SECRET}\r\nTransfer-Encoding: chunked`;
    const text = 'byte by byte';
    const { status } = await rawRequest(
      edge().origin,
      head,
      `${[...text].map((one) => `1\r\n${one}\r\n`).join('')}0\r\n\r\n`,
    );
    expect([status, (await get('/private/bytes')).toString()]).toEqual([200, text]);
  });
});

describe('an interrupted upload', () => {
  /** Sends a part of a body, then ends the connection. */
  async function interrupt(header: string, body: Buffer | string): Promise<void> {
    const { port, hostname } = edge().origin;
    const socket = connect(Number(port), hostname);
    socket.on('error', () => {});
    socket.write(`PUT /private/old HTTP/1.1\r\nHost: edge\r\nX-Custom-Auth-Key: ${SECRET}\r\n${header}\r\n\r\n`);
    await new Promise((resolve) => socket.write(body, resolve));
    socket.destroySoon();
    await new Promise((resolve) => socket.on('close', resolve));
  }

  it.each([
    ['with a length', 'Content-Length: 1000', 'partial'],
    ['of one part without a length', 'Transfer-Encoding: chunked', '7\r\npartial\r\n'],
    ['within a chunk', 'Transfer-Encoding: chunked', '10\r\npartial'],
    [
      'of several parts without a length',
      'Transfer-Encoding: chunked',
      Buffer.concat([Buffer.from(`${(PART + 5).toString(16)}\r\n`), random.subarray(0, PART + 5)]),
    ],
  ])('%s leaves the old object', async (_, header, body) => {
    expect((await put('/private/old', { body: 'old' }))[0]).toBe(200);
    const failures = () =>
      edge()
        .log()
        .match(/bucket error/g)?.length ?? 0;
    const before = failures();
    await interrupt(header, body);
    await expect.poll(failures, SOON).toBe(before + 1);
    expect((await get('/private/old')).toString()).toBe('old');
  });
});

describe('an object with Content-Encoding: gzip', () => {
  it.each([null, 'gzip', 'gzip, deflate, br', 'identity', '*'])(
    'arrives with its stored bytes, Accept-Encoding: %s',
    async (accepted) => {
      const stored = gzipSync('line\n'.repeat(1000));
      for (const type of ['application/gzip', 'application/x-ndjson', 'application/octet-stream']) {
        expect(
          (await put('/public/z', { body: stored }, { 'content-encoding': 'gzip', 'content-type': type }))[0],
        ).toBe(200);
        const accept = accepted === null ? '' : `\r\nAccept-Encoding: ${accepted}`;
        const { status, headers, body } = await rawRequest(edge().origin, `GET /public/z HTTP/1.1${accept}`);
        expect([status, headers['content-encoding'], headers['content-length']]).toEqual([
          200,
          'gzip',
          String(stored.length),
        ]);
        expect(Buffer.from(body, 'latin1')).toEqual(stored);
        const range = await rawRequest(edge().origin, `GET /public/z HTTP/1.1\r\nRange: bytes=3-9${accept}`);
        expect([range.status, Buffer.from(range.body, 'latin1')]).toEqual([206, stored.subarray(3, 10)]);
      }
    },
  );
});

describe('the same object over the S3 API', () => {
  it('that was stored over the script', async () => {
    const headers = {
      'content-type': 'text/csv',
      'content-language': 'de',
      'content-disposition': 'attachment; filename="a.csv"',
      'cache-control': 'max-age=60',
      expires: 'Thu, 01 Jan 2099 00:00:00 GMT',
    };
    await put('/public/s3%20%C3%BC', { body: 'a,b' }, headers);
    const mine = await edge().fetch('/public/s3%20%C3%BC', { method: 'HEAD' });
    const theirs = await edge().s3.send(new HeadObjectCommand({ Bucket: edge().bucketName, Key: 'public/s3 ü' }));
    expect({ ...headers, ...Object.fromEntries(mine.headers) }).toEqual(Object.fromEntries(mine.headers));
    expect({
      'cache-control': theirs.CacheControl,
      'content-disposition': theirs.ContentDisposition,
      'content-language': theirs.ContentLanguage,
      'content-length': String(theirs.ContentLength),
      'content-type': theirs.ContentType,
      etag: theirs.ETag,
      expires: theirs.ExpiresString,
      'last-modified': theirs.LastModified?.toUTCString(),
    }).toEqual({
      ...headers,
      'content-length': '3',
      etag: mine.headers.get('etag'),
      'last-modified': mine.headers.get('last-modified'),
    });
    expect(theirs.Metadata).toEqual({});
  });

  it('that was stored over the S3 API', async () => {
    const { s3, bucketName } = edge();
    await s3.send(
      new PutObjectCommand({
        Bucket: bucketName,
        Key: 'public/from-s3',
        Body: 'x,y',
        ContentType: 'text/csv',
        Metadata: { secret: 'kept' },
      }),
    );
    const theirs = await s3.send(new GetObjectCommand({ Bucket: bucketName, Key: 'public/from-s3' }));
    const mine = await edge().fetch('/public/from-s3', { headers: { 'accept-encoding': 'identity' } });
    expect([mine.headers.get('etag'), mine.headers.get('content-type'), mine.headers.get('content-length')]).toEqual([
      theirs.ETag,
      'text/csv',
      '3',
    ]);
    expect(await mine.text()).toBe(await theirs.Body!.transformToString());
  });

  it('without a content type', async () => {
    await rawRequest(
      edge().origin,
      `PUT /public/untyped HTTP/1.1\r\nX-Custom-Auth-Key: ${SECRET}\r\nContent-Length: 1`,
      'x',
    );
    expect((await rawRequest(edge().origin, 'GET /public/untyped HTTP/1.1')).headers).not.toHaveProperty(
      'content-type',
    );
  });

  it.each(['0', 'tomorrow'])('with Expires: %s', async (expires) => {
    expect((await put('/public/expires', { body: 'x' }, { expires }))[0]).toBe(200);
    expect((await rawRequest(edge().origin, 'GET /public/expires HTTP/1.1')).status).toBe(200);
  });
});

it('the log contains nothing of a request', () => {
  expect(edge().log()).not.toMatch(new RegExp(`${SECRET}|public/|private/`));
});

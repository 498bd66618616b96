// Faults of the bucket: the edge script runs in the platform's runtime with a bucket that throws, stalls or never ends.
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { KEY, PART, SECRET, SOON, useEdge } from '../../helpers/edge/edge-runtime.ts';

/** Replaces methods of the bucket as the header X-Fault says, and logs calls of multipart uploads. */
const HARNESS = `
import edge from './edge.mjs';

function bucket(BUCKET, { method, message }) {
  const fail = (name) => { if (name === method) throw new Error(message); };
  const uploads = (upload) => ({
    async uploadPart(number, bytes) {
      fail(number === 1 ? 'uploadPart' : 'uploadPart2');
      const part = await upload.uploadPart(number, bytes);
      console.log('part', number, bytes.byteLength);
      return part;
    },
    async complete(parts) { fail('complete'); return await upload.complete(parts); },
    async abort() { console.log('aborted'); await upload.abort(); fail('complete'); },
  });
  return {
    async head(...given) { fail('head'); return await BUCKET.head(...given); },
    async get(...given) {
      fail('get');
      if (method !== 'endless') return await BUCKET.get(...given);
      const object = await BUCKET.head(...given);
      const body = new ReadableStream({
        pull(controller) { controller.enqueue(new Uint8Array(65536)); },
        cancel() { console.log('cancelled'); },
      });
      return new Proxy(object, {
        has: (_, name) => name === 'body' || name in object,
        get: (_, name) => name === 'body' ? body : name === 'size' ? 2 ** 40 : typeof object[name] === 'function' ? object[name].bind(object) : object[name],
      });
    },
    async put(key, value, options) {
      fail('put');
      if (method === 'early') await value.getReader().read();
      return await BUCKET.put(key, method === 'early' ? 'early' : value, options);
    },
    async delete(...given) { fail('delete'); await BUCKET.delete(...given); },
    async list(...given) { fail('list'); return await BUCKET.list(...given); },
    async createMultipartUpload(...given) { fail('createMultipartUpload'); return uploads(await BUCKET.createMultipartUpload(...given)); },
  };
}

export default {
  fetch(request, env) {
    return edge.fetch(request, { ...env, BUCKET: bucket(env.BUCKET, JSON.parse(request.headers.get('x-fault') ?? '{}')) });
  },
};
`;
const edge = useEdge(HARNESS);

const fault = (method: string, message = '') => ({ ...KEY, 'x-fault': JSON.stringify({ method, message }) });
const count = (text: string) => edge().log().split(text).length - 1;

/** A body without a length. */
function streamOf(length: number): RequestInit {
  return { body: new Blob([new Uint8Array(length)]).stream(), duplex: 'half' };
}

describe('an error of the bucket', () => {
  it.each<[code: number | string, status: number, text: string, retryAfter: string | null]>([
    [10001, 500, 'Internal Error', null],
    [10003, 500, 'Internal Error', null],
    [10006, 500, 'Internal Error', null],
    [10011, 400, 'Entity Too Small', null],
    [10012, 400, 'Metadata Too Large', null],
    [10013, 400, 'Incomplete Body', null],
    [10014, 400, 'Invalid Digest', null],
    [10020, 400, 'Invalid Object Name', null],
    [10031, 412, 'Precondition Failed', null],
    [10033, 411, 'Length Required', null],
    [10037, 400, 'Bad Digest', null],
    [10039, 416, 'Range Not Satisfiable', null],
    [10043, 503, 'Service Unavailable', '1'],
    [10054, 400, 'Client Disconnect', null],
    [10058, 429, 'Too Many Requests', '1'],
    [10069, 403, 'Object Locked By Bucket Policy', null],
    [100100, 400, 'Entity Too Large', null],
    [99999, 500, 'Internal Error', null],
    ['10058, or so', 500, 'Internal Error', null],
  ])('%s is answered with %i', async (code, status, text, retryAfter) => {
    const headers = fault('put', `put: something about public/fault (${code})`);
    const response = await edge().fetch('/public/fault', { method: 'PUT', headers, body: 'x' });
    expect([response.status, await response.text(), response.headers.get('retry-after')]).toEqual([
      status,
      text,
      retryAfter,
    ]);
    const logged = typeof code === 'number' ? code : 'unknown';
    await expect.poll(() => edge().log(), SOON).toContain(`bucket error: status ${status}, code ${logged}\n`);
  });

  it.each([
    ['GET', '/public/a', 'get'],
    ['GET', '/private/a', 'get'],
    ['HEAD', '/public/a', 'head'],
    ['PUT', '/public/a', 'put'],
    ['DELETE', '/public/a', 'delete'],
    ['GET', '/?list', 'list'],
    ['HEAD', '/?list', 'list'],
  ])('%s %s passes it on', async (method, path, failing) => {
    const response = await edge().fetch(path, { method, headers: fault(failing, 'try later (10043)') });
    expect([response.status, await response.text()]).toEqual([503, method === 'HEAD' ? '' : 'Service Unavailable']);
  });

  it('is not visible without authorization', async () => {
    for (const [method, path, failing] of [
      ['GET', '/elsewhere', 'get'],
      ['HEAD', '/private/a', 'head'],
      ['PUT', '/public/a', 'put'],
      ['DELETE', '/public/a', 'delete'],
      ['GET', '/?list', 'list'],
    ] as const) {
      const headers = { ...fault(failing, 'try later (10043)'), 'x-custom-auth-key': 'wrong' };
      expect((await edge().fetch(path, { method, headers })).status).toBe(403);
    }
  });

  it('of a range is not taken for a bad range', async () => {
    await edge().fetch('/public/range', { method: 'PUT', headers: KEY, body: 'abc' });
    const status = async (range: string, message: string) =>
      (await edge().fetch('/public/range', { headers: { ...fault('get', message), range } })).status;
    expect(await status('bytes=1-', 'try later (10043)')).toBe(503);
    expect(await status('bytes=3-4', 'Unspecified error (0)')).toBe(416);
  });
});

describe('a multipart upload that fails', () => {
  it.each([
    ['createMultipartUpload', 0],
    ['uploadPart', 1],
    ['uploadPart2', 1],
    ['complete', 1],
  ])('at %s is aborted, and reports the first error', async (method, aborts) => {
    await edge().fetch('/private/parts', { method: 'PUT', headers: KEY, body: 'old' });
    const before = count('aborted');
    const headers = fault(method, 'too many (10058)');
    const response = await edge().fetch('/private/parts', { method: 'PUT', headers, ...streamOf(PART + 1) });
    expect([response.status, await response.text()]).toEqual([429, 'Too Many Requests']);
    await expect.poll(() => count('aborted') - before, SOON).toBe(aborts);
    expect(await (await edge().fetch('/private/parts', { headers: KEY })).text()).toBe('old');
  });
});

describe('bodies are streamed', () => {
  it('down: an endless object arrives until the client has enough', async () => {
    await edge().fetch('/public/endless', { method: 'PUT', headers: KEY, body: 'x' });
    const { body } = await edge().fetch('/public/endless', { headers: fault('endless') });
    let received = 0;
    for await (const chunk of body!) {
      received += chunk.length;
      if (received > 1_000_000) break;
    }
    expect(received).toBeGreaterThan(1_000_000);
    await expect.poll(() => count('cancelled'), SOON).toBe(1);
  });

  it.each([{ 'if-none-match': '*' }, { 'if-match': '"x"' }])(
    'a body that is not sent is cancelled: %j',
    async (condition) => {
      const before = count('cancelled');
      await edge().fetch('/public/endless', { method: 'PUT', headers: KEY, body: 'x' });
      const response = await edge().fetch('/public/endless', {
        headers: { ...fault('endless'), ...condition } as Record<string, string>,
      });
      expect([304, 412]).toContain(response.status);
      await expect.poll(() => count('cancelled') - before, SOON).toBe(1);
    },
  );

  it('up: the bucket has the first bytes before the last ones are sent', async () => {
    const headers = { ...fault('early'), 'content-length': String(2 ** 40) };
    const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    const answer = await beginning(['PUT /private/early HTTP/1.1', ...head], 'first');
    expect(answer).toContain('200 OK');
  });

  it('up without a length: a part is stored before the next one is sent', async () => {
    const head = ['PUT /private/slow HTTP/1.1', `X-Custom-Auth-Key: ${SECRET}`, 'Transfer-Encoding: chunked'];
    const body = Buffer.concat([Buffer.from(`${(PART + 2).toString(16)}\r\n`), Buffer.alloc(PART + 1)]);
    const { port, hostname } = edge().origin;
    const socket = connect(Number(port), hostname);
    const before = count(`part 1 ${PART}`);
    socket.write(`${head.join('\r\n')}\r\nHost: edge\r\n\r\n`);
    socket.write(body);
    await expect.poll(() => count(`part 1 ${PART}`) - before, SOON).toBe(1);
    socket.destroy();
  });
});

/** Sends a request whose body does not end, and returns what the server answers first. */
async function beginning(head: string[], body: string): Promise<string> {
  const { port, hostname } = edge().origin;
  const socket = connect(Number(port), hostname);
  socket.write(`${head.join('\r\n')}\r\nHost: edge\r\n\r\n${body}`);
  const answer = await new Promise<Buffer>((resolve, reject) => socket.once('data', resolve).once('error', reject));
  socket.destroy();
  return answer.toString('latin1');
}

it('the log contains nothing of a request and no message of the bucket', () => {
  expect(edge().log()).not.toMatch(new RegExp(`${SECRET}|public/|private/|something|later|too many`));
});

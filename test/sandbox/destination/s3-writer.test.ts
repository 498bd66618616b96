// Objects in the bucket of the sandbox, and servers that reject, hang or close the connection.
import { createServer, type RequestListener } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { HeadgateError } from '../../../src/base/index.ts';
import { openDestination, parseLocation } from '../../../src/input/destination/index.ts';
import { openObjectWriter } from '../../../src/sandbox/destination/open-object-writer.ts';
import { useLocalBucket } from '../../helpers/destination/local-bucket.ts';
import { type Listening, listen } from '../../helpers/listen.ts';

const accountId = '0123456789abcdef0123456789abcdef';
const never = new AbortController().signal;
const name = '20261122T100000Z_20261122T100030Z_0123abcd.log.gz';

describe('the bucket of the sandbox', () => {
  const bucket = useLocalBucket();

  const read = async (conf: string): Promise<[string, Buffer][]> => {
    const destination = await openDestination(await parseLocation(conf));
    const { objects } = await destination.list({});
    const found: [string, Buffer][] = [];
    for (const object of objects) {
      const chunks: Uint8Array[] = [];
      for await (const chunk of destination.open(object)) chunks.push(Buffer.from(chunk));
      found.push([object.key, Buffer.concat(chunks)]);
    }
    return found;
  };

  it('stores bytes unchanged, by every address of the bucket', async () => {
    const own = { ...bucket(), accountId, ensure: () => Promise.resolve() };
    const { accessKeyId, secretAccessKey, region, bucketName } = own;
    const keys = `access-key-id=${accessKeyId}&secret-access-key=${secretAccessKey}`;
    const bytes = gzipSync('{"a":1}\n');
    const confs = [
      `s3://${bucketName}/one/{DATE}?region=${region}&sse=AES256`,
      `r2://${bucketName}/two/{DATE}/x?account-id=${accountId}&${keys}`,
      own.destinationConf('three/dt={DATE}/'),
    ];
    const stored = [];
    for (const conf of confs) {
      const writer = await openObjectWriter(conf, own);
      stored.push(await writer.put('20261122', name, bytes, never));
      writer.close();
    }
    expect(stored).toEqual([`one/20261122/${name}`, `two/20261122/x/${name}`, `three/dt=20261122/${name}`]);
    expect(await read(own.destinationConf())).toEqual(stored.toSorted().map((key) => [key, bytes]));
  });

  it('replaces an object of the same name', async () => {
    const own = { ...bucket(), accountId, ensure: () => Promise.resolve() };
    const writer = await openObjectWriter(own.destinationConf('again'), own);
    for (const text of ['first', 'second']) await writer.put('20261122', name, gzipSync(text), never);
    writer.close();
    expect(await read(own.destinationConf('again'))).toEqual([[`again/${name}`, gzipSync('second')]]);
  });

  it('reports wrong keys without showing them', async () => {
    const { endpoint, bucketName, region } = bucket();
    const conf = `s3://${bucketName}/x?region=${region}&endpoint=${endpoint}&access-key-id=wrong-key&secret-access-key=wrong-secret`;
    const writer = await openObjectWriter(conf, undefined);
    const error = await writer.put('20261122', name, gzipSync(''), never).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'push-failed', message: expect.stringContaining(`${bucketName}/x/${name}`) });
    expect((error as Error).message).not.toMatch(/wrong-key|wrong-secret/);
  });
});

describe('a server that fails', () => {
  let server: Listening | undefined;
  afterEach(() => server?.stop());

  const openAt = async (listener: RequestListener) => {
    server = await listen(createServer(listener));
    const conf = `s3://logs/a?region=auto&endpoint=${server.origin}&access-key-id=id&secret-access-key=secret`;
    return await openObjectWriter(conf, undefined);
  };

  it.each<[string, RequestListener, RegExp]>([
    [
      'answers 503',
      (_, response) => void response.writeHead(503).end(),
      /answers HTTP 503 \(slow down\); try again later/,
    ],
    ['answers 500 with a page', (_, response) => void response.writeHead(500).end('<h1>no</h1>'), /HTTP 500/],
    ['answers 403', (_, response) => void response.writeHead(403).end(), /answers HTTP 403 without an error of S3/],
    [
      'closes the connection',
      (request) => void request.socket.destroy(),
      /closed the connection before the end of its answer; check the endpoint in destination_conf/,
    ],
    [
      'closes it in the middle of the request',
      (request) => void request.once('data', () => request.socket.resetAndDestroy()),
      /closed the connection/,
    ],
  ])('%s: one request, one error', async (_, listener, message) => {
    let requests = 0;
    const writer = await openAt((request, response) => {
      requests += 1;
      listener(request, response);
    });
    const put = writer.put('20261122', name, Buffer.alloc(1 << 20), never);
    await expect(put).rejects.toMatchObject({ code: 'push-failed', message: expect.stringMatching(message) });
    expect(requests).toBe(1);
    writer.close();
  });

  it('that is silent: the put ends when the signal aborts, with its reason', async () => {
    const controller = new AbortController();
    const writer = await openAt(() => controller.abort(new HeadgateError('push-failed', 'found no answer')));
    await expect(writer.put('20261122', name, gzipSync(''), controller.signal)).rejects.toMatchObject({
      code: 'push-failed',
      message: `cannot write s3://logs/a/${name}: found no answer`,
    });
    writer.close();
  });

  it('rejects the connection', async () => {
    const writer = await openAt(() => {});
    await server!.stop();
    await expect(writer.put('20261122', name, gzipSync(''), never)).rejects.toMatchObject({
      code: 'push-failed',
      message: expect.stringMatching(/connection refused/),
    });
    writer.close();
  });
});

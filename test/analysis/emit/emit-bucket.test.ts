// Replay with --emit into a bucket: the same objects as in a folder; replaces no object, leaves no partial upload, prints no key.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { EmitRequest } from '../../../src/analysis/emit/emit-plan.ts';
import type { Report } from '../../../src/analysis/replay/index.ts';
import type { HeadgateError } from '../../../src/base/index.ts';
import { temporaryPath } from '../../../src/base/temporary/temporary-files.ts';
import { openDestination, parseLocation } from '../../../src/input/destination/index.ts';
import type { ReplayRequest } from '../../../src/verbs/replay/replay.ts';
import { ROOT } from '../../helpers/cli/run-cli.ts';
import { listingOf, s3ErrorBody } from '../../helpers/destination/bucket-answers.ts';
import { useLocalBucket } from '../../helpers/destination/local-bucket.ts';
import { type HttpAnswer, type HttpServer, type ReceivedRequest, startHttpServer } from '../../helpers/http-server.ts';
import { copySmallObjects, filesBelow } from '../../helpers/stored-samples.ts';
import { emitTo } from '../../helpers/verbs/replay-request.ts';

const place = mkdtempSync(join(tmpdir(), 'headgate-emit-bucket-'));
const DAY = join(place, 'small/20261101');
copySmallObjects(join(place, 'small'));
const ERRORS_JOB = join(ROOT, 'samples/jobs/errors-and-threats.json');
const KEEP_ALL: ReplayRequest['filters'] = [{ kind: 'filter', value: 'RayID != ""' }];
const bucket = useLocalBucket((one) =>
  one.put('logs/20261101T000000Z_20261101T000100Z_a.log', Buffer.from('{"RayID":"a"}\n')),
);
let folders = 0;

type BucketRequest = Extract<EmitRequest, { kind: 'bucket' }>;

const newFolder = (): string => join(place, `out-${folders++}`);

function emit(destination: string, changes: Partial<ReplayRequest> & Partial<BucketRequest> = {}): Promise<Report> {
  const { overwrite = false, partBytes, ...rest } = changes;
  return emitTo({ kind: 'bucket', destination, overwrite, partBytes }, { sources: [DAY], filters: KEEP_ALL, ...rest });
}

/** Every object below a prefix with its bytes. */
async function objectsBelow(prefix: string): Promise<Record<string, string>> {
  const destination = await openDestination(await parseLocation(bucket().destinationConf(`${prefix}/`)));
  const { objects } = await destination.list({});
  const found = Array.from(objects, async (object) => {
    const bytes = await buffer(destination.open(object));
    return [object.key.slice(prefix.length + 1), bytes.toString('base64')] as const;
  });
  return Object.fromEntries(await Promise.all(found));
}

function filesOf(folder: string): Record<string, string> {
  return Object.fromEntries(filesBelow(folder).map((name) => [name, readFileSync(join(folder, name), 'base64')]));
}

/** Unfinished files of this process. */
function spooled(): string[] {
  return readdirSync(tmpdir()).filter((name) => name.startsWith('.headgate-') && name.includes(`-${process.pid}-`));
}

describe('a bucket receives the same objects as a folder, byte for byte', () => {
  it.each([1, 2])('with %i threads, of several jobs', async (threads) => {
    const filters: ReplayRequest['filters'] = [{ kind: 'job', value: ERRORS_JOB }, ...KEEP_ALL];
    const folder = newFolder();
    const wanted = await emitTo({ kind: 'folder', folder, overwrite: false }, { sources: [DAY], filters });
    const prefix = `several-${threads}`;
    const report = await emit(bucket().destinationConf(prefix), { filters, threads });
    expect(report).toEqual(wanted);
    expect(await objectsBelow(prefix)).toEqual(filesOf(folder));
    expect(spooled()).toEqual([]);
  });

  it('with {DATE} in the middle of the prefix', async () => {
    const folder = newFolder();
    await emitTo({ kind: 'folder', folder, overwrite: false }, { sources: [DAY], filters: KEEP_ALL });
    await emit(bucket().destinationConf('dated/{DATE}/eu'));
    const wanted = Object.entries(filesOf(folder)).map(([name, bytes]) => [name.replace('/', '/eu/'), bytes]);
    expect(await objectsBelow('dated')).toEqual(Object.fromEntries(wanted));
  });

  it('an object in parts, from one without times in its name', async () => {
    const source = join(place, 'large.log');
    // Random data, so that gzip cannot compress it below a part of 5 MiB.
    const line = (): string =>
      `{"RayID":"${Buffer.from(crypto.getRandomValues(new Uint8Array(30_000))).toString('base64')}"}\n`;
    writeFileSync(source, Array.from({ length: 200 }, line).join(''));
    const folder = newFolder();
    await emitTo({ kind: 'folder', folder, overwrite: false }, { sources: [source], filters: KEEP_ALL });
    const partBytes = 5 * 1024 * 1024;
    await emit(bucket().destinationConf('parts'), { sources: [source], partBytes });
    expect(await objectsBelow('parts')).toEqual(filesOf(folder));
    // The object above is no object below this prefix, although its key begins with it.
    const again = emit(bucket().destinationConf('parts/untimed'));
    await expect(again).resolves.toBeDefined();
  });
});

describe('a bucket', () => {
  it('that is not empty is rejected without overwrite', async () => {
    const destination = bucket().destinationConf('used');
    await bucket().put('used/mine', Buffer.from('x'));
    await expect(emit(destination)).rejects.toThrow(
      /^cannot write to --emit s3:\/\/sandbox\/used: the prefix has objects, such as "used\/mine"; use another prefix, or --overwrite/,
    );
    await emit(destination, { overwrite: true });
    const once = await objectsBelow('used');
    await emit(destination, { overwrite: true });
    expect(await objectsBelow('used')).toEqual(once);
    expect(Object.keys(once)).toContain('mine');
    expect(Object.keys(once).length).toBeGreaterThan(5);
  });

  it.each([
    ['logs', 'is'],
    ['logs/{DATE}', 'is'],
    ['', 'contains'],
    ['logs/below', 'is below'],
  ])('whose prefix %j overlaps the source is rejected', async (prefix, how) => {
    const request = emit(bucket().destinationConf(prefix), {
      sources: [bucket().destinationConf('logs')],
      overwrite: true,
    });
    await expect(request).rejects.toThrow(`the prefix ${how} the source s3://sandbox/logs; use another prefix`);
  });

  it('receives objects after a killed run, whose unfinished objects are removed', async () => {
    const { pid } = spawnSync(process.execPath, ['-e', '']);
    const left = temporaryPath(tmpdir(), 'emit').replace(`-${process.pid}-`, `-${pid}-`);
    mkdirSync(left);
    writeFileSync(join(left, 'x'), '');
    await emit(bucket().destinationConf('after'));
    expect(existsSync(left)).toBe(false);
  });

  it('next to the source is accepted', async () => {
    await emit(bucket().destinationConf('logs-2'), { sources: [bucket().destinationConf('logs')] });
    expect(Object.keys(await objectsBelow('logs-2'))).toEqual([
      expect.stringMatching(/^20261101\/20261101T000000Z_20261101T000100Z_[0-9a-f]{8}\.log\.gz$/),
    ]);
  });

  it('uses the connection flags only if its destination_conf has no parameters', async () => {
    const connection = { endpointUrl: bucket().endpoint, region: 'auto' };
    const { accessKeyId, secretAccessKey } = bucket();
    process.env.AWS_ACCESS_KEY_ID = accessKeyId;
    process.env.AWS_SECRET_ACCESS_KEY = secretAccessKey;
    try {
      await emit('s3://sandbox/by-flags', { connection });
      expect(Object.keys(await objectsBelow('by-flags')).length).toBeGreaterThan(5);
    } finally {
      delete process.env.AWS_ACCESS_KEY_ID;
      delete process.env.AWS_SECRET_ACCESS_KEY;
    }
    await expect(emit('r2://sandbox/x?access-key-id=a&secret-access-key=b', { connection })).rejects.toThrow(
      'account-id',
    );
  });
});

describe('a server that', () => {
  let server: HttpServer | undefined;
  afterEach(async () => {
    await server?.stop();
    server = undefined;
    vi.unstubAllEnvs();
  });
  const etag = { headers: { etag: '"e"' } };
  const list = listingOf([]);
  const FAST = { retryForMs: 300 };
  const uploads = (request: ReceivedRequest): HttpAnswer => {
    if (request.query.has('uploads')) {
      return { body: '<InitiateMultipartUploadResult><UploadId>u1</UploadId></InitiateMultipartUploadResult>' };
    }
    return etag;
  };

  /** The error of a run against a server, and the requests except listings. */
  async function failing(answer: (request: ReceivedRequest) => HttpAnswer, changes: Parameters<typeof emit>[1] = {}) {
    server = await startHttpServer((request) => (request.method === 'GET' ? list(request) : answer(request)));
    const destination = `s3://b/out?region=us-east-1&endpoint=${server.origin}&access-key-id=KEYID&secret-access-key=SECRET`;
    const error: HeadgateError | undefined = await emit(destination, { connection: FAST, ...changes }).then(
      () => undefined,
      (thrown) => thrown,
    );
    expect(error?.message ?? '').not.toMatch(/SECRET|KEYID/);
    expect(spooled()).toEqual([]);
    const asked = server.requests
      .filter(({ method }) => method !== 'GET')
      .map(({ method, query }) => {
        const id = query.get('uploadId');
        return `${method}${query.has('uploads') ? ' create' : ''}${id === null ? '' : ` ${id} ${query.get('partNumber') ?? ''}`.trimEnd()}`;
      });
    return { error, asked, requests: server.requests };
  }

  // Threads load what writes to a bucket, which takes longer than the run. They pass on the error of an answer, and that of a connection.
  it.each<[string, HttpAnswer, RegExp, number[]]>([
    [
      'denies it',
      { status: 403, body: s3ErrorBody('AccessDenied') },
      /127\S+ does not let these credentials write to the bucket "b" \(HTTP 403, AccessDenied\); grant s3:PutObject/,
      [1, 2],
    ],
    [
      'has an object of that name',
      { status: 412, body: s3ErrorBody('PreconditionFailed') },
      /the bucket already has an object of this name; use --overwrite to replace it/,
      [1],
    ],
    [
      'keeps failing',
      { status: 500, body: s3ErrorBody('InternalError') },
      /127\S+ answers HTTP 500 \(\w+(?: error)?\) to every request for /,
      [1],
    ],
    [
      'breaks off',
      { resetAt: 'start' },
      /127\S+ closed the connection before the end of its answer, in every attempt for /,
      [1, 2],
    ],
    ['has no such bucket', { status: 404, body: s3ErrorBody('NoSuchBucket') }, /has no bucket "b"/, [1]],
  ])('%s ends the run', async (_, answer, says, counts) => {
    for (const threads of counts) {
      const { error } = await failing(({ method }) => (method === 'HEAD' ? { status: 404 } : answer), { threads });
      expect(error).toMatchObject({ code: 'emit-failed', kind: 'unreachable', message: expect.stringMatching(says) });
      expect(error!.message).toMatch(/^cannot write --emit s3:\/\/b\/out\/20261101\/\S+\.log\.gz: /);
      await server?.stop();
    }
  });

  it.each<[string, HttpAnswer, RegExp]>([
    [
      'denies listing',
      { status: 403, body: s3ErrorBody('AccessDenied') },
      /does not let these credentials list the bucket "b" .*, or use --overwrite, which writes without listing$/,
    ],
    ['is no S3', { body: '<html></html>' }, /does not answer like an S3 API/],
  ])('%s ends the run before anything is read', async (_, answer, says) => {
    server = await startHttpServer(() => answer);
    const destination = `s3://b/out?region=us-east-1&endpoint=${server.origin}&access-key-id=KEYID&secret-access-key=SECRET`;
    const onListing = (): never => expect.fail('was read');
    const error: HeadgateError = await emit(destination, { onListing }).catch((thrown) => thrown);
    expect(error.message).toMatch(/^cannot write to --emit s3:\/\/b\/out: /);
    expect(error.message).toMatch(says);
    expect(error.message).not.toMatch(/SECRET|KEYID/);
  });

  it('fails for a moment receives a retry', async () => {
    let failures = 0;
    const { error } = await failing(() => (failures++ < 3 ? { status: 503, body: s3ErrorBody('SlowDown') } : etag), {
      connection: { retryForMs: 20_000 },
    });
    expect(error).toBeUndefined();
  });

  it('stored an object but lost the response does not cause a failure', async () => {
    const runs = new Map<string, string>();
    const { error, requests } = await failing(({ method, key, headers }) => {
      if (method === 'HEAD') return { headers: { 'x-amz-meta-headgate-run': runs.get(key)! } };
      if (runs.has(key)) return { status: 412, body: s3ErrorBody('PreconditionFailed') };
      runs.set(key, String(headers['x-amz-meta-headgate-run']));
      return { resetAt: 'start' };
    });
    expect(error).toBeUndefined();
    const puts = requests.filter(({ method }) => method === 'PUT');
    expect(puts[0]!.headers).toMatchObject({ 'if-none-match': '*', 'content-type': 'application/gzip' });
    expect(puts[0]!.headers).not.toHaveProperty('content-encoding');
  });

  it('fails during a multipart upload has the upload aborted', async () => {
    for (const threads of [1, 2]) {
      const { error, asked } = await failing(
        (request) => {
          if (request.method === 'HEAD') return { status: 404 };
          if (request.query.get('partNumber') === '2') return { status: 400, body: s3ErrorBody('InvalidPart') };
          return uploads(request);
        },
        { partBytes: 4000, threads },
      );
      expect(error).toMatchObject({ code: 'emit-failed' });
      expect(asked).toContain('PUT u1 1');
      expect(asked).toContain('DELETE u1');
      expect(asked.filter((one) => one === 'POST create').length).toBe(
        asked.filter((one) => one === 'DELETE u1').length,
      );
      expect(asked).not.toContain('POST u1');
      await server?.stop();
    }
  });

  it('fails in one thread has the uploads of all threads aborted', async () => {
    let created = 0;
    let isFirst = true;
    const { error, asked } = await failing(
      (request) => {
        if (request.method === 'HEAD') return { status: 404 };
        if (request.query.has('uploads')) {
          created += 1;
          return {
            body: `<InitiateMultipartUploadResult><UploadId>u${created}</UploadId></InitiateMultipartUploadResult>`,
          };
        }
        if (request.query.get('partNumber') !== '2') return etag;
        // The thread of the first upload waits for a response while another thread fails.
        if (!isFirst && created > 1) return { status: 400, body: s3ErrorBody('InvalidPart') };
        isFirst = false;
        return { stallAt: 'start' };
      },
      { partBytes: 4000, threads: 2 },
    );
    expect(error).toMatchObject({ code: 'emit-failed' });
    expect(created).toBeGreaterThan(1);
    const aborted = new Set(asked.filter((one) => one.startsWith('DELETE')));
    expect(aborted).toEqual(new Set(Array.from({ length: created }, (_, index) => `DELETE u${index + 1}`)));
  });

  it.each([1, 2])('is slow during an interruption keeps no upload, with %i threads', async (threads) => {
    const stopping = new AbortController();
    const { asked } = await failing(
      (request) => {
        if (request.method === 'HEAD') return { status: 404 };
        // The server never responds to the second part.
        if (request.query.get('partNumber') !== '2') return uploads(request);
        stopping.abort();
        return { stallAt: 'start' };
      },
      { partBytes: 4000, threads, signal: stopping.signal },
    );
    expect(asked).toContain('PUT u1 2');
    expect(asked.filter((one) => one === 'POST create').length).toBe(asked.filter((one) => one === 'DELETE u1').length);
    expect(asked).not.toContain('POST u1');
  });

  /** Rejects every write with a request to slow down. */
  const rejectWrites = ({ method }: ReceivedRequest): HttpAnswer =>
    method === 'HEAD' ? { status: 404 } : { status: 503, body: s3ErrorBody('SlowDown') };

  it.each([1, 2])('rejects every write receives no retry after --retry-for, with %i threads', async (threads) => {
    const { error } = await failing(rejectWrites, { threads });
    expect(error).toMatchObject({
      code: 'emit-failed',
      message: expect.stringMatching(/answers HTTP (?:429|503) \(slow down\)/),
    });
  });

  it('rejects every write receives at most AWS_MAX_ATTEMPTS attempts', async () => {
    vi.stubEnv('AWS_MAX_ATTEMPTS', '2');
    const { error, requests } = await failing(rejectWrites, { connection: {} });
    expect(error).toMatchObject({ code: 'emit-failed' });
    const tries = Map.groupBy(
      requests.filter(({ method }) => method === 'PUT'),
      ({ key }) => key,
    );
    for (const [, puts] of tries) expect(puts.length).toBeLessThanOrEqual(2);
    expect(Math.max(...[...tries.values()].map((puts) => puts.length))).toBe(2);
  });

  it.each([true, false])(
    'cannot be asked with these settings ends the run at once, with overwrite %s',
    async (overwrite) => {
      vi.stubEnv('AWS_MAX_ATTEMPTS', 'many');
      const { error, requests } = await failing(() => etag, { overwrite });
      expect(error?.message).toMatch(/^cannot write to --emit s3:\/\/b\/out: found AWS_MAX_ATTEMPTS="many"/);
      expect(requests).toEqual([]);
    },
  );

  it.each<[string, HttpAnswer]>([
    ['rejects', { status: 503, body: s3ErrorBody('SlowDown') }],
    ['never answers', { stallAt: 'start' }],
  ])('%s a write ends with the run when that is interrupted', async (_, answer) => {
    const stopping = new AbortController();
    const { asked } = await failing(
      ({ method }) => {
        if (method === 'HEAD') return { status: 404 };
        stopping.abort();
        return answer;
      },
      // Far longer than this test: a request may be retried for an hour.
      { connection: { retryForMs: 3_600_000 }, signal: stopping.signal },
    );
    expect(asked).toContain('PUT');
    expect(asked.at(-1)).toBe('HEAD');
  });

  it('stored an object whose write was interrupted has it counted in the report', async () => {
    const stopping = new AbortController();
    const runs = new Map<string, string>();
    server = await startHttpServer((request) => {
      const { method, key, headers } = request;
      if (method === 'GET') return list(request);
      if (method === 'HEAD')
        return runs.has(key) ? { headers: { 'x-amz-meta-headgate-run': runs.get(key)! } } : { status: 404 };
      runs.set(key, String(headers['x-amz-meta-headgate-run']));
      stopping.abort();
      return { stallAt: 'start' };
    });
    const destination = `s3://b/out?region=us-east-1&endpoint=${server.origin}&access-key-id=KEYID&secret-access-key=SECRET`;
    const report = await emit(destination, { signal: stopping.signal });
    expect(runs.size).toBeGreaterThan(0);
    expect(report.jobs![0]!.emitted).toMatchObject({ objects: runs.size });
  });

  it('fails to answer whether an object exists is not read as one without the object', async () => {
    const { error, asked } = await failing(
      (request) => (request.method === 'HEAD' ? { status: 500 } : uploads(request)),
      { partBytes: 4000 },
    );
    expect(error).toMatchObject({
      code: 'emit-failed',
      message: expect.stringMatching(/\S+ answers HTTP 500 /),
    });
    expect(asked).not.toContain('POST create');
  });

  it('denies HEAD requests is still written to', async () => {
    const { error, asked } = await failing(
      (request) => {
        if (request.method === 'HEAD') return { status: 403 };
        if (request.method !== 'POST' || request.query.has('uploads')) return uploads(request);
        return { body: '<CompleteMultipartUploadResult><ETag>"e"</ETag></CompleteMultipartUploadResult>' };
      },
      { partBytes: 4000 },
    );
    expect(error).toBeUndefined();
    expect(asked).toContain('POST u1');
  });
});

// A local bucket: the platform's own runtime with R2 and its S3 front, on loopback, gone when stopped. For the demo,
// the sandbox and tests. Knows nothing of logs, and reaches no network.
import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Miniflare } from 'miniflare';
import pMap from 'p-map';
import { HeadgateError } from '../base/index.ts';

/** Path of the S3 API under the runtime's address; miniflare decides it. */
const S3_PATH = '/cdn-cgi/local/r2/s3';
/** Uploads in flight. */
const UPLOADS_AT_ONCE = 8;

/** What is used of the runtime's own handle of a bucket; its types are in a package of the edge, not of Node. */
interface BucketBinding {
  put(key: string, bytes: Uint8Array): Promise<unknown>;
  delete(key: string): Promise<void>;
}

/** Options of {@link startBucket}. */
export interface BucketOptions {
  /** @default 'sandbox' */
  bucketName?: string;
  /** @default a free one */
  port?: number;
}

/** A running bucket. Its keys are made anew for each start and worth nothing elsewhere. */
export interface Bucket {
  /** Address of the S3 API, with scheme. */
  readonly endpoint: string;
  readonly bucketName: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly region: string;
  /** The destination of a job that would push here, keys included. */
  destinationConf(prefix?: string): string;
  put(key: string, bytes: Uint8Array): Promise<void>;
  /**
   * Uploads all files below a folder, keys being their paths below it.
   * @param onObject called after each, with its key and size in bytes
   * @returns how many
   */
  uploadFolder(path: string, prefix: string, onObject?: (key: string, bytes: number) => void): Promise<number>;
  delete(key: string): Promise<void>;
  /** Ends the runtime and removes what it stored. */
  stop(): Promise<void>;
}

/** Starts a bucket. @throws HeadgateError where miniflare is not installed or does not start */
export async function startBucket(options: BucketOptions = {}): Promise<Bucket> {
  const bucketName = options.bucketName ?? 'sandbox';
  const accessKeyId = randomBytes(16).toString('hex');
  const secretAccessKey = randomBytes(32).toString('hex');
  const region = 'auto';
  const { runtime, address } = await startRuntime(bucketName, { accessKeyId, secretAccessKey }, options.port ?? 0);
  const endpoint = `${address.origin}${S3_PATH}`;
  const bucket = (await runtime.getR2Bucket('LOGS')) as unknown as BucketBinding;

  async function put(key: string, bytes: Uint8Array): Promise<void> {
    await bucket.put(key, bytes);
  }

  async function uploadFolder(
    path: string,
    prefix: string,
    onObject?: (key: string, bytes: number) => void,
  ): Promise<number> {
    const entries = await readdir(path, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    const folder = prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`;
    await pMap(
      files.sort(),
      async (file) => {
        const key = folder + file.slice(join(path, '/').length).replaceAll('\\', '/');
        const bytes = await readFile(file);
        await put(key, bytes);
        onObject?.(key, bytes.length);
      },
      { concurrency: UPLOADS_AT_ONCE },
    );
    return files.length;
  }

  return {
    endpoint,
    bucketName,
    accessKeyId,
    secretAccessKey,
    region,
    destinationConf: (prefix = '') =>
      `s3://${bucketName}/${prefix}?region=${region}&endpoint=${endpoint}&access-key-id=${accessKeyId}&secret-access-key=${secretAccessKey}`,
    put,
    uploadFolder,
    delete: (key) => bucket.delete(key),
    stop: () => runtime.dispose(),
  };
}

async function startRuntime(
  id: string,
  s3Credentials: { accessKeyId: string; secretAccessKey: string },
  port: number,
): Promise<{ runtime: Miniflare; address: URL }> {
  const { Miniflare, Log, LogLevel } = await import('miniflare').catch((cause) => {
    throw new HeadgateError(
      'no-miniflare',
      'cannot start a local bucket: found no package "miniflare", wanted it beside headgate; install it: npm install miniflare@4',
      { cause },
    );
  });
  const runtime = new Miniflare({
    modules: true,
    script: 'export default { fetch() { return new Response("a bucket, no site", { status: 404 }); } }',
    host: '127.0.0.1',
    port,
    // Else it fetches a file that describes a request from the edge.
    cf: false,
    log: new Log(LogLevel.NONE),
    // Its own messages go to the log above; what the runtime itself prints is of no use to anyone here.
    handleRuntimeStdio: (stdout: Readable, stderr: Readable) => {
      stdout.resume();
      stderr.resume();
    },
    r2Buckets: { LOGS: { id, s3Credentials } },
  });
  try {
    return { runtime, address: await runtime.ready };
  } catch (error) {
    await runtime.dispose().catch(() => undefined);
    const said = (error as Error).message.split('\n', 1)[0]!;
    const reason = /already in use/.test(said)
      ? `found port ${port} in use, wanted a free one; choose another`
      : `the runtime says: ${said}`;
    throw new HeadgateError('bucket-start', `cannot start a local bucket: ${reason}`, { cause: error });
  }
}

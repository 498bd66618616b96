// A local bucket: the platform's own runtime with R2 and its S3 front, on loopback, gone when stopped. For the demo,
// the sandbox and tests. Knows nothing of logs, and reaches no network.
import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pMap from 'p-map';
import { HeadgateError } from '../base/index.ts';
import { startRuntime } from './runtime.ts';

/** Path of the S3 API under the runtime's address; miniflare decides it. */
const S3_PATH = '/cdn-cgi/local/r2/s3';
/** Uploads in flight. */
const UPLOADS_AT_ONCE = 8;

/** Written into each request that puts or deletes; nobody else on this machine can. */
const TOKEN_HEADER = 'x-bucket-token';
/**
 * Runs in the runtime, where the bucket is a binding. The S3 front would do as well, but needs the SDK; the runtime's own
 * handle for Node blocks the whole process while it waits.
 */
const WRITER = `
  export default {
    async fetch(request, { LOGS, TOKEN }) {
      if (request.headers.get('${TOKEN_HEADER}') !== TOKEN) return new Response('a bucket, no site', { status: 404 });
      const key = decodeURIComponent(new URL(request.url).pathname.slice(1));
      if (request.method === 'DELETE') await LOGS.delete(key);
      else await LOGS.put(key, await request.arrayBuffer());
      return new Response(null, { status: 204 });
    },
  };
`;

/** Options of {@link startBucket}. */
export interface BucketOptions {
  /** @default 'sandbox' */
  bucketName?: string;
  /** @default a free one */
  port?: number;
  /** For the files of the runtime, created and removed with it. @default a new one below that of the system */
  folder?: string;
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
  const token = randomBytes(16).toString('hex');
  const { address, stop } = await startRuntime({
    folder: options.folder ?? join(tmpdir(), `headgate-bucket-${randomBytes(8).toString('hex')}`),
    port: options.port ?? 0,
    script: WRITER,
    bindings: { TOKEN: token },
    r2Buckets: { LOGS: { id: bucketName, s3Credentials: { accessKeyId, secretAccessKey } } },
  });
  const endpoint = `${address.origin}${S3_PATH}`;

  async function write(method: 'PUT' | 'DELETE', key: string, body?: Uint8Array): Promise<void> {
    const url = new URL(encodeURIComponent(key), address);
    const answer = await fetch(url, { method, headers: { [TOKEN_HEADER]: token }, body: body ?? null });
    if (answer.status === 204) return;
    const action = method === 'PUT' ? 'put' : 'delete';
    throw new HeadgateError('bucket-write', `cannot ${action} ${key}: the local bucket answers ${answer.status}`);
  }

  const put = (key: string, bytes: Uint8Array) => write('PUT', key, bytes);
  return {
    endpoint,
    bucketName,
    accessKeyId,
    secretAccessKey,
    region,
    destinationConf: (prefix = '') =>
      `s3://${bucketName}/${prefix}?region=${region}&endpoint=${endpoint}&access-key-id=${accessKeyId}&secret-access-key=${secretAccessKey}`,
    put,
    uploadFolder: (path, prefix, onObject) => uploadFolder(put, path, prefix, onObject),
    delete: (key) => write('DELETE', key),
    stop,
  };
}

async function uploadFolder(
  put: Bucket['put'],
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

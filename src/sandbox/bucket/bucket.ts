// A local bucket for the sandbox, the demo and tests: the platform's own runtime with R2 and its S3 API, on loopback. Its
// objects are removed on stop unless they have a folder. Knows nothing of logs, and uses no network.
import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pMap from 'p-map';
import { HeadgateError } from '../../base/index.ts';
import { startRuntime } from './runtime.ts';

/** Path of the S3 API under the runtime's address; defined by miniflare. */
const S3_PATH = '/cdn-cgi/local/r2/s3';
/** Uploads in flight. */
const UPLOADS_AT_ONCE = 8;

/** Header that authorizes requests to put or delete; no other process on this machine knows its value. */
const TOKEN_HEADER = 'x-bucket-token';
/**
 * Script that runs in the runtime, where the bucket is a binding. The S3 API would also work, but needs the SDK; the
 * runtime's Node interface blocks the whole process while it waits.
 */
const WRITER = `
  export default {
    async fetch(request, { LOGS, TOKEN }) {
      if (request.headers.get('${TOKEN_HEADER}') !== TOKEN) return new Response('this is a bucket, not a site', { status: 404 });
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
  /** @default a free port */
  port?: number;
  /**
   * Folder for the files of the runtime, created and removed with it.
   * @default a new folder in the system's temporary folder
   */
  folder?: string;
  /** Folder for the objects, created if it is missing, with access for its owner only. @default removed on stop */
  objectsFolder?: string;
  /** Keys for the S3 API. @default new random keys */
  keys?: BucketKeys;
  /** Called when the process of the bucket was started. It is ready later; the caller may use the time. */
  onSpawn?: () => void;
}

/** Keys for the S3 API of a bucket, which are valid only there. */
export interface BucketKeys {
  accessKeyId: string;
  secretAccessKey: string;
}

/** Creates random keys of the platform's lengths: 32 and 64 hexadecimal digits. */
export function createBucketKeys(): BucketKeys {
  return { accessKeyId: randomBytes(16).toString('hex'), secretAccessKey: randomBytes(32).toString('hex') };
}

/** A running bucket. */
export interface Bucket extends Readonly<BucketKeys> {
  /** URL of the S3 API. */
  readonly endpoint: string;
  readonly bucketName: string;
  readonly region: string;
  /** Returns the destination of a job that would push here, including keys. */
  destinationConf(prefix?: string): string;
  put(key: string, bytes: Uint8Array): Promise<void>;
  /**
   * Uploads all files below a folder; keys are their relative paths.
   * @param onObject called after each object, with its key and its size in bytes
   * @returns the number of objects
   */
  uploadFolder(path: string, prefix: string, onObject?: (key: string, bytes: number) => void): Promise<number>;
  delete(key: string): Promise<void>;
  /** Stops the runtime and removes its files; not those of `objectsFolder`. */
  stop(): Promise<void>;
}

/** Starts a bucket. @throws HeadgateError if miniflare is not installed or does not start */
export async function startBucket(options: BucketOptions = {}): Promise<Bucket> {
  const bucketName = options.bucketName ?? 'sandbox';
  const { accessKeyId, secretAccessKey } = options.keys ?? createBucketKeys();
  const region = 'auto';
  const token = randomBytes(16).toString('hex');
  const { address, stop } = await startRuntime({
    folder: options.folder ?? join(tmpdir(), `headgate-bucket-${randomBytes(8).toString('hex')}`),
    port: options.port ?? 0,
    objectsFolder: options.objectsFolder,
    onSpawn: options.onSpawn,
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
    throw new HeadgateError(
      'bucket-write',
      `cannot ${action} ${key}: found HTTP ${answer.status} from the local bucket, expected 204; restart the bucket`,
    );
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

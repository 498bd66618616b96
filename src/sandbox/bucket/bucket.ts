// Local buckets for the sandbox, the demo and tests: the platform's own runtime with R2, its S3 API and the edge script, on loopback. Their
// objects are removed on stop unless they have a folder. Knows nothing of logs, and uses no network.
import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pMap from 'p-map';
import { HeadgateError } from '../../base/index.ts';
import {
  AUTH_KEY_SECRET,
  BUCKET_BINDING,
  EDGE_COMPATIBILITY_DATE,
  EDGE_KEY_HEADER,
  edgeScript,
} from '../edge/index.ts';
import { type EdgeOptions, edgeVariables } from './edge-options.ts';
import { RestartGate } from './restart-gate.ts';
import { type RuntimeConfiguration, startRuntime } from './runtime.ts';

/** Path of the S3 API under the runtime's address; defined by miniflare, which keeps all paths below /cdn-cgi/local to itself. */
const S3_PATH = '/cdn-cgi/local/r2/s3';

/** Options of {@link startBucket}. */
interface BucketOptions {
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
  /** Settings of the edge script. */
  edge?: EdgeOptions;
  /** @default no other buckets, and a new random key as the secret of the edge script */
  resources?: BucketResources;
  /** Called when the process of the bucket was started. It is ready later; the caller may use the time. */
  onSpawn?: () => void;
}

/** Keys for the S3 API of a bucket, which are valid only there. */
export interface BucketKeys {
  accessKeyId: string;
  secretAccessKey: string;
}

/** What the management API may change while the bucket runs. */
export interface BucketResources {
  /** Names of other buckets, with the same keys. The edge script has no access to them. */
  buckets: readonly string[];
  /** Secrets of the edge script, by name. */
  secrets: Readonly<Record<string, string>>;
}

/** Where a bucket is. */
interface BucketAccess {
  endpoint: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** Uploads in flight. */
const UPLOADS_AT_ONCE = 8;

/** Creates random keys of the platform's lengths: 32 and 64 hexadecimal digits. */
export function createBucketKeys(): BucketKeys {
  return { accessKeyId: randomBytes(16).toString('hex'), secretAccessKey: randomBytes(32).toString('hex') };
}

/** Creates a random key for the edge script: 64 hexadecimal digits. */
export function createEdgeKey(): string {
  return randomBytes(32).toString('hex');
}

/** A running bucket. */
export interface Bucket extends Readonly<BucketKeys> {
  /** URL of the S3 API. */
  readonly endpoint: string;
  readonly bucketName: string;
  readonly region: string;
  readonly edge: {
    /** Address of the edge script, without a slash at its end. */
    readonly url: string;
    /** Value of the header `X-Custom-Auth-Key`: that of the secret `AUTH_KEY_SECRET`. Empty without it: no request may write then. */
    readonly key: string;
  };
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
  /** Whether there is a bucket of this name. */
  has(bucketName: string): boolean;
  /** Whether a bucket contains no object. Not kept from a restart: to be called within {@link change}. */
  isEmpty(bucketName: string): Promise<boolean>;
  /**
   * Sends a request to the runtime: not during a restart, which waits for its answer.
   * @throws what `send` throws; the reason of the signal, if it ends the wait for a restart
   */
  pass<T>(send: () => Promise<T>, signal?: AbortSignal): Promise<T>;
  /**
   * Replaces other buckets and secrets. The runtime restarts at the same address, within about 0.2 seconds.
   * @param latest called while no request of {@link pass} is in progress; if it fails, nothing is restarted
   * @param undo called if `latest` fails or the runtime does not start again, before any other change
   * @throws HeadgateError `bucket-removed` if the folder of the objects was removed, `bucket-start` if it does not start again; what
   *   `latest` throws
   */
  change(latest: () => Promise<BucketResources>, undo?: () => void): Promise<void>;
  /** Stops the runtime and removes its files; not those of `objectsFolder`. */
  stop(): Promise<void>;
}

/** Starts a bucket. @throws HeadgateError if miniflare is not installed or does not start */
export async function startBucket(options: BucketOptions = {}): Promise<Bucket> {
  const { bucketName = 'sandbox', keys = createBucketKeys(), edge = {} } = options;
  const { accessKeyId, secretAccessKey } = keys;
  const region = 'auto';
  let resources: BucketResources = options.resources ?? {
    buckets: [],
    secrets: { [AUTH_KEY_SECRET]: createEdgeKey() },
  };
  const script = edgeScript();
  const s3Credentials = { accessKeyId, secretAccessKey };
  const configurationOf = ({ buckets, secrets }: BucketResources): RuntimeConfiguration => ({
    script,
    compatibilityDate: EDGE_COMPATIBILITY_DATE,
    bindings: { ...secrets, ...edgeVariables(edge) },
    r2Buckets: {
      // The S3 API serves only buckets with a binding. The script does not use those of the others.
      ...Object.fromEntries(buckets.map((id) => [`bucket ${id}`, { id, s3Credentials }])),
      [BUCKET_BINDING]: { id: bucketName, s3Credentials },
    },
  });
  const { address, restart, stop } = await startRuntime(
    {
      folder: options.folder ?? join(tmpdir(), `headgate-bucket-${randomBytes(8).toString('hex')}`),
      port: options.port ?? 0,
      objectsFolder: options.objectsFolder,
      onSpawn: options.onSpawn,
    },
    configurationOf(resources),
  );
  const endpoint = `${address.origin}${S3_PATH}`;
  const gate = new RestartGate();
  const edgeKey = () => resources.secrets[AUTH_KEY_SECRET] ?? '';

  async function write(method: 'PUT' | 'DELETE', key: string, body?: Uint8Array): Promise<void> {
    // An encoded slash never makes a path of the runtime: /cdn-cgi%2Flocal is a key.
    const url = new URL(encodeURIComponent(key), address);
    const status = await gate.pass(async () => {
      const answer = await fetch(url, { method, headers: { [EDGE_KEY_HEADER]: edgeKey() }, body: body ?? null });
      await answer.arrayBuffer();
      return answer.status;
    });
    if (status === 200) return;
    const fix =
      status === 403 ? `set the secret ${AUTH_KEY_SECRET} of the edge script` : 'check the key, or restart the bucket';
    throw new HeadgateError(
      'bucket-write',
      `cannot ${method === 'PUT' ? 'put' : 'delete'} ${key}: the local bucket answers HTTP ${status}; ${fix}`,
    );
  }

  const put = (key: string, bytes: Uint8Array) => write('PUT', key, bytes);
  return {
    endpoint,
    bucketName,
    accessKeyId,
    secretAccessKey,
    region,
    edge: {
      url: address.origin,
      get key() {
        return edgeKey();
      },
    },
    destinationConf: (prefix = '') =>
      `s3://${bucketName}/${prefix}?region=${region}&endpoint=${endpoint}&access-key-id=${accessKeyId}&secret-access-key=${secretAccessKey}`,
    put,
    uploadFolder: (path, prefix, onObject) => uploadFolder(put, path, prefix, onObject),
    delete: (key) => write('DELETE', key),
    has: (name) => name === bucketName || resources.buckets.includes(name),
    isEmpty: (name) => isEmptyBucket(name, { endpoint, region, accessKeyId, secretAccessKey }),
    pass: (send, signal) => gate.pass(send, signal),
    change: (latest, undo) =>
      gate.restart(async () => {
        try {
          const changed = await latest();
          await restart(configurationOf(changed));
          resources = changed;
        } catch (error) {
          undo?.();
          throw error;
        }
      }),
    stop,
  };
}

/**
 * Uploads all files below a folder; keys are their relative paths.
 * @param onObject called after each object, with its key and its size in bytes
 * @returns the number of objects
 */
async function uploadFolder(
  put: (key: string, bytes: Uint8Array) => Promise<void>,
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

/** Whether a bucket contains no object. Loads the SDK, which only a deletion needs. @throws errors of the SDK */
async function isEmptyBucket(name: string, access: BucketAccess): Promise<boolean> {
  const { ListObjectsV2Command, S3Client } = await import('@aws-sdk/client-s3');
  const { endpoint, region, ...credentials } = access;
  const client = new S3Client({ endpoint, region, credentials, forcePathStyle: true });
  try {
    const { KeyCount } = await client.send(new ListObjectsV2Command({ Bucket: name, MaxKeys: 1 }));
    return KeyCount === 0;
  } finally {
    client.destroy();
  }
}

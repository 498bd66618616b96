// The management API over a state in memory, with destinations that are folders below a temporary one.
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { HeadgateError } from '../../../src/base/index.ts';
import { type ApiOptions, BASE_PATH, createApi } from '../../../src/sandbox/api/create-api.ts';
import type { ObjectWriter } from '../../../src/sandbox/destination/object-writer.ts';
import { openState, type State } from '../../../src/sandbox/state/state.ts';

export const TOKEN = 'token-of-the-tests';
/** Part of every destination with keys: it must be in no error. */
export const SECRET = 'a-secret-access-key';

/** An envelope. */
export interface Envelope {
  success: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of many shapes
  result: any;
  errors: { code: number; message: string; source?: { pointer: string } }[];
  messages: unknown[];
  result_info?: Record<string, unknown>;
}

export interface Answer {
  status: number;
  headers: Headers;
  /** Undefined if the body is empty. */
  body: Envelope;
}

export interface LocalApi {
  state: State;
  app: ReturnType<typeof createApi>;
  /** Folder with the objects of all destinations. */
  folder: string;
  /** Destinations that are open now. */
  open: Set<object>;
  /** Faults that became HTTP 500. */
  faults: unknown[];
  /** @param path below `zones/{id}`, or below the base path if it begins with `/` */
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
}

/** Opens an API. @param options replace the defaults of the tests */
export async function openLocalApi(options: Partial<ApiOptions> = {}): Promise<LocalApi> {
  const state = options.state ?? openState({ token: TOKEN });
  const folder = await mkdtemp(join(tmpdir(), 'local-api-'));
  const faults: unknown[] = [];
  const open = new Set<object>();
  const app = createApi({
    state,
    openWriter: (conf) => openFolderWriter(folder, conf, open),
    buckets: {
      ownName: 'sandbox',
      change: async (store) => store(),
      isEmpty: async (name) => !name.startsWith('full'),
    },
    onFault: (error) => faults.push(error),
    ...options,
  });
  const call: LocalApi['call'] = async (method, path, body, headers = {}) => {
    const place = path.startsWith('/') ? path : `/zones/${state.identity.zoneId}/${path}`;
    const response = await app.request(`${BASE_PATH}${place}`, {
      method,
      headers: { authorization: `Bearer ${state.identity.token}`, ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === '' ? undefined! : JSON.parse(text) };
  };
  return { state, app, folder, open, faults, call };
}

/**
 * `s3://bucket/path` needs proof, `s3://bucket/path?endpoint=…` does not; the bucket `rejecting` accepts nothing, and
 * `silent` never answers, not even to the signal.
 */
async function openFolderWriter(folder: string, conf: string, open: Set<object>): Promise<ObjectWriter> {
  const [, bucket, path, query = ''] = /^s3:\/\/([^/?]+)\/?([^?]*)(?:\?(.*))?$/.exec(conf) ?? [];
  if (bucket === undefined) {
    throw new HeadgateError('location-scheme', 'cannot write to the destination: found another scheme, expected s3://');
  }
  const display = `s3://${bucket}/${path}`;
  const writer: ObjectWriter = {
    identity: display,
    display,
    needsProof: !query.includes('endpoint='),
    put: async (day, name, bytes) => {
      if (bucket === 'silent') return new Promise(() => {});
      if (bucket === 'rejecting')
        throw new HeadgateError('push-failed', `cannot write to ${display}: access was denied`);
      const key = join(path!.replace('{DATE}', day), name);
      const file = join(folder, bucket, key);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, bytes);
      return key;
    },
    close: () => void open.delete(writer),
  };
  open.add(writer);
  return writer;
}

/** A destination that needs no proof. */
export function keyedDestination(path = 'bucket/logs'): string {
  return `s3://${path}?region=auto&endpoint=http://127.0.0.1:1&access-key-id=id&secret-access-key=${SECRET}`;
}

/** A valid rule of custom fields. */
export const CUSTOM_RULE = {
  action: 'log_custom_field',
  expression: 'true',
  description: 'Set Logpush custom fields for HTTP requests',
  action_parameters: { request_fields: [{ name: 'content-type' }], cookie_fields: [{ name: '__ga' }] },
};

// Stores, lists and deletes the secrets of the edge script of a running sandbox. No result has a value.
import { HeadgateError, isVisibleAscii, printCount } from '../../base/index.ts';
import {
  AUTH_KEY_SECRET,
  EDGE_SCRIPT_NAME,
  MAX_SECRET_BYTES,
  READ_KEY_SECRET,
  SECRET_NAME,
} from '../../sandbox/edge/index.ts';
import { checkResourceName, openSandbox, type SandboxAccess } from './open-sandbox.ts';

/** A secret of the edge script. */
export interface SecretRequest extends SandboxAccess {
  /** `AUTH_KEY_SECRET` for the auth key of the script, `READ_KEY_SECRET` for its read key. */
  readonly name: string;
}

/** A secret with its value. */
export interface PutSecretRequest extends SecretRequest {
  readonly value: string;
}

/** The result of {@link listSecrets}. */
export interface SecretList {
  version: 1;
  script: string;
  /** Names. */
  secrets: string[];
}

/** The result of {@link putSecret} and {@link deleteSecret}. */
export interface SecretChange {
  version: 1;
  change: 'stored' | 'deleted';
  script: string;
  secret: string;
}

/**
 * Lists the secrets of the edge script of a running sandbox.
 * @throws HeadgateError `not-a-sandbox`, or if the API cannot be reached or rejects the access
 */
export async function listSecrets(request: SandboxAccess): Promise<SecretList> {
  const api = await openSandbox(request);
  return {
    version: 1,
    script: EDGE_SCRIPT_NAME,
    secrets: [...(await api.listSecrets(request.account, EDGE_SCRIPT_NAME))],
  };
}

/**
 * Stores a secret, in place of an earlier value. The script has it when the call returns.
 * @throws HeadgateError `api-secret` for an invalid name or value, or a name that the script uses otherwise; as {@link listSecrets}
 */
export async function putSecret({ name, value, ...access }: PutSecretRequest): Promise<SecretChange> {
  checkSecretName(name, 'store');
  checkValue(name, value);
  const api = await openSandbox(access);
  await api.putSecret(access.account, EDGE_SCRIPT_NAME, name, value);
  return { version: 1, change: 'stored', script: EDGE_SCRIPT_NAME, secret: name };
}

/**
 * Deletes a secret. Without `AUTH_KEY_SECRET`, no request writes through the script.
 * @throws HeadgateError `api-secret` if there is no such secret; as {@link listSecrets}
 */
export async function deleteSecret({ name, ...access }: SecretRequest): Promise<SecretChange> {
  checkSecretName(name, 'delete');
  const api = await openSandbox(access);
  await api.deleteSecret(access.account, EDGE_SCRIPT_NAME, name);
  return { version: 1, change: 'deleted', script: EDGE_SCRIPT_NAME, secret: name };
}

/** Checks the name of a secret. @throws HeadgateError `api-secret` */
export function checkSecretName(name: string, verb: 'store' | 'delete'): void {
  checkResourceName(verb, 'secret', name, SECRET_NAME);
}

/** Checks a value, which no message repeats. The platform stores a key of the script that no client can send. */
function checkValue(name: string, value: string): void {
  const bytes = Buffer.byteLength(value);
  if (bytes > MAX_SECRET_BYTES) {
    const [found, expected] = [bytes, MAX_SECRET_BYTES].map((count) => printCount(count));
    throw rejected(name, `found ${found} bytes, expected at most ${expected}; shorten the value`);
  }
  const isKey = name === AUTH_KEY_SECRET || name === READ_KEY_SECRET;
  if (!isKey || isVisibleAscii(value)) return;
  const found = value === '' ? 'an empty value' : 'a space, a line break or another unexpected character';
  throw rejected(
    name,
    `found ${found}, expected visible ASCII characters, because clients send it in a header; create one with openssl rand -hex 32`,
  );
}

function rejected(name: string, reason: string): HeadgateError {
  return new HeadgateError('api-secret', `cannot store the secret ${name}: ${reason}`, { kind: 'negative' });
}

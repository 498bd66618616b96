// Stores, lists and deletes the secrets of the edge script of a running sandbox. No result has a value.
import { EDGE_SCRIPT_NAME } from '../../edge/index.ts';
import { openSandbox, type SandboxAccess } from './open-sandbox.ts';

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
 * @throws HeadgateError `api-rejected` for a name or value that the API does not accept; as {@link listSecrets}
 */
export async function putSecret({ name, value, ...access }: PutSecretRequest): Promise<SecretChange> {
  const api = await openSandbox(access);
  await api.putSecret(access.account, EDGE_SCRIPT_NAME, name, value);
  return { version: 1, change: 'stored', script: EDGE_SCRIPT_NAME, secret: name };
}

/**
 * Deletes a secret. Without `AUTH_KEY_SECRET`, nobody writes through the script.
 * @throws HeadgateError `api-secret` if there is no such secret; as {@link listSecrets}
 */
export async function deleteSecret({ name, ...access }: SecretRequest): Promise<SecretChange> {
  const api = await openSandbox(access);
  await api.deleteSecret(access.account, EDGE_SCRIPT_NAME, name);
  return { version: 1, change: 'deleted', script: EDGE_SCRIPT_NAME, secret: name };
}

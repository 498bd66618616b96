// Prints a value of a job for a plan: as JSON text, without secrets. Every value in a change passes through here, except
// filters, which contain none.
import { redactSecrets, secretStart } from '../../../base/index.ts';
import { redactDestination } from './redact-destination.ts';

/**
 * Prints a value as JSON text without secrets.
 * @param path its key, or `output_options.<key>`
 */
export function printSetting(path: string, value: unknown): string {
  if (path === 'destination_conf' && typeof value === 'string') return JSON.stringify(redactDestination(value));
  const key = path.slice(path.lastIndexOf('.') + 1);
  return JSON.stringify(redacted(key, value)) ?? 'null';
}

/** @param key the innermost key of the value */
function redacted(key: string, value: unknown): unknown {
  if (isSecretName(key)) return '…';
  if (typeof value === 'string') return redactSecrets(value);
  if (Array.isArray(value)) return value.map((inner) => redacted(key, inner));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, redacted(name, inner)]));
}

/** Whether a key is the name of a secret: that of the API, or one that looks like it in a key that headgate does not know. */
function isSecretName(key: string): boolean {
  return key === 'ownership_challenge' || secretStart(`${key}=.`) >= 0;
}

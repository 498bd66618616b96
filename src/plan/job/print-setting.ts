// Prints a value of a job for a plan: as JSON text, without secrets. Every value in a change passes through here, except
// filters, which contain none.
import { redactSecrets, secretStart } from '../../base/index.ts';
import { redactDestination } from './destination-conf.ts';

/** Keys whose value is one secret. */
const SECRET_KEYS: ReadonlySet<string> = new Set(['ownership_challenge']);

/**
 * Prints a value as JSON text without secrets.
 * @param path its key, or `output_options.<key>`
 */
export function printSetting(path: string, value: unknown): string {
  if (SECRET_KEYS.has(path) || isSecretName(path)) return '"…"';
  if (path === 'destination_conf' && typeof value === 'string') return JSON.stringify(redactDestination(value));
  return JSON.stringify(redacted(value)) ?? 'null';
}

function redacted(value: unknown): unknown {
  if (typeof value === 'string') return redactSecrets(value);
  if (Array.isArray(value)) return value.map(redacted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, isSecretName(key) ? '…' : redacted(inner)]),
  );
}

/** A key that headgate does not know may be a parameter of a destination in the wrong place. */
function isSecretName(name: string): boolean {
  return secretStart(`${name}=`) >= 0;
}

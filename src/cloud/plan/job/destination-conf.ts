// destination_conf in a plan: whether two mean the same, and what the platform requires of it. docs/platform.md, "Destinations".
import { type Parameter, partsOf } from './destination-parts.ts';
import { isKnownName } from './redact-destination.ts';

/** Returns text that is equal for destinations that differ only in the order and the escapes of their parameters. Contains secrets. */
export function destinationKey(conf: string): string {
  const { address, parameters } = partsOf(conf);
  const sorted = parameters.toSorted((a, b) => (a.name === b.name ? 0 : a.name < b.name ? -1 : 1));
  return JSON.stringify([address, ...sorted.map(({ name, key }) => [name, key])]);
}

/** Names the parameters whose values differ although the printed destinations are equal. */
export function changedSecrets(from: string, to: string): string[] {
  const [old, next] = [from, to].map((conf) => Map.groupBy(partsOf(conf).parameters, ({ name }) => name));
  const keysOf = (parameters: readonly Parameter[] = []): string => parameters.map(({ key }) => key).join();
  const changed = [...next!].filter(([name, parameters]) => keysOf(parameters) !== keysOf(old!.get(name)));
  return [...new Set(changed.map(([name]) => (isKnownName(name) ? name : 'a parameter')))];
}

/** Kinds of destinations to which the platform writes a file with a token; Amazon S3 only without `endpoint`. */
const PROVEN_BY_FILE = /^(?:s3|gs|azure|sumo|file):|^\//i;

/** Whether the platform requires proof that the account owns the destination. docs/platform.md, "Management API". */
export function requiresProof(conf: string): boolean {
  const isCompatible = /^s3:/i.test(conf) && partsOf(conf).parameters.some(({ name }) => name === 'endpoint');
  return PROVEN_BY_FILE.test(conf) && !isCompatible;
}

/** Whether the platform tests the destination again at every update. docs/platform.md, "Management API". */
export function isTestedAgain(conf: string): boolean {
  return /^https?:/i.test(conf);
}

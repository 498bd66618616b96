// destination_conf in a plan: whether two mean the same, how one is printed without secrets, and what the platform requires
// of it. Never prints the value of a parameter that may be a secret. docs/platform.md, "Destinations".
import { redactLocation } from '../../destination/index.ts';

/** A parameter of the query; the name and the value are decoded. */
interface Parameter {
  readonly name: string;
  readonly value: string;
  /** The value with each escape decoded, except that of `+`: a `+` may mean a space. Equal for values of equal meaning. */
  readonly key: string;
}

/** The address before the `?`, and the parameters in the order of the text. */
function partsOf(conf: string): { address: string; parameters: readonly Parameter[] } {
  const question = conf.indexOf('?');
  if (question < 0) return { address: conf, parameters: [] };
  const parameters = conf
    .slice(question + 1)
    .split('&')
    .filter((part) => part !== '')
    .map((part) => {
      const equals = part.indexOf('=');
      const [name, value] = equals < 0 ? [part, ''] : [part.slice(0, equals), part.slice(equals + 1)];
      return { name: decode(name), value: decode(value), key: JSON.stringify(value.split('+').map(decode)) };
    });
  return { address: conf.slice(0, question), parameters };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Returns text that is equal for destinations that differ only in the order and the escapes of their parameters. Contains secrets. */
export function destinationKey(conf: string): string {
  const { address, parameters } = partsOf(conf);
  const sorted = parameters.toSorted((a, b) => (a.name === b.name ? 0 : a.name < b.name ? -1 : 1));
  return JSON.stringify([address, ...sorted.map(({ name, key }) => [name, key])]);
}

/** Parameters whose values are printed, and what such a value is made of: anything else may be a part of a secret. */
const PUBLIC_VALUES: ReadonlyMap<string, RegExp> = new Map([
  // Without long runs: an access key has no hyphens.
  ['region', /^(?!.*[a-z0-9]{20})[a-z0-9-]{1,32}$/i],
  ['sse', /^[a-z0-9:-]{1,16}$/i],
  ['endpoint', /^(?:https?:\/\/)?[a-z0-9.-]{1,253}(?::\d{1,5})?\/?$/i],
]);
/** Names that are printed: known ones, and headers of https destinations. Any other could be a part of a secret. */
const PUBLIC_NAME =
  /^(?:account-id|access-key-id|secret-access-key|session-token|region|sse|endpoint|s[a-z]{1,2}|header_[a-z-]{1,40}|tags)$/i;

/** An address, or a folder of the local service. */
const LOCATION = /^(?:[a-z][a-z0-9+.-]*:\/)?\//i;

/**
 * Prints a destination: its address, the names of its parameters, and those values that are never secret. Hides any other text, because it
 * may be a misplaced secret.
 */
export function redactDestination(conf: string): string {
  if (!LOCATION.test(conf)) return '…';
  const { address, parameters } = partsOf(conf);
  if (parameters.length === 0) return redactLocation(conf);
  const shown = parameters.map(({ name, value }) => {
    if (PUBLIC_VALUES.get(name)?.test(value) === true) return `${name}=${value}`;
    return `${PUBLIC_NAME.test(name) ? name : '…'}=…`;
  });
  return `${redactLocation(address)}?${shown.join('&')}`;
}

/** Names the parameters whose values differ although the printed destinations are equal: the public ones have equal values then. */
export function changedSecrets(from: string, to: string): string[] {
  const [old, next] = [from, to].map((conf) => Map.groupBy(partsOf(conf).parameters, ({ name }) => name));
  const keysOf = (parameters: readonly Parameter[] = []): string => parameters.map(({ key }) => key).join();
  const changed = [...next!].filter(([name, parameters]) => keysOf(parameters) !== keysOf(old!.get(name)));
  return [...new Set(changed.map(([name]) => (PUBLIC_NAME.test(name) ? name : 'a parameter')))];
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

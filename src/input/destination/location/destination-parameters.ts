// Parses the query of an s3:// or r2:// destination. An unknown parameter is an error, because a mistyped one would
// silently change nothing. Never prints values, and prints names only if they cannot be part of a secret.
import { nearest, resemblesAccessKey } from '../../../base/index.ts';
import { LocationFault } from './location.ts';

/** The parameters of a destination. docs/platform.md, "Destinations". */
const KNOWN = ['region', 'endpoint', 'account-id', 'access-key-id', 'secret-access-key', 'sse'] as const;
type ParameterName = (typeof KNOWN)[number];

/** The parameters that are set, with decoded values; an empty value counts as none. */
export type Parameters = Partial<Record<ParameterName, string>>;

/** The only value that may end in a slash. After any other value a slash is stray, as in a documented example. */
const SECRET = 'secret-access-key';
/** Known lengths of secrets (Amazon 40, R2 64): the last character of one that is longer by one is a stray slash. */
const SECRET_LENGTHS: ReadonlySet<number> = new Set([40, 64]);
/** Names that may be printed: no secret is that short and without digits. */
const PLAIN_NAME = /^[a-z]+(?:[-_][a-z]+)*$/i;
const LONGEST_PLAIN_NAME = 24;
/** Advice for parameters of other tools. */
const ADVICE: Readonly<Record<string, string>> = {
  'session-token':
    'temporary keys cannot be part of a destination; leave the keys out and set AWS_SESSION_TOKEN and the two others in the environment',
};

/**
 * Parses the query. `+` is kept: secrets contain it, and a destination is not a form. A value with an invalid escape is
 * taken literally.
 * @param text the text after the `?`
 * @param onUnknown receives the fault of each unknown parameter @default throws the first
 * @throws LocationFault `parameter`
 */
export function parseParameters(text: string, onUnknown: (fault: LocationFault) => void = raise): Parameters {
  const parameters: Parameters = {};
  let isAfterSecret = false;
  for (const part of text.split('&')) {
    // Parameters may be empty, and the text may end in a stray slash.
    if (part === '' || part === '/') continue;
    const equals = part.indexOf('=');
    const name = (equals < 0 ? part : part.slice(0, equals)).toLowerCase();
    if (!isKnown(name)) {
      onUnknown(unknownParameter(name, isAfterSecret));
      continue;
    }
    if (equals < 0) throw new LocationFault('parameter', `found ${name} without a value, expected ${name}=<value>`);
    const value = withoutStraySlash(name, decode(part.slice(equals + 1)));
    if (parameters[name] !== undefined && parameters[name] !== value) {
      throw new LocationFault('parameter', `found ${name} twice with different values, expected one value`);
    }
    parameters[name] = value;
    isAfterSecret ||= name === SECRET;
  }
  return parameters;
}

function raise(fault: LocationFault): never {
  throw fault;
}

function isKnown(name: string): name is ParameterName {
  return (KNOWN as readonly string[]).includes(name);
}

function withoutStraySlash(name: ParameterName, value: string): string {
  const isStray = value.endsWith('/') && (name !== SECRET || SECRET_LENGTHS.has(value.length - 1));
  return isStray ? value.replace(/\/+$/, '') : value;
}

function unknownParameter(name: string, isAfterSecret: boolean): LocationFault {
  const near = nearest(name, KNOWN);
  const isPrintable = PLAIN_NAME.test(name) && name.length <= LONGEST_PLAIN_NAME && !resemblesAccessKey(name);
  // A secret that contains an & looks like one more parameter.
  const advice = near === undefined ? ADVICE[name] : `did you mean ${near}?`;
  const parameter =
    isPrintable && (advice !== undefined || !isAfterSecret) ? `the parameter ${name}` : 'an unknown parameter';
  const known = KNOWN.join(', ');
  const escapes = isAfterSecret && advice === undefined ? '; write an & in a secret as %26' : '';
  return new LocationFault(
    'parameter',
    `found ${parameter}, expected ${known}${advice === undefined ? '' : `; ${advice}`}${escapes}`,
  );
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

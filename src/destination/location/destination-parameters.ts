// The query of an s3:// or r2:// destination → its parameters. A parameter that is not known is an error, because a mistyped
// one changes nothing and says nothing. Values are never printed, and names only where they cannot be part of a secret.
import { HeadgateError, nearest, resemblesAccessKey } from '../../base/index.ts';

/** What a destination can name. reference: log push, destinations. */
export type ParameterName = 'region' | 'endpoint' | 'account-id' | 'access-key-id' | 'secret-access-key' | 'sse';

/** Parameters with a value each, decoded; an empty value is as good as none. */
export type Parameters = Partial<Record<ParameterName, string>>;

const KNOWN: ReadonlySet<string> = new Set<ParameterName>([
  'region',
  'endpoint',
  'account-id',
  'access-key-id',
  'secret-access-key',
  'sse',
]);
/** The one value that may itself end in a slash; after any other it is a stray one, as a documented example writes it. */
const SECRET = 'secret-access-key';
/** Lengths of secrets that are known (Amazon 40, R2 64): with one character more the last one is a stray slash. */
const SECRET_LENGTHS: ReadonlySet<number> = new Set([40, 64]);
/** What a name looks like that may be printed: no secret is so short and without digits. */
const PLAIN_NAME = /^[a-z]+(?:[-_][a-z]+)*$/i;
const LONGEST_PLAIN_NAME = 24;
/** What to do about names that are used elsewhere. */
const ADVICE: Readonly<Record<string, string>> = {
  'session-token':
    'temporary keys cannot be part of a destination; leave the keys out and set AWS_SESSION_TOKEN and the two others in the environment',
};

/**
 * Reads the query. `+` stays as it is: secrets hold it, and a destination is no form. A value with a broken escape is taken
 * literally.
 * @param text what follows the `?`
 * @param display the destination without its query, for messages
 * @throws HeadgateError `location-parameter`
 */
export function parseParameters(text: string, display: string): Parameters {
  const parameters: Parameters = {};
  let isAfterSecret = false;
  for (const part of text.split('&')) {
    // Between two & there may be nothing, and at the end a stray slash.
    if (part === '' || part === '/') continue;
    const equals = part.indexOf('=');
    const name = (equals < 0 ? part : part.slice(0, equals)).toLowerCase();
    if (!isKnown(name)) throw unknownParameter(name, isAfterSecret, display);
    if (equals < 0) throw parameterError(display, `found ${name} without a value, expected ${name}=…`);
    const value = withoutStraySlash(name, decode(part.slice(equals + 1)));
    if (parameters[name] !== undefined && parameters[name] !== value) {
      throw parameterError(display, `found ${name} twice with different values, expected one`);
    }
    parameters[name] = value;
    isAfterSecret ||= name === SECRET;
  }
  return parameters;
}

function isKnown(name: string): name is ParameterName {
  return KNOWN.has(name);
}

function withoutStraySlash(name: ParameterName, value: string): string {
  const isStray = value.endsWith('/') && (name !== SECRET || SECRET_LENGTHS.has(value.length - 1));
  return isStray ? value.replace(/\/+$/, '') : value;
}

function unknownParameter(name: string, isAfterSecret: boolean, display: string): HeadgateError {
  const near = nearest(name, KNOWN);
  const isPrintable = PLAIN_NAME.test(name) && name.length <= LONGEST_PLAIN_NAME && !resemblesAccessKey(name);
  // A secret that holds an & seems to be followed by one more parameter.
  const advice = near === undefined ? ADVICE[name] : `did you mean ${near}?`;
  const found =
    isPrintable && (advice !== undefined || !isAfterSecret) ? `the parameter ${name}` : 'a parameter of another name';
  const known = [...KNOWN].join(', ');
  const escapes = isAfterSecret && advice === undefined ? '; an & in a secret is written %26' : '';
  return parameterError(
    display,
    `found ${found}, expected ${known}${advice === undefined ? '' : `; ${advice}`}${escapes}`,
  );
}

function parameterError(display: string, found: string): HeadgateError {
  return new HeadgateError('location-parameter', `cannot read ${display}: ${found}`);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

// Checks the text of a destination_conf before a job is created or moved to it: what the platform cannot mean is an error, what
// headgate only does not know is a warning. Sends no request; reads no settings of this machine.
import { nearest } from '../../../base/index.ts';
import { type Parameters, parseParameters } from './destination-parameters.ts';
import { parseEndpoint } from './endpoint.ts';
import { LocationFault } from './location.ts';
import { checkedRegion, endpointOfAccount, splitBucketAddress } from './parse-bucket-location.ts';
import { fewSlashes, OTHER_SSE, SSE } from './parse-write-location.ts';
import { otherSchemeReason, SCHEMES, s3SchemeOf, schemeOf } from './schemes.ts';

/** What is wrong with a destination. Contains no secret. */
export interface DestinationFinding {
  readonly isError: boolean;
  /** `found X, expected Y` */
  readonly message: string;
}

/** A folder: an absolute path, or a URL. */
const FOLDER = /^(?:\/|file:\/\/)/i;
const EXPECTED =
  'expected the address of a destination, such as s3://<bucket>/<dir>?region=… or r2://<bucket>/<dir>?account-id=…';
/** A longer scheme may be something else, and is not printed. Characters. */
const LONGEST_SCHEME = 16;

/** Checks a destination. @returns nothing for one that the platform may accept */
export function checkDestinationConf(conf: string): DestinationFinding[] {
  const text = conf.trim();
  const around = text === conf ? [] : [error('found white space around the address, expected none; remove it')];
  return [...around, ...checkAddress(text)];
}

function checkAddress(text: string): DestinationFinding[] {
  if (FOLDER.test(text)) {
    return [
      { isError: false, message: `found a folder, which only the sandbox can push to; on the platform, ${EXPECTED}` },
    ];
  }
  const bucketScheme = s3SchemeOf(text);
  if (bucketScheme !== undefined) return checkBucket(text, bucketScheme);
  if (otherSchemeReason(text) !== undefined) return [];
  const scheme = schemeOf(text);
  return [error(scheme === undefined ? (fewSlashes(text) ?? `found no scheme, ${EXPECTED}`) : describeScheme(scheme))];
}

function describeScheme(scheme: string): string {
  if (scheme === 'http') return 'found http://, expected https://';
  const near = nearest(scheme, SCHEMES);
  const shown = scheme.length > LONGEST_SCHEME ? 'an unknown scheme' : `the scheme ${scheme}://`;
  return `found ${shown}, ${EXPECTED}${near === undefined ? '' : `; did you mean ${near}://?`}`;
}

function checkBucket(text: string, scheme: 's3' | 'r2'): DestinationFinding[] {
  const findings: DestinationFinding[] = [];
  const attempt = <Result>(run: () => Result): Result | undefined => {
    try {
      return run();
    } catch (thrown) {
      if (!(thrown instanceof LocationFault)) throw thrown;
      findings.push(error(thrown.message));
      return undefined;
    }
  };
  const parts = attempt(() => splitBucketAddress(text, scheme));
  if (parts === undefined) return findings;
  let unknown = 0;
  const query = attempt(() =>
    parseParameters(parts.query, ({ message }) => {
      unknown += 1;
      findings.push({ isError: false, message });
    }),
  );
  if (query === undefined) return findings;
  const { region = '', endpoint = '', 'account-id': account = '' } = query;
  if (endpoint !== '') attempt(() => parseEndpoint(endpoint, 'endpoint'));
  else if (scheme === 'r2' && (account !== '' || unknown === 0)) attempt(() => endpointOfAccount(account));
  if (region !== '') attempt(() => checkedRegion(region));
  // An unknown parameter may be a misspelled one.
  else if (scheme === 's3' && unknown === 0) {
    findings.push({ isError: false, message: 'found no region, expected region=<region of the bucket>' });
  }
  return [...findings, ...checkKeys(scheme, query, unknown > 0), ...checkSse(query)];
}

function checkKeys(scheme: 's3' | 'r2', query: Parameters, hasUnknown: boolean): DestinationFinding[] {
  const missing = (['access-key-id', 'secret-access-key'] as const).filter((name) => !query[name]);
  const needsKeys = scheme === 'r2' || Boolean(query.endpoint);
  if (missing.length === 0 || hasUnknown || (missing.length === 2 && !needsKeys)) return [];
  const message = `found no ${missing.join(' and no ')}, expected both keys${needsKeys ? '' : ', or neither of them'}`;
  return [{ isError: missing.length === 1, message }];
}

function checkSse({ sse }: Parameters): DestinationFinding[] {
  return sse === undefined || sse === '' || sse === SSE ? [] : [error(OTHER_SSE)];
}

function error(message: string): DestinationFinding {
  return { isError: true, message };
}

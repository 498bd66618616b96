// Checks the text of a destination_conf before a job is created or moved to it: what the platform cannot mean is an error, what
// headgate only does not know is a warning. Sends no request; reads no settings of this machine.
import { HeadgateError, nearest } from '../../../base/index.ts';
import { type Parameters, parseParameters } from './destination-parameters.ts';
import { parseEndpoint } from './endpoint.ts';
import { schemeOf } from './location.ts';
import { checkedRegion, endpointOfAccount, splitBucketAddress } from './parse-bucket-location.ts';
import { ONE_SLASH, SSE } from './parse-write-location.ts';

/** What is wrong with a destination. Contains no secret. */
export interface DestinationFinding {
  readonly isError: boolean;
  /** `found X, expected Y` */
  readonly message: string;
}

/** Schemes of the platform that headgate neither checks nor writes to. docs/platform.md, "Destinations". */
const UNCHECKED_SCHEMES: ReadonlySet<string> = new Set(
  'gs azure https sumo splunk datadog bigquery kinesis ibmcl sentinelone pipelines'.split(' '),
);
/** A folder: an absolute path, or a URL. */
const FOLDER = /^(?:\/|file:\/\/)/i;
const EXPECTED =
  'expected the address of a destination, such as s3://<bucket>/<dir>?region=… or r2://<bucket>/<dir>?account-id=…';
/** A longer scheme may be something else, and is not printed. Characters. */
const LONGEST_SCHEME = 16;

/** Whether a destination of the platform is neither a bucket with an S3 API nor a folder: a log service, or another store. */
export function hasOtherScheme(conf: string): boolean {
  const scheme = schemeOf(conf);
  return scheme !== undefined && UNCHECKED_SCHEMES.has(scheme);
}

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
  const scheme = schemeOf(text);
  if (scheme === 's3' || scheme === 'r2') return checkBucket(text, scheme);
  if (scheme !== undefined) return UNCHECKED_SCHEMES.has(scheme) ? [] : [error(describeScheme(scheme))];
  const oneSlash = ONE_SLASH.exec(text)?.[1]?.toLowerCase();
  if (oneSlash !== undefined) return [error(`found too few slashes, expected ${oneSlash}://<bucket>/<dir>?…`)];
  return [error(`found no scheme, ${EXPECTED}`)];
}

function describeScheme(scheme: string): string {
  if (scheme === 'http') return 'found http://, expected https://';
  const near = nearest(scheme, ['s3', 'r2', ...UNCHECKED_SCHEMES]);
  const found = scheme.length > LONGEST_SCHEME ? 'an unknown scheme' : `the scheme ${scheme}://`;
  return `found ${found}, ${EXPECTED}${near === undefined ? '' : `; did you mean ${near}://?`}`;
}

function checkBucket(text: string, scheme: 's3' | 'r2'): DestinationFinding[] {
  const findings: DestinationFinding[] = [];
  const attempt = <Result>(run: () => Result): Result | undefined => {
    try {
      return run();
    } catch (thrown) {
      if (!(thrown instanceof HeadgateError)) throw thrown;
      findings.push(error(reasonOf(thrown)));
      return undefined;
    }
  };
  const parts = attempt(() => splitBucketAddress(text, scheme));
  if (parts === undefined) return findings;
  const display = `${scheme}://${parts.bucket}/${parts.prefix}`;
  let unknown = 0;
  const query = attempt(() =>
    parseParameters(parts.query, display, (one) => {
      unknown += 1;
      findings.push({ isError: false, message: reasonOf(one) });
    }),
  );
  if (query === undefined) return findings;
  const { region = '', endpoint = '', 'account-id': account = '' } = query;
  if (endpoint !== '') attempt(() => parseEndpoint(endpoint, 'endpoint', display));
  else if (scheme === 'r2' && (account !== '' || unknown === 0)) attempt(() => endpointOfAccount(account, display));
  if (region !== '') attempt(() => checkedRegion(region, display));
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
  return sse === undefined || sse === '' || sse === SSE
    ? []
    : [error(`found another value of sse, expected sse=${SSE} or no sse`)];
}

function error(message: string): DestinationFinding {
  return { isError: true, message };
}

/** The part of a message after `cannot read <destination>: `. */
function reasonOf({ message }: HeadgateError): string {
  return message.replace(/^cannot read .*?: (?=found )/s, '');
}

// The failures that every protocol over HTTP shares: a proxy, no server, no route, no TLS, silence, throttling. A data table.
import { ENDED_EARLY, type FailureFacts, type FailureRow, printStatus } from './request-failure.ts';

/** What messages advise to check. */
export interface NetworkAdvice<Facts> {
  /** Beginning of the codes. */
  code: string;
  /** What the server should be. */
  server: string;
  /** The setting that contains the address. */
  address: string;
  /** What to check if the host has no address. */
  hostName(facts: Facts): string;
  /** What to check if a server is there and does not answer. */
  network(facts: Facts): string;
  /** What to do with a server that does not speak TLS. */
  withoutTls(facts: Facts): string;
  /** What to do about errors of the server. */
  serverErrors: string;
  /** Code and message of a server that is another one. */
  other: Pick<FailureRow<Facts>, 'code' | 'describe'>;
}

/** HTTP statuses of a server that does not support the request: it fails every time. */
const UNSUPPORTED: ReadonlySet<number> = new Set([501, 505]);

const TLS_TRUST = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
]);
const TLS_CERTIFICATE = new Set(['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID', 'ERR_TLS_CERT_ALTNAME_INVALID']);

/** Codes of a connection that ends before the response does. */
const BROKEN =
  'ECONNRESET EPIPE ECONNABORTED ERR_STREAM_PREMATURE_CLOSE UND_ERR_SOCKET UND_ERR_RES_CONTENT_LENGTH_MISMATCH'.split(
    ' ',
  );

/** Creates a condition on the name of the error. */
export function named(...names: string[]): (facts: FailureFacts) => boolean {
  return ({ name }) => names.includes(name);
}

/** Creates a condition on the system codes of the error. */
export function coded(...codes: string[]): (facts: FailureFacts) => boolean {
  return (facts) => facts.codes.some((code) => codes.includes(code));
}

/** Creates the rows of a protocol. */
export function networkFailureRows<Facts extends FailureFacts>(advice: NetworkAdvice<Facts>): FailureRow<Facts>[] {
  const { code, server, address, hostName, network, withoutTls, serverErrors, other } = advice;
  return [
    {
      code: `${code}-proxy`,
      when: ({ status }) => status === 407,
      describe: ({ host }) =>
        `found a proxy in front of ${host} that requires a login (HTTP 407), expected one without a login; check the proxy settings of this machine`,
    },
    {
      code: `${code}-refused`,
      when: coded('ECONNREFUSED'),
      finding: 'read-failed',
      isTransient: true,
      isAddress: true,
      describe: ({ host }) =>
        `found no server at ${host} (connection refused), expected ${server}; check ${address} and its port`,
    },
    {
      code: `${code}-unknown-host`,
      when: coded('ENOTFOUND', 'EAI_AGAIN', 'EAI_NODATA'),
      finding: 'read-failed',
      isTransient: true,
      isAddress: true,
      describe: (facts) =>
        `found no address for the host ${facts.host}, expected a name that resolves; check ${hostName(facts)} and the network`,
    },
    {
      code: `${code}-unreachable`,
      when: coded('EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL'),
      finding: 'read-failed',
      isTransient: true,
      isAddress: true,
      describe: (facts) =>
        `found no network route to ${facts.host}, expected a reachable server; check ${network(facts)}`,
    },
    {
      code: `${code}-certificate`,
      when: (facts) => facts.codes.some((code) => TLS_TRUST.has(code) || TLS_CERTIFICATE.has(code)),
      finding: 'read-failed',
      describe: ({ host, codes }) =>
        codes.some((code) => TLS_TRUST.has(code))
          ? `found a certificate of ${host} from an authority that this machine does not trust, expected a trusted one; name the authority with NODE_EXTRA_CA_CERTS=<file.pem>`
          : `found a certificate of ${host} that has expired or names another host, expected a valid one; check ${address}, or renew the certificate`,
    },
    {
      code: `${code}-not-tls`,
      when: coded('EPROTO', 'ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_SSL_PACKET_LENGTH_TOO_LONG'),
      finding: 'read-failed',
      describe: (facts) =>
        `found a server at ${facts.host} that does not speak TLS, expected HTTPS; ${withoutTls(facts)}`,
    },
    {
      code: `${code}-too-many-open`,
      when: coded('EMFILE', 'ENFILE'),
      // open-limit.ts reads the object again, with fewer reads at a time.
      finding: 'too-many-open',
      describe: () =>
        'found no free file descriptor for a connection, expected at least one; raise the limit of open files, for example with ulimit -n 1024',
    },
    {
      code: `${code}-broken-connection`,
      // Precedes the timeout: the SDK names a reset connection a TimeoutError.
      when: (facts) =>
        coded(...BROKEN)(facts) ||
        named('HTTPParserError')(facts) ||
        // The response is not HTTP, or ends early.
        facts.codes.some((code) => code.startsWith('HPE_')) ||
        facts.message === 'aborted',
      finding: 'read-failed',
      isTransient: true,
      describe: (facts) => {
        const { host, message } = facts;
        const isShort = message.startsWith(ENDED_EARLY);
        const found = isShort ? `a response from ${host} that ${message}` : `a connection that ${host} keeps closing`;
        return `found ${found}, expected a complete response; check ${network(facts)}`;
      },
    },
    {
      code: `${code}-timeout`,
      when: (facts) =>
        named('TimeoutError', 'RequestTimeout')(facts) ||
        coded('ETIMEDOUT', 'ESOCKETTIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT')(facts) ||
        facts.status === 408,
      finding: 'read-failed',
      isTransient: true,
      isSilence: true,
      describe: (facts) => `found no response from ${facts.host} in time, expected one; check ${network(facts)}`,
    },
    {
      code: `${code}-throttled`,
      when: (facts) =>
        named('SlowDown', 'Throttling', 'ThrottlingException', 'TooManyRequests', 'RequestLimitExceeded')(facts) ||
        facts.status === 429 ||
        facts.status === 503,
      finding: 'read-failed',
      isTransient: true,
      describe: ({ host, status }) =>
        `found throttling by ${host}${printStatus(status)}, expected responses; try again later`,
    },
    {
      code: `${code}-server`,
      when: ({ status }) => status !== undefined && status >= 500 && !UNSUPPORTED.has(status),
      finding: 'read-failed',
      isTransient: true,
      describe: ({ host, status }) =>
        `found only server errors from ${host}${printStatus(status)}, expected responses; ${serverErrors}`,
    },
    { ...other, when: ({ status }) => UNSUPPORTED.has(status ?? 0), finding: 'read-failed' },
  ];
}

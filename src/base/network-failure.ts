// The failures of a connection, in words, whatever protocol it is for: a table of data. The first row that matches counts. Says nothing
// about retries.

/** A kind of failure; the end of the code of an error. */
export type NetworkFailureKind =
  | 'proxy'
  | 'refused'
  | 'unknown-host'
  | 'unreachable'
  | 'certificate'
  | 'not-tls'
  | 'tls'
  | 'too-many-open'
  | 'broken-connection'
  | 'timeout';

/** Words of a caller. */
export interface NetworkWords {
  host: string;
  /** The setting that contains the address: `the endpoint`. */
  address: string;
  /** What to check if a server may be there: the address, the network. */
  network: string;
  /** How to write the address of a server without TLS: `endpoint=http://127.0.0.1:9000`. */
  plain: string;
  /** After what happened in every attempt: `, in every attempt for 60 s`. Empty for one attempt. */
  attempts: string;
  /** Longest time to open a connection: `10 s`. */
  connectTime: string;
}

/** One kind of failure. Both texts are templates of {@link NetworkWords}. */
export interface NetworkFailure {
  kind: NetworkFailureKind;
  /** System codes of the error or of its causes; one of them matches. */
  codes: RegExp;
  /** A clause with a subject: what happened. */
  reason: string;
  /** An imperative: what to do. */
  advice: string;
}

/** Code of an answer with status 407, for a client that hides the status. */
export const PROXY_LOGIN = 'PROXY_LOGIN';

/** All kinds. A connection that breaks may have further codes, and precedes the timeout: S3's SDK names a reset connection a TimeoutError. */
export const NETWORK_FAILURES: readonly NetworkFailure[] = [
  {
    kind: 'proxy',
    codes: /^PROXY_LOGIN$/,
    reason: 'a proxy in front of {host} asks for a login (HTTP 407), which headgate does not support',
    advice: 'use a network without this proxy',
  },
  {
    kind: 'refused',
    codes: /^ECONNREFUSED$/,
    reason: 'no server listens at {host} (connection refused)',
    advice: 'check {address} and its port, or start the server',
  },
  {
    kind: 'unknown-host',
    codes: /^(?:ENOTFOUND|EAI_AGAIN|EAI_NODATA)$/,
    reason: 'the host name {host} has no address',
    advice: 'check {address} and the network',
  },
  {
    kind: 'unreachable',
    codes: /^(?:EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/,
    reason: 'the network has no route to {host}',
    advice: 'check {network}',
  },
  {
    kind: 'certificate',
    codes: /^CERT_HAS_EXPIRED$/,
    reason: 'the certificate of {host} has expired',
    advice: 'renew it, or check the clock of this machine',
  },
  {
    kind: 'certificate',
    codes: /^CERT_NOT_YET_VALID$/,
    reason: 'the certificate of {host} is not valid yet',
    advice: 'check the clock of this machine',
  },
  {
    kind: 'certificate',
    codes: /^ERR_TLS_CERT_ALTNAME_INVALID$/,
    reason: 'the certificate of {host} is valid for another name',
    advice: 'check {address}',
  },
  {
    kind: 'certificate',
    codes: /^(?!ERR_).*(?:CERT|ISSUER|SIGNATURE)/,
    reason: 'this machine does not trust the authority that signed the certificate of {host}',
    advice: 'name the authority with NODE_EXTRA_CA_CERTS=<file.pem>',
  },
  {
    kind: 'not-tls',
    codes: /^(?:EPROTO|ERR_SSL_WRONG_VERSION_NUMBER|ERR_SSL_PACKET_LENGTH_TOO_LONG)$/,
    reason: '{host} does not speak TLS, which https:// needs',
    advice: 'for a server on this machine, write {plain}',
  },
  {
    kind: 'tls',
    codes: /^ERR_(?:SSL|TLS)/,
    reason: '{host} and this machine agree on no TLS connection',
    advice: 'check {network}',
  },
  {
    kind: 'too-many-open',
    codes: /^(?:EMFILE|ENFILE)$/,
    reason: 'this process may not open more connections and files',
    advice: 'raise the limit, for example with ulimit -n 1024',
  },
  {
    kind: 'broken-connection',
    // HPE: the answer is not HTTP.
    codes:
      /^(?:ECONNRESET|EPIPE|ECONNABORTED|ERR_STREAM_PREMATURE_CLOSE|UND_ERR_SOCKET|UND_ERR_RES_CONTENT_LENGTH_MISMATCH|HPE_.*)$/,
    reason: '{host} closed the connection before the end of its answer{attempts}',
    advice: 'check {network}',
  },
  {
    kind: 'timeout',
    codes: /^UND_ERR_CONNECT_TIMEOUT$/,
    reason: '{host} does not accept a connection within {connectTime}{attempts}',
    advice: 'check {network}',
  },
];

/** Returns the kind of a failure by the system codes of its error. */
export function networkFailure(codes: readonly string[]): NetworkFailure | undefined {
  return NETWORK_FAILURES.find((row) => codes.some((code) => row.codes.test(code)));
}

/** Fills `{word}` in a template; leaves unknown words unchanged. */
export function fillWords(template: string, words: object): string {
  return template.replaceAll(/\{(\w+)\}/g, (text, word) => String((words as Record<string, unknown>)[word] ?? text));
}

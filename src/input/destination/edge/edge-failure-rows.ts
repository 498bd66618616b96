// The table of failures of the edge script: how to recognize each, its code, and its message. The first match counts.
import { coded, type NetworkAdvice, networkFailureRows } from '../bucket/network-failure-rows.ts';
import { type FailureFacts, type FailureRow, printStatus, REPLACED } from '../bucket/request-failure.ts';
import { PIPE } from '../location/parse-edge-location.ts';
import { MAX_REDIRECTS } from './edge-client.ts';
import type { EdgeResponseError, ResponseContent } from './edge-response-error.ts';

/** The facts about a failure. */
export interface EdgeFacts extends FailureFacts {
  /** Whether the requests carry a key. */
  hasKey: boolean;
  /** Whether the address is https:// and names this machine. */
  isLocalTls: boolean;
  /** The response, if there was one. */
  response: EdgeResponseError | undefined;
}

const EXPECTED_SCRIPT = 'expected the edge script';

const FOUND: Readonly<Record<ResponseContent, string>> = {
  empty: 'an empty response',
  text: 'text',
  json: 'JSON that is not a listing',
  'web-page': 'a web page',
  'login-page': 'a login page',
  s3: 'an S3 API',
  redirect: 'a redirect',
};

/** A server other than the script. */
const NOT_SCRIPT: Pick<FailureRow<EdgeFacts>, 'code' | 'describe'> = {
  code: 'edge-not-script',
  describe: ({ host, status, response }) => {
    const found = FOUND[response?.content ?? 'empty'];
    const where = response?.jsonPath === undefined ? '' : `, at ${JSON.stringify(response.jsonPath)}`;
    const fix =
      response?.content === 'login-page' || response?.content === 'web-page'
        ? 'check the address, and exempt the script from a login or firewall in front of it'
        : `check the address: https://<host>/<dir>, where <host> is the host of the script; ${PIPE}`;
    return `found ${found} from ${host}${printStatus(status)}${where}, ${EXPECTED_SCRIPT}; ${fix}`;
  },
};

const ADVICE: NetworkAdvice<EdgeFacts> = {
  code: 'edge',
  server: 'the edge script',
  address: 'the address',
  hostName: () => 'the address',
  network: () => 'the address, the network, a VPN or proxy',
  withoutTls: writeHttp,
  serverErrors: 'try again later, and check the logs of the script',
  other: NOT_SCRIPT,
};

function writeHttp({ host }: EdgeFacts): string {
  return `for a server on this machine, write http://${host}`;
}

/** Content that the script never sends as a listing or a rejection. */
const FOREIGN: readonly ResponseContent[] = ['web-page', 'login-page', 's3'];

/** Statuses with their own rows, whatever the content: a proxy, a slow request, throttling. */
const OTHER_ROWS: ReadonlySet<number> = new Set([407, 408, 429]);

/** Whether a listing was rejected or answered with content that the script never sends. Its own errors have other statuses. */
function isForeign({ action, response, status = 0 }: EdgeFacts): boolean {
  if (action !== 'list' || response === undefined || !FOREIGN.includes(response.content)) return false;
  return status === 200 || (status >= 400 && status < 500 && !OTHER_ROWS.has(status));
}

/** All recognized failures. */
export const EDGE_FAILURE_ROWS: readonly FailureRow<EdgeFacts>[] = [
  {
    code: 'edge-redirect',
    when: ({ response }) => response?.isLoop === true,
    finding: 'read-failed',
    describe: ({ host, status }) =>
      `found more than ${MAX_REDIRECTS} redirects within ${host}${printStatus(status)}, ${EXPECTED_SCRIPT}; check what is in front of it`,
  },
  {
    code: 'edge-redirect',
    when: ({ response }) => response?.content === 'redirect',
    finding: 'read-failed',
    describe: ({ host, response, status }) =>
      response?.redirectHost === undefined
        ? `found a redirect from ${host}${printStatus(status)} without an address, ${EXPECTED_SCRIPT}; check the address`
        : `found a redirect from ${host} to ${response.redirectHost}${printStatus(status)}, ${EXPECTED_SCRIPT}; the key is sent to one host only: write the address of the script itself, and exempt it from a login in front of it`,
  },
  {
    code: 'edge-not-script',
    when: (facts) => isForeign(facts) && facts.response?.content === 's3',
    describe: ({ host, status }) =>
      `found an S3 API at ${host}${printStatus(status)}, ${EXPECTED_SCRIPT}; write s3://<bucket>/<dir>?region=…&endpoint=${host}`,
  },
  {
    ...NOT_SCRIPT,
    // A firewall, a login or a site in front of the script. A page with status 200 may be one that a retry replaces.
    when: (facts) => isForeign(facts) && facts.status !== 200,
  },
  {
    code: 'edge-denied',
    when: ({ status }) => status === 401 || status === 403,
    finding: 'object-denied',
    describe: describeDenied,
  },
  {
    code: 'edge-changed',
    // Requests ask only for bytes that are known to exist, so an earlier end (416) means another object too.
    when: ({ action, status }) => action === 'get' && (status === 412 || status === 416),
    finding: 'object-changed',
    describe: () => REPLACED,
  },
  {
    code: 'edge-no-object',
    when: ({ action, status }) => action === 'get' && status === 404,
    finding: 'object-gone',
    describe: () => 'the object was listed but no longer exists',
  },
  {
    code: 'edge-not-tls',
    when: (facts) => facts.isLocalTls && coded('UND_ERR_CONNECT_TIMEOUT')(facts),
    finding: 'read-failed',
    describe: (facts) => `found no TLS handshake from ${facts.host} in time, expected HTTPS; ${writeHttp(facts)}`,
  },
  ...networkFailureRows(ADVICE),
  {
    ...NOT_SCRIPT,
    when: ({ action, status }) => action === 'list' && [200, 204, 404, 405].includes(status ?? 0),
    isGarbled: true,
  },
];

function describeDenied({ action, hasKey, host, status }: EdgeFacts): string {
  const http = printStatus(status);
  if (action === 'list') {
    const key = "expected the value of the script's READ_KEY_SECRET or AUTH_KEY_SECRET";
    return hasKey
      ? `found a key that ${host} rejects${http}, ${key}; correct HEADGATE_EDGE_KEY`
      : `found no key for ${host}, which does not list without one${http}, ${key}; set HEADGATE_EDGE_KEY, or name a single public object`;
  }
  return hasKey
    ? `found an object that the script does not serve${http}, expected one in its ALLOW_LIST_WITH_KEY or ALLOW_LIST; add its prefix to ALLOW_LIST_WITH_KEY, and deploy the script again`
    : `found an object that the script does not serve without a key${http}, expected one in its ALLOW_LIST; set HEADGATE_EDGE_KEY`;
}

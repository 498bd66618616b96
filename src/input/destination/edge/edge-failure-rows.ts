// The table of failures of the edge script: how to recognize each, its code, and its message. The first match counts.
import { networkFailureRows, UNSUPPORTED } from '../bucket/network-failure-rows.ts';
import { type FailureFacts, type FailureRow, GONE, REPLACED } from '../bucket/request-failure.ts';
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

const SENT: Readonly<Record<ResponseContent, string>> = {
  empty: 'an empty response',
  text: 'text',
  json: 'JSON that is not a listing',
  'web-page': 'a web page',
  'login-page': 'a login page',
  s3: 'an S3 API',
  redirect: 'a redirect',
};

/** A server other than the script. */
const NOT_SCRIPT: Pick<FailureRow<EdgeFacts>, 'code' | 'text'> = {
  code: 'edge-not-script',
  text: ({ response }) => {
    const where = response?.jsonPath === undefined ? '' : `, at ${JSON.stringify(response.jsonPath)}`;
    const fix =
      response?.content === 'login-page' || response?.content === 'web-page'
        ? 'check the address, and exempt the script from a login or firewall in front of it'
        : `check the address: https://<host>/<dir>, where <host> is the host of the script; ${PIPE}`;
    return `{host} sends ${SENT[response?.content ?? 'empty']} ({status}${where}) instead of an answer of the edge script; ${fix}`;
  },
};

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
    finding: 'read-failed',
    when: ({ response }) => response?.isLoop === true,
    text: `{host} redirects more than ${MAX_REDIRECTS} times to itself ({status}); check what is in front of the script`,
  },
  {
    code: 'edge-redirect',
    finding: 'read-failed',
    when: ({ response }) => response?.content === 'redirect',
    text: ({ response }) =>
      response?.redirectHost === undefined
        ? '{host} redirects without naming an address ({status}); check the address'
        : `{host} redirects to ${response.redirectHost} ({status}), and headgate does not follow, because the key is sent to one host only; write the address of the script itself, and exempt it from a login in front of it`,
  },
  {
    code: 'edge-not-script',
    when: (facts) => isForeign(facts) && facts.response?.content === 's3',
    text: '{host} is an S3 API, not the edge script ({status}); write s3://<bucket>/<dir>?region=…&endpoint={host}',
  },
  {
    ...NOT_SCRIPT,
    // A firewall, a login or a site in front of the script. A page with status 200 may be one that a retry replaces.
    when: (facts) => isForeign(facts) && facts.status !== 200,
  },
  {
    code: 'edge-denied',
    statuses: [401, 403],
    finding: 'object-denied',
    text: denied,
  },
  {
    code: 'edge-changed',
    action: 'get',
    // Requests ask only for bytes that are known to exist, so an earlier end (416) means another object too.
    statuses: [412, 416],
    finding: 'object-changed',
    text: REPLACED,
  },
  {
    code: 'edge-no-object',
    action: 'get',
    statuses: [404],
    finding: 'object-gone',
    text: GONE,
  },
  {
    code: 'edge-not-tls',
    finding: 'read-failed',
    when: ({ isLocalTls, codes }) => isLocalTls && codes.includes('UND_ERR_CONNECT_TIMEOUT'),
    text: '{host} does not speak TLS, which https:// needs (no handshake within {connectTime}); for a server on this machine, write {plain}',
  },
  ...networkFailureRows('edge'),
  { ...NOT_SCRIPT, finding: 'read-failed', statuses: UNSUPPORTED },
  {
    ...NOT_SCRIPT,
    action: 'list',
    statuses: [200, 204, 404, 405],
    isGarbled: true,
  },
];

function denied({ action, hasKey, response }: EdgeFacts): string {
  const secret = 'HEADGATE_EDGE_KEY to the READ_KEY_SECRET or AUTH_KEY_SECRET of the script';
  if (action === 'list') {
    return hasKey
      ? `{host} rejects the key ({status}); set ${secret}`
      : `{host} does not list without a key ({status}); set ${secret}, or name a single public object`;
  }
  if (response !== undefined && FOREIGN.includes(response.content)) {
    return `{host} sends ${SENT[response.content]} ({status}) instead of the object; check the address, and a login or firewall in front of the script`;
  }
  return hasKey
    ? 'the script does not serve this object ({status}), because neither ALLOW_LIST nor ALLOW_LIST_WITH_KEY contains it; add its prefix to ALLOW_LIST_WITH_KEY, and deploy the script again'
    : 'the script does not serve this object without a key ({status}); set HEADGATE_EDGE_KEY';
}

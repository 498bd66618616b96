// The failures that every protocol over HTTP shares: no server, no route, no TLS, silence, throttling. A data table.
import { NETWORK_FAILURES, type NetworkFailureKind } from '../../../base/index.ts';
import { ENDED_EARLY, type FailureFacts, type FailureKind, type FailureRow, TOO_SLOW } from './request-failure.ts';

/** HTTP statuses of a server that does not support the request: it fails every time. */
export const UNSUPPORTED: readonly number[] = [501, 505];

const OF_OBJECT = { finding: 'read-failed' } as const;
const TRANSIENT = { ...OF_OBJECT, isTransient: true } as const;
const NO_SERVER = { ...TRANSIENT, isAddress: true } as const;
const SILENT = { ...TRANSIENT, isSilence: true } as const;

/** What each kind means for the object and for a retry. */
const MEANINGS: Readonly<Record<NetworkFailureKind, FailureKind>> = {
  proxy: {},
  refused: NO_SERVER,
  'unknown-host': NO_SERVER,
  unreachable: NO_SERVER,
  certificate: OF_OBJECT,
  'not-tls': OF_OBJECT,
  tls: OF_OBJECT,
  // open-limit.ts reads the object again, with fewer reads at a time.
  'too-many-open': { finding: 'too-many-open' },
  'broken-connection': TRANSIENT,
  timeout: SILENT,
};

/** Creates the rows of a protocol. @param code beginning of the codes */
export function networkFailureRows(code: string): FailureRow<FailureFacts>[] {
  const answers = `{host} answers {status} ({problem}){requests}; try again later{longer}`;
  return [
    ...NETWORK_FAILURES.map(({ kind, codes, reason, advice }): FailureRow<FailureFacts> => {
      const isRepeated = reason.endsWith('{attempts}');
      const text = `${reason}; ${advice}${isRepeated ? '{longer}' : ''}`;
      const row = { ...MEANINGS[kind], code: `${code}-${kind}`, codes, text };
      if (kind === 'proxy') return { ...row, statuses: [407] };
      if (kind !== 'broken-connection') return row;
      return {
        ...row,
        names: ['HTTPParserError'],
        when: ({ message }) => message === 'aborted',
        text: ({ message }) =>
          message.startsWith(ENDED_EARLY) ? `the answer of {host} {message}{attempts}; ${advice}{longer}` : text,
      };
    }),
    {
      ...SILENT,
      code: `${code}-timeout`,
      names: ['RequestTimeout'],
      statuses: [408],
      text: answers.replace('{problem}', 'request timeout'),
    },
    {
      ...SILENT,
      code: `${code}-timeout`,
      names: ['TimeoutError'],
      codes: /^(?:ETIMEDOUT|ESOCKETTIMEDOUT|UND_ERR_HEADERS_TIMEOUT)$/,
      text: ({ message, hasAnswered }) => {
        const check = 'check {network}{longer}';
        if (message.startsWith(TOO_SLOW)) return `the answer of {host} {message}{attempts}; ${check}`;
        return hasAnswered
          ? `{host} does not answer within {silence}{attempts}; ${check}`
          : `{host} has not answered any request for {waited}; ${check}`;
      },
    },
    {
      ...TRANSIENT,
      code: `${code}-throttled`,
      names: ['SlowDown', 'Throttling', 'ThrottlingException', 'TooManyRequests', 'RequestLimitExceeded'],
      statuses: [429, 503],
      text: answers.replace('{problem}', 'slow down'),
    },
    {
      ...TRANSIENT,
      code: `${code}-server`,
      when: ({ status = 0 }) => status >= 500 && !UNSUPPORTED.includes(status),
      text: `${answers}{logs}`,
    },
  ];
}

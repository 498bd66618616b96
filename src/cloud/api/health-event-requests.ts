// The requests for health events and mails, which only a sandbox has. docs/sandbox.md, "Health events".
import { apiDeliveredEvents, apiMails } from './health-event-schemas.ts';
import type { ApiMail } from './health-event-types.ts';
import type { ManagementApi } from './management-api.ts';
import type { ApiRequest, Connection } from './request/api-request.ts';
import { requestAnswer, requestError } from './request/request-error.ts';
import { requestResult } from './request/request-result.ts';
import { SANDBOX_ADVICE } from './request/sandbox-advice.ts';
import { isFailure } from './request/send-request.ts';
import { readResult } from './result-schemas.ts';
import { accountOf } from './scope-words.ts';

/** Mails on one page: the most that the sandbox returns. */
const MAILS_PER_PAGE = 1000;

/** Creates the functions. */
export function healthEventRequests(connection: Connection): Pick<ManagementApi, 'playHealthEvents' | 'listOutbox'> {
  const playHealthEvents: ManagementApi['playHealthEvents'] = async (account, events) => {
    const request: ApiRequest = {
      action: 'play health events in the sandbox',
      advice: {
        ...SANDBOX_ADVICE,
        'api-missing':
          'expected the API, the account and the pools of the running sandbox; check CLOUDFLARE_BASE_URL and CLOUDFLARE_ACCOUNT_ID, and play the events again if pools were deleted meanwhile',
      },
      // A second request sends a second mail to everybody.
      hasEffects: true,
      send: (client, options) => client.post(`${pathOf(account)}/health_events`, { ...options, body: events }),
    };
    return requestResult(connection, request, apiDeliveredEvents);
  };

  const listOutbox: ManagementApi['listOutbox'] = async (account, most = Infinity) => {
    const mails: ApiMail[] = [];
    for (let cursor: string | undefined; ; ) {
      const query = {
        per_page: Math.min(MAILS_PER_PAGE, most - mails.length),
        ...(cursor === undefined ? {} : { cursor }),
      };
      const request: ApiRequest = {
        action: 'list the mails of the sandbox',
        advice: SANDBOX_ADVICE,
        hasEffects: false,
        send: (client, options) => client.get(`${pathOf(account)}/outbox`, { ...options, query }),
      };
      const answer = await requestAnswer(connection, request);
      const page = readResult(apiMails, answer);
      if (isFailure(page)) throw requestError(connection, request, page);
      mails.push(...page);
      cursor = answer.cursor;
      // A page without mails ends the list, too: an API that is no sandbox may return any cursor.
      if (cursor === undefined || page.length === 0 || mails.length >= most) return mails;
    }
  };

  return { playHealthEvents, listOutbox };
}

/** Path of the calls that only a sandbox has. @throws HeadgateError `api-id` for an id of another form */
function pathOf(account: string): string {
  return `/accounts/${accountOf(account).account_id}/sandbox`;
}

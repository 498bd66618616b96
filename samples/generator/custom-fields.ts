// The custom-fields ruleset of the sample zone: the only headers and cookies that its jobs log.

/** Logged request headers, in lower case, in the order of the ruleset. */
export const REQUEST_HEADERS = ['accept-language', 'content-type', 'x-api-version', 'x-search-term'] as const;
/** Logged response headers. */
export const RESPONSE_HEADERS = ['cache-control', 'x-release', 'x-error'] as const;
/** Logged cookies; names are case-sensitive. */
export const COOKIES = ['session_id', 'currency', 'cartId', 'greeting', 'prefs'] as const;

/** The ruleset as the API returns it. */
export const RULESET = {
  id: '3f0d4c2a9b7e41d58c6600aa17e2b9f4',
  name: 'Zone-level phase entry point',
  description: 'This ruleset configures custom log fields.',
  kind: 'zone',
  version: '4',
  rules: [
    {
      id: '92c5b0e7d41f4e3aa1607cd58b3f2e19',
      version: '3',
      action: 'log_custom_field',
      action_parameters: {
        request_fields: REQUEST_HEADERS.map((name) => ({ name })),
        response_fields: RESPONSE_HEADERS.map((name) => ({ name })),
        cookie_fields: COOKIES.map((name) => ({ name })),
      },
      expression: 'true',
      description: 'Headers and cookies of the shop',
      last_updated: '2026-10-12T08:41:07.330152Z',
      ref: '92c5b0e7d41f4e3aa1607cd58b3f2e19',
      enabled: true,
    },
  ],
  last_updated: '2026-10-12T08:41:07.330152Z',
  phase: 'http_log_custom_fields',
} as const;

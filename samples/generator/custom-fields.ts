// The custom-fields ruleset of the sample zone, which is that of the sandbox: the only headers and cookies that its jobs log.
import { FIELDS_RULE, RULESET_DESCRIPTION, RULESET_NAME } from '../../src/sandbox/prepare-zone.ts';

export { COOKIES, REQUEST_HEADERS, RESPONSE_HEADERS } from '../../src/sandbox/prepare-zone.ts';

/** The ruleset as the API returns it. */
export const RULESET = {
  id: '3f0d4c2a9b7e41d58c6600aa17e2b9f4',
  name: RULESET_NAME,
  description: RULESET_DESCRIPTION,
  kind: 'zone',
  version: '4',
  rules: [
    {
      id: '92c5b0e7d41f4e3aa1607cd58b3f2e19',
      version: '3',
      action: FIELDS_RULE.action,
      action_parameters: FIELDS_RULE.action_parameters,
      expression: FIELDS_RULE.expression,
      description: FIELDS_RULE.description,
      last_updated: '2026-10-12T08:41:07.330152Z',
      ref: '92c5b0e7d41f4e3aa1607cd58b3f2e19',
      enabled: true,
    },
  ],
  last_updated: '2026-10-12T08:41:07.330152Z',
  phase: 'http_log_custom_fields',
} as const;

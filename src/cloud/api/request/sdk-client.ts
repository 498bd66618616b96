// The official SDK with the resources that headgate needs. Every option is explicit: none of the variables that the SDK reads from the
// environment changes an address, a header, a credential or a log. The SDK does not retry: send-request.ts does.
import { BaseWebhooks } from 'cloudflare/resources/alerting/destinations/webhooks';
import { BasePolicies } from 'cloudflare/resources/alerting/policies';
import { BaseSilences } from 'cloudflare/resources/alerting/silences';
import { BasePools } from 'cloudflare/resources/load-balancers/pools/pools';
import { BaseJobs } from 'cloudflare/resources/logpush/jobs';
import { BaseOwnership } from 'cloudflare/resources/logpush/ownership';
import { BaseContent } from 'cloudflare/resources/logpush/transformers/content';
import { BaseTransformers } from 'cloudflare/resources/logpush/transformers/transformers';
import { BaseVersions } from 'cloudflare/resources/logpush/transformers/versions';
import { BaseBuckets } from 'cloudflare/resources/r2/buckets/buckets';
import { BasePhases } from 'cloudflare/resources/rulesets/phases';
import { BaseRules } from 'cloudflare/resources/rulesets/rules';
import { BaseRulesets } from 'cloudflare/resources/rulesets/rulesets';
import { BaseSecrets } from 'cloudflare/resources/workers/scripts/secrets';
import { BaseZones } from 'cloudflare/resources/zones/zones';
import { createClient } from 'cloudflare/tree-shakable';
import type { Credentials } from '../management-api.ts';
import { fetchWhole } from './fetch-whole.ts';

/** The client. */
export type SdkClient = ReturnType<typeof createSdkClient>;

/**
 * Creates a client.
 * @param timeoutMs for a request with its whole answer
 * @param observer of every request and every answer
 */
export function createSdkClient(
  baseURL: string,
  credentials: Credentials,
  timeoutMs: number,
  { onRequest, onAnswer }: { readonly onRequest: () => void; readonly onAnswer: (headers: Headers) => void },
) {
  const isToken = 'token' in credentials;
  return createClient({
    resources: [
      BaseJobs,
      BaseOwnership,
      BaseTransformers,
      BaseContent,
      BaseVersions,
      BaseRulesets,
      BasePhases,
      BaseRules,
      BaseZones,
      BaseBuckets,
      BaseSecrets,
      BasePools,
      BasePolicies,
      BaseSilences,
      BaseWebhooks,
    ],
    baseURL,
    apiToken: isToken ? credentials.token : null,
    apiEmail: isToken ? null : credentials.email,
    apiKey: isToken ? null : credentials.key,
    userServiceKey: null,
    logLevel: 'off',
    maxRetries: 0,
    timeout: timeoutMs,
    fetch: async (url, init) => {
      onRequest();
      const answer = await fetchWhole(url, init, credentials);
      onAnswer(answer.headers);
      return answer;
    },
  });
}

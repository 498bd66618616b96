// The body of the request that creates a planned policy.
import type { PolicyBody } from '../../api/index.ts';
import { HEALTH_ALERT } from '../coverage/coverage.ts';
import type { PlannedPolicy } from '../migration.ts';

/** What the dashboard shows below the name. */
const DESCRIPTION = "Created by headgate from the e-mail recipients of the pools' health notifications.";

/** The body for `POST …/alerting/v3/policies`. Every filter is written out, so that the policy reports no other and no future pool. */
export function policyBody({ name, emails, webhooks, sources, health, pools }: PlannedPolicy): PolicyBody {
  return {
    name,
    description: DESCRIPTION,
    enabled: true,
    alert_type: HEALTH_ALERT,
    mechanisms: {
      ...(emails.length > 0 && { email: emails.map((id) => ({ id })) }),
      ...(webhooks.length > 0 && { webhooks: webhooks.map((id) => ({ id })) }),
    },
    filters: { pool_id: pools.map(({ id }) => id), new_health: health, event_source: sources },
  };
}

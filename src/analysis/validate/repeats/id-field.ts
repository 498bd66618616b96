// The field that identifies an event of a dataset, if there is one. Not every RayID does: one request may cause several firewall
// events.
import type { Dataset } from '../../../language/dataset/index.ts';

/**
 * By dataset. The documentation calls these the id of the event itself: the request, the log entry, the alert. Datasets whose ids
 * name something with several events (a session, a device, a rule) are left out: equal ids are correct there.
 */
export const ID_FIELDS: Readonly<Record<string, string>> = {
  http_requests: 'RayID',
  audit_logs: 'ID',
  audit_logs_v2: 'AuditLogID',
  gateway_http: 'RequestID',
  dlp_forensic_copies: 'ForensicCopyID',
};

/** The id of a dataset's events; undefined if it has none. */
export function idFieldOf(dataset: Dataset): string | undefined {
  const field = ID_FIELDS[dataset.name];
  return field !== undefined && dataset.fields.has(field) ? field : undefined;
}

// The fields that a table of example lines shows unless the user chooses: those of the filter, then what identifies and describes an event.
import type { Dataset } from './field.ts';

/** Fields that identify an event or what caused it. The first that a dataset has is shown. */
const IDENTIFYING: readonly string[] = [
  ...['RayID', 'AuditLogID', 'ID', 'RequestID', 'QueryID', 'ForensicCopyID', 'AlertID', 'ConnectionID', 'SessionID'],
  ...['TestID', 'AssetExternalID', 'ProgramID', 'SignatureID', 'DeviceID', 'ClusterID', 'TunnelID'],
];

/** Fields that describe an event, the most informative first: where, what happened, how it ended, who. Our own choice. */
const DESCRIBING: readonly string[] = [
  ...['ClientRequestPath', 'EdgeResponseStatus', 'ClientRequestMethod', 'ClientRequestHost', 'Action', 'ActionType'],
  ...[
    'ActionResult',
    'EventType',
    'QueryName',
    'QueryType',
    'URL',
    'HTTPURL',
    'HTTPMethod',
    'HTTPStatusCode',
    'Method',
  ],
  ...[
    'ScriptName',
    'Outcome',
    'Application',
    'Event',
    'EventKind',
    'Type',
    'TestType',
    'Status',
    'Decision',
    'Allowed',
  ],
  ...['AppDomain', 'FinalDisposition', 'Subject', 'FindingTypeDisplayName', 'FindingTypeSeverity', 'PostureCheckName'],
  ...['PostureEvaluatedResult', 'Toggled', 'ConfigNameTo', 'Message', 'SignatureMessage', 'Direction', 'Protocol'],
  ...[
    'ResponseCode',
    'RCode',
    'ResolverDecision',
    'SourceIP',
    'DestinationIP',
    'IPSourceAddress',
    'IPDestinationAddress',
  ],
  ...[
    'DestinationPort',
    'SourceAddress',
    'DestinationAddress',
    'SNI',
    'PageURL',
    'Host',
    'Hostname',
    'URI',
    'ClientIP',
  ],
  ...[
    'IP',
    'SrcAddr',
    'SrcIP',
    'ClientIPCountry',
    'ClientCountry',
    'Country',
    'Email',
    'ActorEmail',
    'UserEmail',
    'From',
  ],
  ...['DeviceName', 'Username', 'ProgramType', 'ClientAddress', 'ServerAddress', 'RemoteIP', 'LocalIP', 'Mode'],
  ...['ClientPlatform', 'TriggeredRuleID', 'Phase', 'Level', 'ColoCode'],
];

/** Most describing fields: more do not fit into a line. */
const MOST_DESCRIBING = 6;

/**
 * Returns the fields to show of a line, the most important first: those that filters test, one that identifies the event, the event time, and
 * some that describe it.
 * @param tested fields that filters test; kept as they are
 */
export function shownFields({ fields, eventTime }: Dataset, tested: readonly string[]): string[] {
  const id = IDENTIFYING.find((name) => fields.has(name));
  const describing = DESCRIBING.filter((name) => fields.has(name)).slice(0, MOST_DESCRIBING);
  return [...new Set([...tested, ...(id === undefined ? [] : [id]), eventTime.field, ...describing])];
}

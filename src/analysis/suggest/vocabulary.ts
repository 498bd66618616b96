// The fields that a suggested filter may test: those that name what was requested and how it was answered. Identities, times, ports and personal fields
// are left out, because their values do not come back the next day, or are about people. Reads no lines.
import { type Dataset, type Field, PERSONAL_FIELDS } from '../../language/dataset/index.ts';
import { operatorsFor } from '../../language/filter/index.ts';

/** What a field may be used for. `naming`: a condition alone. `detail`: a further condition of a conjunction. */
export type FieldRole = 'naming' | 'detail';

/** Why a field is left out. */
export type LeftOutReason = 'personal' | 'identity' | 'repeats' | 'absent' | 'distinct';

/** Ends of names of fields whose values are new every day, or name a place or a client. Ours. */
const IDENTITIES =
  /(?:IDs?|Ray|UID|AUD|Hash|Token|Fingerprint|JA4?3?\w*|Timestamp\w*|Date\w*|Times?|Start|Finish|At|Port|ASN\w*|IPs?|IPClass|Address|Subnet|Netmask|Latitude|Longitude|City|Region\w*|Country\w*|Countries|Zip|GeoHash|Serial\w*|Colo\w*|LastModified|Expires|Checksum|Number|Description|Name(?:Reversed)?|Password|Body|Payload|Metadata)$/;
/** Ends of names that {@link IDENTITIES} contains and that name a thing. */
const THINGS = /(?:ScriptName|QueryName|ZoneName|ApplicationName|QueryTypeName|ProtocolName|ServerName)$/;
/** Integers that are codes: their single values mean something. */
const CODES = /(?:Status|StatusCode|Code|RCode|QueryType)$/;
/** The address with its query, which changes with each release: the path is beside it. */
const REPEATS: Readonly<Record<string, string>> = { ClientRequestURI: 'ClientRequestPath' };

/** The roles of the fields of a dataset that has many fields. Patterns of names above decide the roles in other datasets. */
interface FieldRoles {
  /** Name a thing; other fields are details. */
  naming: readonly string[];
  /** Distinguish kinds of lines. */
  kinds: readonly string[];
  /** A report counts their values that nothing is left of. */
  missed: readonly string[];
}

/** By dataset. Ours. */
export const FIELD_ROLES: Readonly<Record<string, FieldRoles>> = {
  http_requests: {
    naming: [
      'CacheCacheStatus',
      'ClientDeviceType',
      'ClientRequestHost',
      'ClientRequestMethod',
      'ClientRequestPath',
      'ClientRequestSource',
      'EdgePathingSrc',
      'EdgePathingStatus',
      'EdgeRequestHost',
      'EdgeResponseContentType',
      'EdgeResponseStatus',
      'VerifiedBotCategory',
      'WorkerScriptName',
      'WorkerSubrequest',
      'ZoneName',
    ],
    kinds: [
      'ClientRequestHost',
      'ClientRequestMethod',
      'ClientRequestPath',
      'EdgeResponseStatus',
      'CacheCacheStatus',
      'SecurityAction',
    ],
    missed: ['ClientRequestHost', 'ClientRequestPath', 'ClientIP'],
  },
};

/** Returns the role of a field, or why it has none. @param used fields that the user asked for */
export function roleOf(
  field: Field,
  dataset: Dataset,
  used: ReadonlySet<string>,
): FieldRole | LeftOutReason | undefined {
  const { name, type } = field;
  if (field.unfilterable === true || field.removed !== undefined || operatorsFor(type).length === 0) return undefined;
  if (type === 'timestamp' || type === 'float') return used.has(name) ? 'detail' : 'identity';
  if (used.has(name)) return 'naming';
  if (PERSONAL_FIELDS.includes(name)) return 'personal';
  if (name in REPEATS && dataset.fields.has(REPEATS[name]!)) return 'repeats';
  if (name === dataset.eventTime.field || (IDENTITIES.test(name) && !THINGS.test(name) && !CODES.test(name)))
    return 'identity';
  const chosen = FIELD_ROLES[dataset.name];
  if (chosen !== undefined) return chosen.naming.includes(name) ? 'naming' : 'detail';
  return type === 'int' && !CODES.test(name) ? 'detail' : 'naming';
}

/** Whether the single values of an integer mean something: of a measure, only thresholds are conditions. */
export function isCode({ name }: Field): boolean {
  return CODES.test(name);
}

/** Whether a field has a role. */
export function isRole(role: FieldRole | LeftOutReason | undefined): role is FieldRole {
  return role === 'naming' || role === 'detail';
}

/** Fields of a dataset that a suggestion may need. */
export function wantedFields(dataset: Dataset, used: ReadonlySet<string>): Set<string> {
  const { kinds = [], missed = [] } = FIELD_ROLES[dataset.name] ?? {};
  const own = [...dataset.fields.values()].filter((field) => isRole(roleOf(field, dataset, used)));
  return new Set([...own.map(({ name }) => name), ...kinds, ...missed]);
}

// The fields of a line: how each follows from an exchange, and what the service logs without data. Precomputed for each
// builder; creates no line.
import type { Instant, Value } from '../../base/index.ts';
import { loggedKeyOf, type Ruleset } from '../../language/custom-fields/index.ts';
import type { Dataset, Field, FieldType, LoggedKey } from '../../language/dataset/index.ts';
import { EXCHANGE_FIELDS, type TargetedExchange } from '../traffic/index.ts';
import { ZONE_NAME } from '../zone-name.ts';
import { fromBigint, loggedValueOf } from './logged-value.ts';

/** What fields are read from: an exchange, and what the service adds. */
export interface LineSource extends TargetedExchange {
  readonly start: Instant;
  readonly end: Instant;
  /** Logged unless the exchange has a `cf-ray` header. */
  readonly generatedRayId: string;
}

/** One field of a line. */
export interface Column {
  readonly name: string;
  /** What the service logs without data. Never modified. */
  readonly zero: Value;
  readonly zeroJson: Uint8Array;
  /** Whether `fields` of an exchange may replace the value. */
  readonly isReplaceable: boolean;
  /** Returns the value of an exchange. */
  readonly read: (source: LineSource) => Value;
  /** The configured fields, for a key that contains custom fields. */
  readonly parts: readonly CustomPart[] | undefined;
}

/** One configured field of a key. */
export interface CustomPart {
  readonly name: string;
  /** `"name":` */
  readonly key: Uint8Array;
  /** Index of the field in the ruleset. */
  readonly index: number;
}

/** Values without data, by type. `unknown`: the documentation does not contain the type. */
const ZERO: Readonly<Record<FieldType, () => Value>> = {
  string: () => '',
  int: () => 0,
  float: () => 0,
  bool: () => false,
  timestamp: () => 0,
  object: () => new Map(),
  'array[string]': () => [],
  'array[int]': () => [],
  'array[object]': () => [],
  unknown: () => null,
};

/** Other values without data. `00`: the request is not a subrequest. docs/platform.md, "Datasets". */
const ZERO_OF_FIELD: Readonly<Record<string, Value>> = { ParentRayID: '00', ZoneName: ZONE_NAME };

/** Fields whose values the service decides itself. */
const OWN_FIELDS: Readonly<Record<string, (source: LineSource) => Value>> = {
  EdgeStartTimestamp: ({ start }) => fromBigint(start),
  EdgeEndTimestamp: ({ end }) => fromBigint(end),
};

/** Returns the fields of a dataset that are logged: all but the removed ones, in the order of the catalog. */
export function columnsOf({ fields }: Dataset, ruleset: Ruleset | undefined): Map<string, Column> {
  const columns = new Map<string, Column>();
  for (const field of fields.values()) {
    if (field.removed === undefined) columns.set(field.name, columnOf(field, ruleset));
  }
  return columns;
}

function columnOf({ name, type, customFields }: Field, ruleset: Ruleset | undefined): Column {
  const zero = ZERO_OF_FIELD[name] ?? ZERO[type]();
  const own = OWN_FIELDS[name];
  const parts = customFields === true ? partsOf(name as LoggedKey, ruleset) : undefined;
  return {
    name,
    zero,
    zeroJson: Buffer.from(zeroText(zero)),
    isReplaceable: own === undefined && parts === undefined,
    read: own ?? readOf(name, zero),
    parts,
  };
}

function zeroText(zero: Value): string {
  return zero instanceof Map ? '{}' : JSON.stringify(zero);
}

function readOf(name: string, zero: Value): Column['read'] {
  const read = EXCHANGE_FIELDS[name];
  if (read === undefined) return () => zero;
  if (name === 'RayID') return (source) => (read(source) as string | undefined) || source.generatedRayId;
  return (source) => {
    const value = read(source);
    return typeof value === 'string' ? value : value === undefined ? zero : loggedValueOf(value);
  };
}

function partsOf(key: LoggedKey, ruleset: Ruleset | undefined): CustomPart[] {
  return (ruleset?.fields ?? []).flatMap(({ array, name }, index) =>
    loggedKeyOf(array) === key ? [{ name, key: Buffer.from(`${JSON.stringify(name)}:`), index }] : [],
  );
}

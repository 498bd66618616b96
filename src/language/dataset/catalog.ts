// The catalog of datasets: datasets.json (the public documentation as of the commits it names) as typed values.
// Builds a dataset on first use, to keep startup fast.
import { enumerate, HeadgateError, nearest, nearestFirst } from '../../base/index.ts';
import catalog from './datasets.json' with { type: 'json' };
import type { Dataset, EventTime, Field, FieldType, Scope } from './field.ts';

/** The parts of an entry of datasets.json that the program uses. */
interface CatalogEntry {
  scope: Scope;
  also_scopes?: Scope[];
  fields: { name: string; type: string; deprecated?: boolean }[];
  event_time: EventTime;
  custom_field_objects?: string[];
  legacy_fields?: { name: string; type: string; removed?: string; replaced_by?: string }[];
  unfilterable_fields?: string[];
}

const { _meta, ...entries } = catalog;
const ENTRIES: ReadonlyMap<string, CatalogEntry> = new Map(
  Object.entries(entries as unknown as Record<string, CatalogEntry>),
);
const built = new Map<string, Dataset>();
let knownFields: ReadonlySet<string> | undefined;

/** Longer names get no "did you mean", whose cost grows with the name's length. Characters. */
export const MAX_COMPARED_LENGTH = 64;

/** Most dataset names in the message for an unknown one. */
const MAX_SHOWN_NAMES = 3;

/** Every dataset, in the order of the documentation. */
export const DATASET_NAMES: readonly string[] = [...ENTRIES.keys()];

/** The dataset of a filter or job that names none. */
export const DEFAULT_DATASET = 'http_requests';

/**
 * Returns the dataset with this name.
 * @throws HeadgateError `unknown-dataset` (kind `negative`), with the closest known name
 */
export function getDataset(name: string): Dataset {
  const known = built.get(name);
  if (known !== undefined) return known;
  const entry = ENTRIES.get(name);
  if (entry === undefined) {
    throw new HeadgateError(
      'unknown-dataset',
      `cannot use the dataset: found ${JSON.stringify(name.slice(0, MAX_COMPARED_LENGTH))}, expected the name of a dataset${adviceFor(name)}`,
      { kind: 'negative' },
    );
  }
  const dataset = datasetFrom(name, entry);
  built.set(name, dataset);
  return dataset;
}

/** Names the closest dataset first. */
function adviceFor(name: string): string {
  const isCompared = name.length <= MAX_COMPARED_LENGTH;
  const near = isCompared ? nearest(name, DATASET_NAMES) : undefined;
  if (near !== undefined) return `; did you mean ${near}?`;
  const shown = (isCompared ? nearestFirst(name, DATASET_NAMES) : DATASET_NAMES).slice(0, MAX_SHOWN_NAMES);
  return `, such as ${enumerate(shown, 'or')}; headgate datasets lists all ${DATASET_NAMES.length}`;
}

/** Names of the datasets that have the field, including removed fields. */
export function datasetsWithField(field: string): readonly string[] {
  return DATASET_NAMES.filter((name) => getDataset(name).fields.has(field));
}

/** Whether any dataset has a field with this name, including removed fields. */
export function isKnownField(name: string): boolean {
  knownFields ??= new Set(DATASET_NAMES.flatMap((dataset) => [...getDataset(dataset).fields.keys()]));
  return knownFields.has(name);
}

function datasetFrom(name: string, entry: CatalogEntry): Dataset {
  const fields = new Map<string, Field>();
  for (const { name: field, type, removed: date, replaced_by: replacedBy } of entry.legacy_fields ?? []) {
    fields.set(field, {
      name: field,
      type: typeFrom(type),
      removed: { ...(date !== undefined && { date }), ...(replacedBy !== undefined && { replacedBy }) },
    });
  }
  for (const { name: field, type, deprecated } of entry.fields) {
    fields.set(field, {
      name: field,
      type: typeFrom(type),
      ...(deprecated === true && { deprecated }),
      ...(entry.unfilterable_fields?.includes(field) && { unfilterable: true }),
      ...(entry.custom_field_objects?.includes(field) && { customFields: true }),
    });
  }
  const { field, unit } = entry.event_time;
  return { name, scope: entry.scope, alsoScopes: entry.also_scopes ?? [], fields, eventTime: { field, unit } };
}

/** The documentation's "int or string" is a timestamp; a job's `timestamp_format` decides which. */
function typeFrom(documented: string): FieldType {
  return documented === 'int or string' ? 'timestamp' : (documented as FieldType);
}

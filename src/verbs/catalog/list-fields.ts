// Lists the fields of datasets from the catalog, with what a filter can do with each. Reads no logs.
import {
  DATASET_NAMES,
  type Dataset,
  DEFAULT_DATASET,
  FIELD_TYPES,
  type Field,
  type FieldType,
} from '../../language/dataset/index.ts';
import { OPERATORS, operatorsFor } from '../../language/filter/index.ts';
import { checkChoice } from '../request/check-value.ts';
import { datasetOfFlag } from '../request/named-filters.ts';

/** Which fields to list. */
export interface ListFieldsRequest {
  /** @default `http_requests`; with `search`, every dataset */
  dataset?: string | undefined;
  /** Only fields of this type. @default any */
  type?: FieldType | undefined;
  /** Only fields whose name contains this, in any case. @default any */
  search?: string | undefined;
}

/** A field that a record of a dataset may have. */
export interface ListedField {
  dataset: string;
  name: string;
  type: FieldType;
  /** Operators that filters may use on the field, as JSON spells them; none: the field cannot be filtered. */
  operators: readonly string[];
  /** The same in expressions: negations of those with a word have `not` before them. */
  expressionOperators: readonly string[];
  /** The platform accepts filters on this type, but does not document them. */
  isUndocumented?: true;
  /** It contains the time of the event. */
  isEventTime?: true;
  /** Still pushed, but due to be replaced. */
  isDeprecated?: true;
  /** The platform rejects the field in filters although its type can be filtered. */
  isUnfilterable?: true;
  /** It contains the fields that a custom-fields ruleset adds. */
  hasCustomFields?: true;
  /** No longer pushed, but present in older files. */
  removed?: { date?: string; replacedBy?: string };
}

/** The result of `fields list`. */
export interface FieldList {
  version: 1;
  /** The datasets searched. */
  datasets: string[];
  /** By dataset, then as in the documentation; removed fields last. */
  fields: ListedField[];
}

/** Types that filters accept without documentation. `docs/semantics.md`, "Types". */
const UNDOCUMENTED: ReadonlySet<FieldType> = new Set(['float', 'timestamp']);

/**
 * Lists fields.
 * @throws HeadgateError `unknown-dataset` with the nearest name; `usage` for an unknown type
 * @example
 * ```ts
 * import { listFields } from 'headgate';
 *
 * const { fields } = listFields({ dataset: 'http_requests', search: 'country' });
 * for (const { name, type, expressionOperators } of fields) console.log(name, type, expressionOperators.join(' '));
 * // => ClientCountry string == != starts_with ends_with contains in
 * ```
 */
export function listFields({ dataset, type, search }: ListFieldsRequest = {}): FieldList {
  if (type !== undefined) checkChoice('type', type, FIELD_TYPES);
  const names = dataset === undefined && search !== undefined ? DATASET_NAMES : [dataset ?? DEFAULT_DATASET];
  const part = search?.toLowerCase() ?? '';
  const fields = names.flatMap((name) => fieldsOf(datasetOfFlag(name)));
  return {
    version: 1,
    datasets: [...names],
    fields: fields.filter(
      (field) => (type === undefined || field.type === type) && field.name.toLowerCase().includes(part),
    ),
  };
}

function fieldsOf(dataset: Dataset): ListedField[] {
  const fields = [...dataset.fields.values()].map((field) => listedField(field, dataset));
  return [...fields.filter(({ removed }) => removed === undefined), ...fields.filter(({ removed }) => removed)];
}

function listedField(field: Field, { name: dataset, eventTime }: Dataset): ListedField {
  const { name, type, deprecated, removed, unfilterable, customFields } = field;
  const operators = unfilterable === true ? [] : operatorsFor(type);
  return {
    ...{ dataset, name, type, operators },
    expressionOperators: [...new Set(operators.map((operator) => OPERATORS[operator].spelling))],
    ...(operators.length > 0 && UNDOCUMENTED.has(type) && { isUndocumented: true }),
    ...(name === eventTime.field && { isEventTime: true }),
    ...(deprecated && { isDeprecated: true }),
    ...(unfilterable && { isUnfilterable: true }),
    ...(customFields && { hasCustomFields: true }),
    ...(removed && { removed }),
  };
}

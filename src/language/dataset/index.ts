// The platform's datasets: their fields, the types of the fields, and the field with the event time.
export {
  DATASET_NAMES,
  DEFAULT_DATASET,
  datasetsWithField,
  getDataset,
  isKnownField,
  MAX_COMPARED_LENGTH,
} from './catalog.ts';
export {
  COMBINED_BYTES,
  CUSTOM_FIELDS_DATASET,
  hasCustomFields,
  LOGGED_KEYS,
  type LoggedKey,
  TRUNCATED_FROM_BYTES,
  truncatedKeyOf,
} from './custom-fields.ts';
export { eventTimeOf, instantOf } from './event-time.ts';
export { type Dataset, FIELD_TYPES, type Field, type FieldType, type Scope } from './field.ts';
export { type ForeignKeys, keyRemarksOf, wrappedAdvice } from './foreign-keys.ts';
export { checkFieldNames, fieldInOtherCase, nearestField } from './nearest-field.ts';
export { type MixedDataset, mixedDatasetsOf, type OtherDatasets, otherDatasetsOf } from './other-datasets.ts';
export { PERSONAL_FIELDS } from './personal-fields.ts';
export { RAY_FIELD } from './ray-field.ts';
export { type ShownFields, shownFields } from './shown-fields.ts';
export { isInteger, isValueOfType } from './value-type.ts';

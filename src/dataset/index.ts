// The platform's datasets: which fields they have, of which types, and which of them is the time of the event.
export {
  DATASET_NAMES,
  DEFAULT_DATASET,
  datasetsWithField,
  getDataset,
  isKnownField,
  MAX_COMPARED_LENGTH,
} from './catalog.ts';
export { eventTimeOf, instantOf } from './event-time.ts';
export type { Dataset, EventTime, Field, FieldType, Scope } from './field.ts';

// `headgate/filter`: filters, proofs, records, verdicts and explanations in a fraction of the memory of the whole library. Only re-exports, and
// only what needs no network, no bucket and no kernel. src/index.ts exports all of it, too. docs/library.md describes it.
// The types refer to Node's, which the compiler includes only on request.
/// <reference types="node" preserve="true" />
// biome-ignore-all assist/source/organizeImports: filters come first, then what they are evaluated on

// Filters: read, check, print, compile, explain.
export {
  canonicalFilter,
  type CompiledCondition,
  type CompiledFilter,
  compileFilter,
  type CompileOptions,
  type ConditionExplanation,
  explainFilter,
  type Explanation,
  type Filter,
  type FilterReading,
  type GroupExplanation,
  MAX_FILTER_BYTES,
  MAX_FILTER_OPERATORS,
  type NullReading,
  printExpression,
  printFilterJson,
  printJobString,
  type Problem,
  readFilter,
  type Truth,
  type Verdict,
  VERDICT_NAMES,
  type VerdictName,
} from './language/filter/index.ts';

// Proofs of filters.
export {
  areEqual,
  implies,
  neverHas,
  type Proof,
  type ProofOptions,
  type RecordDomain,
  type RewriteKind,
  type Witness,
} from './language/logic/index.ts';

// Datasets and their fields.
export {
  type Dataset,
  DATASET_NAMES,
  DEFAULT_DATASET,
  type Field,
  type FieldType,
  getDataset,
} from './language/dataset/index.ts';

// Records.
export {
  createRecordReader,
  type InputShape,
  type LineReading,
  type LineRecord,
  readLine,
  type RecordReader,
  type RecordReaderOptions,
  type RecordSink,
} from './input/record/index.ts';

// Errors and exact values.
export {
  Decimal,
  type ErrorKind,
  type FieldSource,
  HeadgateError,
  HugeInteger,
  type JsonObject,
  parseJson,
  printJson,
  recordFrom,
  type Value,
} from './base/index.ts';

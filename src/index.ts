// headgate as a library: read a filter, run it, replay it over objects. A whole run, as the tests run it:
//
//   import { compileFilter, getDataset, readFilter, recordFrom, VERDICT_NAMES } from 'headgate';
//
//   const dataset = getDataset('http_requests');
//   const reading = readFilter('EdgeResponseStatus >= 500 and ClientCountry == "de"', dataset);
//   if (reading.filter === undefined) throw new Error(reading.problems.map((problem) => problem.message).join('\n'));
//   const filter = compileFilter(reading.filter, dataset);
//   const verdict = filter.verdict(recordFrom({ EdgeResponseStatus: 503, ClientCountry: 'de' }));
//   console.log(VERDICT_NAMES[verdict]); // keep
export {
  Decimal,
  type FieldSource,
  HeadgateError,
  HugeInteger,
  type Instant,
  parseJson,
  printJson,
  recordFrom,
  type TimeRange,
  type Value,
} from './base/index.ts';
export {
  DATASET_NAMES,
  type Dataset,
  DEFAULT_DATASET,
  type Field,
  type FieldType,
  getDataset,
} from './dataset/index.ts';
export {
  type Destination,
  type Listing,
  type Location,
  type ObjectFinding,
  openDestination,
  parseLocation,
  parseObjectKey,
  readObject,
  type StoredObject,
} from './destination/index.ts';
export {
  type CompiledCondition,
  type CompiledFilter,
  type CompileOptions,
  canonicalFilter,
  compileFilter,
  type Explanation,
  explainFilter,
  type Filter,
  type FilterReading,
  MAX_FILTER_BYTES,
  MAX_FILTER_OPERATORS,
  type Problem,
  printExpression,
  printFilterJson,
  printJobString,
  readFilter,
  VERDICT_NAMES,
  type Verdict,
  type VerdictName,
} from './filter/index.ts';
export { createLineOutput, isSampled, type LineOutput } from './output/index.ts';
export {
  createRecordReader,
  type LineRecord,
  type RecordReader,
  type RecordReaderOptions,
  type RecordSink,
} from './record/index.ts';
export {
  type ConditionCount,
  type Detail,
  type FieldCount,
  type JobReport,
  mergeReports,
  Replay,
  type ReplayJob,
  type ReplayOptions,
  type Report,
  type SourceTotal,
} from './replay/index.ts';
export type { ObjectPass, Pass } from './scan/index.ts';

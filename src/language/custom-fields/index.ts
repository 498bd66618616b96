// Custom fields: parses and checks rulesets, and reads the fields that a line would contain from an exchange.

export { type ExchangeHeaders, FieldReader, type LoggedFields } from './field-reader.ts';
export { type FieldFigures, FieldTally, type TrafficFigures } from './field-tally.ts';
export { findFieldsToRemove } from './fields-to-remove.ts';
export {
  CLASSIC_FIELDS,
  CURRENT_FIELDS_PER_ARRAY,
  type CustomFieldLimits,
  LIMITS,
  type LimitsName,
  NEAR_LIMIT_BYTES,
} from './limits.ts';
export { type LoggedField, type LoggedGroup, loggedGroups } from './logged-groups.ts';
export { chooseFields, type ProposalOptions } from './propose/choose-fields.ts';
export { isCredentialName } from './propose/credential.ts';
export type {
  FieldProposal,
  LeftOutCode,
  LeftOutName,
  ProposalNote,
  ProposedCode,
  ProposedField,
} from './propose/field-proposal.ts';
export { type NameFigures, NameTally } from './propose/name-tally.ts';
export { type ProposedRuleset, proposedRuleset } from './propose/proposed-ruleset.ts';
export {
  checkJob,
  checkJobs,
  isOfCustomFields,
  type JobMismatch,
  listsKey,
  MISMATCH_SEVERITIES,
} from './ruleset/check-job.ts';
export { CUSTOM_FIELDS_PHASE } from './ruleset/find-rules.ts';
export {
  configuredFields,
  type RulesetReading,
  type RulesetReadingOptions,
  readRuleset,
} from './ruleset/read-ruleset.ts';
export { ACTION as CUSTOM_FIELDS_ACTION } from './ruleset/rule-schema.ts';
export { type ConfiguredField, FIELD_ARRAYS, type FieldArray, loggedKeyOf, type Ruleset } from './ruleset/ruleset.ts';
export type { RulesetProblem } from './ruleset/ruleset-problem.ts';
export type { SimilarName } from './similar-name.ts';
export { type LoggedValue, sizeOf, truncatedValues, truncateValues } from './truncate.ts';

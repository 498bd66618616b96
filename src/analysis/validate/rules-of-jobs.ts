// The rules on a job and its ruleset, which a report lists before the rules on objects and lines. Severities come from the folders that
// check these facts: every command reports the same one. Checks nothing itself.
import { MISMATCH_SEVERITIES } from '../../language/custom-fields/index.ts';
import { JOB_SEVERITIES } from '../../language/output/index.ts';
import type { Rule } from './rule.ts';

/** Rules by code. */
export const RULES_OF_JOBS = {
  'job-filter-object': {
    severity: JOB_SEVERITIES['job-filter-object'],
    of: 'job',
    title: 'a filter given as an object',
    advice: 'write the filter as a JSON string: the platform rejects an object; lines were checked against this filter',
  },
  'job-filter-empty': {
    severity: JOB_SEVERITIES['job-filter-empty'],
    of: 'job',
    title: 'an empty filter, which means no filter',
    advice: 'the job pushes every line; write a filter, or remove the key',
  },
  'job-option-unknown': {
    severity: JOB_SEVERITIES['job-option-unknown'],
    of: 'job',
    title: 'unknown output_options',
    advice: 'correct the name: the platform ignores such an option',
  },
  'job-option-misplaced': {
    severity: JOB_SEVERITIES['job-option-misplaced'],
    of: 'job',
    title: 'output options outside output_options',
    advice: 'move them into output_options: the platform ignores them elsewhere',
  },
  'job-template': {
    severity: JOB_SEVERITIES['job-template'],
    of: 'job',
    title: 'an invalid record_template',
    advice: 'correct the template: it may contain only fields, constants and comments',
  },
  'job-field-unknown': {
    severity: JOB_SEVERITIES['job-field-unknown'],
    of: 'job',
    title: 'field_names that are not in the dataset',
    advice: 'correct the name; the type of such a field was not checked',
  },
  'job-field-removed': {
    severity: JOB_SEVERITIES['job-field-removed'],
    of: 'job',
    title: 'field_names that the platform no longer pushes',
    advice: 'remove them, or list the fields that replace them',
  },
  'job-field-unlisted': {
    severity: JOB_SEVERITIES['job-field-unlisted'],
    of: 'job',
    title: 'fields of the record_template that field_names does not list',
    advice: 'add them to field_names: until then they are null in every line',
  },
  'job-no-fields': {
    severity: JOB_SEVERITIES['job-no-fields'],
    of: 'job',
    title: 'the job has no field_names',
    advice:
      'pass the job as the API returns it, with output_options; fields, their order and their types were not checked',
  },
  'job-legacy': {
    severity: JOB_SEVERITIES['job-legacy'],
    of: 'job',
    title: 'the job uses the legacy logpull_options',
    advice: 'move to output_options, which the platform prefers where both are set',
  },
  'job-state': {
    severity: JOB_SEVERITIES['job-state'],
    of: 'job',
    title: 'the job is disabled, or has had an error',
    advice:
      'a disabled or failing job pushes nothing, and the lines that it misses are never pushed later: fetch the job again',
  },
  'job-field-deprecated': {
    severity: JOB_SEVERITIES['job-field-deprecated'],
    of: 'job',
    title: 'deprecated field_names',
    advice: 'the platform will remove these fields: stop depending on them',
  },
  'job-field-repeated': {
    severity: JOB_SEVERITIES['job-field-repeated'],
    of: 'job',
    title: 'repeated field_names',
    advice: 'remove the repetition: a line contains the field once',
  },
  'job-sampled': {
    severity: 'remark',
    of: 'job',
    title: 'the job pushes only a sample of the lines that its filter keeps',
    advice:
      'stored lines cannot show whether the sample is right: compare the number of lines with a job without sample_rate',
  },
  'ruleset-dataset': {
    severity: MISMATCH_SEVERITIES['job-dataset'],
    of: 'job',
    title: 'custom fields for a job of another dataset',
    advice: 'custom fields exist only in http_requests: omit --ruleset, or pass the job that the ruleset applies to',
  },
  'ruleset-unused': {
    severity: MISMATCH_SEVERITIES['no-key-listed'],
    of: 'job',
    title: 'the job lists none of the configured custom fields',
    advice:
      'add Cookies, RequestHeaders or ResponseHeaders to field_names: until then this job pushes no custom fields',
  },
  'ruleset-unlisted': {
    severity: MISMATCH_SEVERITIES['key-not-listed'],
    of: 'job',
    title: 'configured custom fields that the job does not list',
    advice: 'to log them, add the key to field_names; another job of the zone may list it',
  },
  'ruleset-nothing': {
    severity: MISMATCH_SEVERITIES['key-not-configured'],
    of: 'job',
    title: 'listed custom fields that the ruleset does not configure',
    advice: 'configure names in the ruleset, or remove the key from field_names: its value is always empty',
  },
} as const satisfies Readonly<Record<string, Rule>>;

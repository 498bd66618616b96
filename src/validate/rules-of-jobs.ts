// The rules on a job and its ruleset, before any line: the first ones of a report. Severities are those of the places that check,
// so that every command gives a fact the same one. Checks nothing itself.
import { MISMATCH_SEVERITIES } from '../custom-fields/index.ts';
import { JOB_SEVERITIES } from '../output/index.ts';
import type { Rule } from './rule.ts';

/** By code. */
export const RULES_OF_JOBS = {
  'job-filter-object': {
    severity: JOB_SEVERITIES['job-filter-object'],
    of: 'job',
    title: 'a filter given as an object',
    advice:
      'write the filter as a JSON string: the platform refuses an object; lines were checked against what it says',
  },
  'job-filter-empty': {
    severity: JOB_SEVERITIES['job-filter-empty'],
    of: 'job',
    title: 'the filter is read as no filter',
    advice: 'every line is pushed; write a filter, or leave the key out',
  },
  'job-option-unknown': {
    severity: JOB_SEVERITIES['job-option-unknown'],
    of: 'job',
    title: 'output_options the platform does not have',
    advice: 'correct the name: the platform ignores such an option',
  },
  'job-option-misplaced': {
    severity: JOB_SEVERITIES['job-option-misplaced'],
    of: 'job',
    title: 'output options outside output_options',
    advice: 'move them into output_options: the platform does not read them elsewhere',
  },
  'job-template': {
    severity: JOB_SEVERITIES['job-template'],
    of: 'job',
    title: 'a record_template that is no template',
    advice: 'correct the template: the platform knows fields, constants and comments only',
  },
  'job-field-unknown': {
    severity: JOB_SEVERITIES['job-field-unknown'],
    of: 'job',
    title: 'field_names the dataset does not have',
    advice: 'correct the name; values of such a field were not checked for their type',
  },
  'job-field-removed': {
    severity: JOB_SEVERITIES['job-field-removed'],
    of: 'job',
    title: 'field_names that are no longer pushed',
    advice: 'take them out, or list the field that replaces them',
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
      'give the job as the API returns it, with output_options; fields, their order and their types were not checked',
  },
  'job-legacy': {
    severity: JOB_SEVERITIES['job-legacy'],
    of: 'job',
    title: 'the job has the legacy logpull_options',
    advice: 'move to output_options, which the platform prefers where both are set',
  },
  'job-state': {
    severity: JOB_SEVERITIES['job-state'],
    of: 'job',
    title: 'the job is disabled, or has had an error',
    advice:
      'a job that is disabled or fails pushes nothing, and what it misses is never pushed again: read the job back',
  },
  'job-field-deprecated': {
    severity: JOB_SEVERITIES['job-field-deprecated'],
    of: 'job',
    title: 'field_names that are going to be removed',
    advice: 'plan to do without them',
  },
  'job-field-repeated': {
    severity: JOB_SEVERITIES['job-field-repeated'],
    of: 'job',
    title: 'field_names that stand twice',
    advice: 'take the second one out: a line has the field once',
  },
  'job-sampled': {
    severity: 'remark',
    of: 'job',
    title: 'the job pushes a part of the lines that its filter keeps',
    advice:
      'what lies there cannot show whether it is that part: hold the number of lines against a job without sample_rate',
  },
  'ruleset-dataset': {
    severity: MISMATCH_SEVERITIES['job-dataset'],
    of: 'job',
    title: 'custom fields for a job of another dataset',
    advice: 'custom fields belong to http_requests: leave --ruleset out, or give the job that the ruleset is for',
  },
  'ruleset-unused': {
    severity: MISMATCH_SEVERITIES['no-key-listed'],
    of: 'job',
    title: 'configured custom fields of which the job lists none',
    advice:
      'add Cookies, RequestHeaders or ResponseHeaders to field_names: until then this job pushes nothing of what is configured',
  },
  'ruleset-unlisted': {
    severity: MISMATCH_SEVERITIES['key-not-listed'],
    of: 'job',
    title: 'configured custom fields that the job does not list',
    advice: 'if this job is meant to push them, add the key to field_names; other jobs of the zone may list it',
  },
  'ruleset-nothing': {
    severity: MISMATCH_SEVERITIES['key-not-configured'],
    of: 'job',
    title: 'listed custom fields that the ruleset does not configure',
    advice: 'configure names in the ruleset, or take the key out of field_names: it can only be empty',
  },
} as const satisfies Readonly<Record<string, Rule>>;

// Every rule that a validation checks, in the order of a report: its severity, its title, and what to do about a violation. Checks
// nothing itself.
import type { Rule } from './rule.ts';
import { RULES_OF_JOBS } from './rules-of-jobs.ts';

export type { Severity, Subject } from './rule.ts';

const CHANGED =
  'a change to a job takes 10 to 15 minutes to take effect; to validate an earlier version of the job, limit the time with --since and --until';

/** Rules by code. Codes are stable and never change their meaning. */
export const RULES = {
  ...RULES_OF_JOBS,
  'object-unreadable': {
    severity: 'error',
    of: 'object',
    title: 'objects that cannot be read',
    advice: 'check that the object exists and that you may read it; none of it was checked',
  },
  'object-damaged': {
    severity: 'error',
    of: 'object',
    title: 'damaged or truncated objects',
    advice: 'fetch the object again; a batch that is still damaged is lost, because the platform never pushes it again',
  },
  'object-empty': {
    severity: 'warning',
    of: 'object',
    title: 'empty objects',
    advice: 'the platform pushes no empty objects: a failed copy may leave one; fetch it again',
  },
  'object-name': {
    severity: 'remark',
    of: 'object',
    title: 'object names without the times of their batch',
    advice:
      'the times of their events could not be checked against a batch; --since and --until have to read all of these objects',
  },
  'day-folder': {
    severity: 'error',
    of: 'object',
    title: 'objects in the folder of another day',
    advice: 'move each object to the folder of the day in its name: a reader that selects by day misses it',
  },
  bom: {
    severity: 'warning',
    of: 'object',
    title: 'objects that start with a byte order mark',
    advice: 'the platform writes none: find what rewrote the object',
  },
  shape: {
    severity: 'error',
    of: 'object',
    title: 'objects whose shape does not match the job',
    advice: 'compare output_type, batch_prefix and batch_suffix with the stored objects',
  },
  malformed: {
    severity: 'error',
    of: 'line',
    title: 'malformed lines',
    advice: 'find what rewrites or joins the objects; if another job wrote these lines, pass that job',
  },
  'too-long': {
    severity: 'error',
    of: 'line',
    title: 'lines that are too long to read',
    advice: 'check whether line ends were lost when the objects were rewritten',
  },
  blank: {
    severity: 'warning',
    of: 'line',
    title: 'blank lines',
    advice: 'the platform writes none: find what rewrote the object',
  },
  'filter-drop': {
    severity: 'error',
    of: 'line',
    title: 'lines that the filter of the job drops',
    advice: `the job should not have pushed these lines: it had a different filter then, or another job writes to this destination; ${CHANGED}`,
  },
  'filter-undecided': {
    severity: 'remark',
    of: 'line',
    title: 'lines that the filter leaves undecided',
    advice:
      'a field that the filter tests is missing, null (see --null) or of another type; add missing fields to field_names to get a verdict',
  },
  'field-missing': {
    severity: 'error',
    of: 'line',
    title: 'lines without fields that the job lists',
    advice: `field_names was different then, or another job wrote these lines; ${CHANGED}`,
  },
  'field-extra': {
    severity: 'error',
    of: 'line',
    title: 'lines with fields that the job does not list',
    advice: `field_names was different then, or another job or dataset wrote these lines; ${CHANGED}`,
  },
  'field-order': {
    severity: 'error',
    of: 'line',
    title: 'lines with fields in a different order',
    advice:
      'the output follows the order of field_names: an earlier version of the job wrote these lines, or they were rewritten',
  },
  'field-repeated': {
    severity: 'error',
    of: 'line',
    title: 'lines with a repeated field',
    advice: 'readers disagree on which value counts: find what rewrote the lines',
  },
  type: {
    severity: 'error',
    of: 'line',
    title: 'values whose type differs from the documented one',
    advice:
      'find what rewrote the lines (a tool that converts values to text or doubles); tables defined for these fields will reject them',
  },
  'timestamp-format': {
    severity: 'error',
    of: 'line',
    title: 'timestamps not in the timestamp_format of the job',
    advice: `timestamp_format was different then, or a tool rounded the numbers; ${CHANGED}`,
  },
  'timestamp-digits': {
    severity: 'warning',
    of: 'line',
    title: 'timestamps with fewer digits than rfc3339ns has',
    advice: `trailing zeros were removed, or timestamp_format was different then; ${CHANGED}`,
  },
  'cve-rewrite': {
    severity: 'error',
    of: 'line',
    title: 'lines with ${ although CVE-2021-44228 is set',
    advice:
      'a change in the dashboard resets the flag: fetch the job again; do not pass these lines to software that expands ${',
  },
  'event-after-batch': {
    severity: 'error',
    of: 'line',
    title: 'events later than the end of their batch',
    advice: 'a batch cannot contain later events: the object was renamed, or its times were changed',
  },
  'event-before-batch': {
    severity: 'warning',
    of: 'line',
    title: 'events long before the start of their batch',
    advice:
      'a long transfer is logged when it ends; otherwise the object was renamed; read such a source with a larger --slack',
  },
  'custom-shape': {
    severity: 'error',
    of: 'line',
    title: 'custom fields with a value that the platform does not write',
    advice:
      'expected an object that maps names to strings; an array of strings only for response headers with preserve_duplicates',
  },
  'custom-unknown': {
    severity: 'error',
    of: 'line',
    title: 'custom fields that the ruleset does not configure',
    advice: `the ruleset was different then, or belongs to another zone; ${CHANGED}`,
  },
  'custom-case': {
    severity: 'error',
    of: 'line',
    title: 'custom fields whose case differs from the ruleset',
    advice:
      'header names are in lower case, cookie names are case-sensitive: a reader that looks up the configured name finds nothing',
  },
  'custom-size': {
    severity: 'error',
    of: 'line',
    title: 'custom fields over the limit for one line',
    advice: 'other limits apply (--limits current), or the lines were rewritten',
  },
  'custom-truncated': {
    severity: 'warning',
    of: 'line',
    title: 'custom fields that look truncated',
    advice:
      'configure fewer or shorter fields; headgate fields preview names the fields to remove so that every line fits',
  },
  'custom-near-limit': {
    severity: 'remark',
    of: 'line',
    title: 'custom fields within 10 % of the limit for one line',
    advice: 'the platform silently truncates values beyond the limit: log fewer fields before that happens',
  },
  'repeated-in-object': {
    severity: 'error',
    of: 'line',
    title: 'events that occur more than once in an object',
    advice:
      'the platform pushes an event once: find what joined or rewrote the object; until then count events by their id',
  },
  'repeated-between-objects': {
    severity: 'error',
    of: 'line',
    title: 'events that occur in several objects',
    advice: 'a batch was stored twice, or two jobs write to one destination; until then count events by their id',
  },
  'hour-without-object': {
    severity: 'remark',
    of: 'hour',
    title: 'hours without an object',
    advice: 'an hour without traffic has none; if there was traffic, its lines are lost: check last_error of the job',
  },
} as const satisfies Readonly<Record<string, Rule>>;

/** The stable code of a rule. */
export type RuleCode = keyof typeof RULES;

/** Every code, in the order of a report. */
export const RULE_CODES = Object.keys(RULES) as readonly RuleCode[];

/** The rules on lines. */
export type LineRule = { [Code in RuleCode]: (typeof RULES)[Code]['of'] extends 'line' ? Code : never }[RuleCode];

/** The rules that are checked while objects are read, and so may be noted on a line: all but those on jobs. */
export type ReadingRule = Exclude<RuleCode, keyof typeof RULES_OF_JOBS>;

/** Returns the rules that are checked while objects are read. */
export function readingRules(): ReadingRule[] {
  return (Object.keys(RULES) as RuleCode[]).filter((code): code is ReadingRule => !(code in RULES_OF_JOBS));
}

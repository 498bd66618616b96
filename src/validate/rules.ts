// Every rule that pushed lines are held to, in the order of a report: how bad a breach is, what it is called, what to do. Checks
// nothing itself.

import type { Rule } from './rule.ts';
import { RULES_OF_JOBS } from './rules-of-jobs.ts';

export type { Severity, Subject } from './rule.ts';

const CHANGED =
  'changes of a job take 10 to 15 minutes to arrive; of an older form of the job, choose its time with --since and --until';

/** By code. Codes are stable and never change their meaning. */
export const RULES = {
  ...RULES_OF_JOBS,
  'object-unreadable': {
    severity: 'error',
    of: 'object',
    title: 'objects that cannot be read',
    advice: 'see that the object is there and may be read; nothing of it was checked',
  },
  'object-damaged': {
    severity: 'error',
    of: 'object',
    title: 'damaged or cut objects',
    advice: 'fetch the object again; a batch that stays damaged is lost, since nothing is ever pushed again',
  },
  'object-empty': {
    severity: 'warning',
    of: 'object',
    title: 'objects without a byte',
    advice: 'the platform pushes none: a copy that failed leaves such; fetch it again',
  },
  'object-name': {
    severity: 'remark',
    of: 'object',
    title: 'names without the times of their batch',
    advice: 'lines of these objects could not be held against a time; --since and --until must read them all',
  },
  'day-folder': {
    severity: 'error',
    of: 'object',
    title: 'objects in the folder of another day',
    advice: 'move them to the day of their name: readers that choose by day miss them',
  },
  bom: {
    severity: 'warning',
    of: 'object',
    title: 'a byte order mark at the start',
    advice: 'the platform writes none: see what rewrote the object',
  },
  shape: {
    severity: 'error',
    of: 'object',
    title: 'objects not shaped as the job says',
    advice: 'compare output_type, batch_prefix and batch_suffix with what lies there',
  },
  malformed: {
    severity: 'error',
    of: 'line',
    title: 'malformed lines',
    advice: 'see what rewrites or joins the objects; if the job writes another shape, give that job',
  },
  'too-long': {
    severity: 'error',
    of: 'line',
    title: 'lines too long to be read',
    advice: 'see whether line ends were lost when the objects were rewritten',
  },
  blank: {
    severity: 'warning',
    of: 'line',
    title: 'blank lines',
    advice: 'the platform writes none: see what rewrote the object',
  },
  'filter-drop': {
    severity: 'error',
    of: 'line',
    title: 'lines that the filter of the job drops',
    advice: `these should not have been pushed: the filter was another one then, or another job writes here; ${CHANGED}`,
  },
  'filter-undecided': {
    severity: 'remark',
    of: 'line',
    title: 'lines that the filter leaves undecided',
    advice:
      'these lines lack, or hold null (see --null), or hold in another type what the filter asks for; add missing fields to field_names to be able to tell',
  },
  'field-missing': {
    severity: 'error',
    of: 'line',
    title: 'lines that lack fields of the job',
    advice: `field_names were others then, or the lines are of another job; ${CHANGED}`,
  },
  'field-extra': {
    severity: 'error',
    of: 'line',
    title: 'lines with fields that the job does not list',
    advice: `field_names were others then, or the lines are of another job or dataset; ${CHANGED}`,
  },
  'field-order': {
    severity: 'error',
    of: 'line',
    title: 'lines with fields in another order',
    advice:
      'the order of field_names is the order of the output: these lines come from another form of the job, or were rewritten',
  },
  'field-repeated': {
    severity: 'error',
    of: 'line',
    title: 'lines that hold a field twice',
    advice: 'readers disagree on which one counts: see what rewrote the lines',
  },
  type: {
    severity: 'error',
    of: 'line',
    title: 'values of another type than the dataset documents',
    advice:
      'see what rewrote the lines (a tool that goes through text or doubles); tables made for these fields will refuse them',
  },
  'timestamp-format': {
    severity: 'error',
    of: 'line',
    title: 'timestamps not in the timestamp_format of the job',
    advice: `timestamp_format was another one then, or the numbers were rounded on the way; ${CHANGED}`,
  },
  'timestamp-digits': {
    severity: 'warning',
    of: 'line',
    title: 'timestamps with fewer digits than rfc3339ns has',
    advice: `zeros at the end were left out, or timestamp_format was another one then; ${CHANGED}`,
  },
  'cve-rewrite': {
    severity: 'error',
    of: 'line',
    title: 'lines with ${ although CVE-2021-44228 is set',
    advice:
      'a change in the dashboard resets the flag: read the job back; do not hand these lines to software that expands ${',
  },
  'event-after-batch': {
    severity: 'error',
    of: 'line',
    title: 'events later than the end of their batch',
    advice: 'a batch cannot hold what has not happened yet: the object was renamed, or times were changed',
  },
  'event-before-batch': {
    severity: 'warning',
    of: 'line',
    title: 'events long before the start of their batch',
    advice:
      'long transfers are logged at their end; else the object was renamed; read such a source with a larger --slack',
  },
  'custom-shape': {
    severity: 'error',
    of: 'line',
    title: 'custom fields that are not what the platform writes',
    advice:
      'expected an object of names and texts; an array of texts only for response headers with preserve_duplicates',
  },
  'custom-unknown': {
    severity: 'error',
    of: 'line',
    title: 'custom fields that the ruleset does not configure',
    advice: `the ruleset was another one then, or is of another zone; ${CHANGED}`,
  },
  'custom-case': {
    severity: 'error',
    of: 'line',
    title: 'custom fields in another case than configured',
    advice:
      'header names are in lower case, cookie names case-sensitive: readers that ask for the configured name find nothing',
  },
  'custom-size': {
    severity: 'error',
    of: 'line',
    title: 'custom fields over the limit of one line',
    advice: 'the limits are other ones (--limits current), or the lines were rewritten',
  },
  'custom-truncated': {
    severity: 'warning',
    of: 'line',
    title: 'custom fields that look truncated',
    advice: 'configure fewer or shorter fields; headgate fields preview names those without which every line fits',
  },
  'custom-near-limit': {
    severity: 'remark',
    of: 'line',
    title: 'custom fields within 10 % of the limit of one line',
    advice: 'what goes beyond the limit is cut without a word: log fewer fields before that happens',
  },
  'repeated-in-object': {
    severity: 'error',
    of: 'line',
    title: 'events found more than once in their object',
    advice: 'an event is pushed once: see what joined or rewrote the object; count by its id until then',
  },
  'repeated-between-objects': {
    severity: 'error',
    of: 'line',
    title: 'events found in several objects',
    advice: 'a batch was stored twice, or two jobs write to one destination; count by the id of an event until then',
  },
  'hour-without-object': {
    severity: 'remark',
    of: 'hour',
    title: 'hours without any object',
    advice: 'quiet hours yield none; if there was traffic, those lines are lost: look at last_error of the job',
  },
} as const satisfies Readonly<Record<string, Rule>>;

/** Stable name of a rule. */
export type RuleCode = keyof typeof RULES;

/** Every code, in the order of a report. */
export const RULE_CODES = Object.keys(RULES) as readonly RuleCode[];

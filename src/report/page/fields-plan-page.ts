// The pages of a plan of custom fields and of its apply: the fields that change, the jobs that push them, and how to undo the changes.
// Computes no figures.
import { printPlural, shellQuoted } from '../../base/index.ts';
import type { FieldChange, JobFields, RulesetPlan } from '../../cloud/plan/index.ts';
import type { FieldsApplied, FieldsPlan } from '../../verbs/index.ts';
import { printableAll } from '../printable.ts';
import {
  APPLIED,
  answerPage,
  commandSection,
  endingTone,
  listSection,
  noticesOf,
  RUN_AGAIN,
  tableSection,
  UNCHANGED_ENDINGS,
} from './answer-page.ts';
import { type Cell, type Page, paragraph, present, type Section, type Tone } from './page.ts';

const HEADS = { create: 'will be created', update: 'will be updated', none: 'have no changes' } as const;
const SIGNS: Readonly<Record<FieldChange['kind'], { sign: string; tone: Tone; what: string }>> = {
  add: { sign: '+', tone: 'good', what: 'to add' },
  remove: { sign: '-', tone: 'bad', what: 'to remove' },
  move: { sign: '~', tone: 'unclear', what: 'to move' },
  change: { sign: '~', tone: 'unclear', what: 'to change' },
};

/** Creates the page of a plan. */
export function fieldsPlanPage(found: FieldsPlan): Page {
  const { plan, isApplicable } = printableAll(found);
  const { zone, changes, others, problems, warnings } = plan;
  const rejection = `Cannot be applied: the ruleset has ${printPlural(problems.length, 'problem')}.`;
  const rows = changes.map(({ kind, name, from, to, detail }): (string | Cell)[] => {
    const arrays = from !== undefined && to !== undefined && from !== to ? `${from} → ${to}` : (to ?? from)!;
    const { sign, tone } = SIGNS[kind];
    return [{ text: `${sign} ${name}`, tone }, detail === undefined ? arrays : `${arrays}, ${detail}`];
  });
  return answerPage('Plan', isApplicable ? 'neutral' : 'bad', `Plan for zone ${zone}: ${sumOf(plan)}`, {
    statements: present(!isApplicable && rejection, ...problems).map((text) => ({ tone: 'bad', text })),
    notices: noticesOf(warnings),
    facts: [headOf(plan)],
    sections: [
      ...tableSection('Fields', ['Field', 'Array'], rows),
      ...tableSection(
        'Other changes',
        ['Change'],
        others.map((other) => [{ text: `~ ${other}`, tone: 'unclear' }]),
      ),
      ...jobSections(plan, found.plan.zone),
    ],
  });
}

function headOf({ action, version, fields }: RulesetPlan): string {
  const what = action === 'update' && fields === 0 ? 'will be removed' : HEADS[action];
  const ruleset =
    version === undefined
      ? 'no ruleset yet'
      : `version ${version} of the ruleset${action === 'create' ? ' has no custom fields' : ''}`;
  return `The custom fields ${what}: ${ruleset}, ${printPlural(fields, 'field')}${action === 'none' ? '' : ' after the change'}`;
}

function sumOf({ action, changes, others }: RulesetPlan): string {
  if (action === 'none') return 'no changes';
  const counts = Object.entries(SIGNS).map(([wanted, { what }]) => {
    return [changes.filter(({ kind }) => kind === wanted).length, what] as const;
  });
  const settings = others.length === 0 ? [] : [printPlural(others.length, 'other change')];
  return [...counts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`), ...settings].join(', ');
}

/** Which jobs push the fields, and how to make the others push them. */
function jobSections({ jobs = [], action }: RulesetPlan, zone: string): Section[] {
  const rows = jobs.map((job): (string | Cell)[] => {
    const { id, name, listed, missing, unfilled } = job;
    const parts = present(
      listed.length !== 0 && `lists ${listed.join(', ')}`,
      missing.length !== 0 && `does not push ${missing.join(', ')}`,
      unfilled.length !== 0 && `${unfilled.join(', ')} always {}`,
    );
    const isMatch = missing.length + unfilled.length === 0;
    const text = parts.length === 0 ? 'lists no custom fields' : parts.join('; ');
    return [
      isMatch ? { text: '✓', tone: 'good' } : { text: '!', tone: 'unclear' },
      name,
      String(id),
      { text, tone: isMatch ? 'neutral' : 'unclear' },
    ];
  });
  const table = tableSection('Jobs that push http_requests', ['', 'Job', 'ID', 'Custom fields'], rows);
  return action === 'none' ? table : [...table, ...listSection('To push the fields', pushAdvice(jobs, zone))];
}

/** One sentence, in which the jobs that lack the same keys are one group. */
function pushAdvice(jobs: readonly JobFields[], zone: string): string[] {
  const lacking = jobs.filter(({ missing }) => missing.length > 0);
  if (lacking.length === 0) return [];
  const nameOf = ({ id, name }: JobFields): string =>
    jobs.filter((job) => job.name === name).length > 1 ? `${name} (id ${id})` : name;
  const groups = Map.groupBy(lacking, ({ missing }) => missing.join(', '));
  const steps = [...groups].map(([keys, group]) => `add ${keys} to the field_names of ${group.map(nameOf).join(', ')}`);
  return [`${steps.join('; ')}; then run headgate jobs apply --zone ${shellQuoted(zone)} --job FILE`];
}

const ENDINGS: Readonly<Record<Exclude<FieldsApplied['outcome'], 'failed'>, string>> = {
  ...UNCHANGED_ENDINGS,
  applied: APPLIED,
  nothing: 'Nothing to change: the custom fields are as in the ruleset.',
};
const FAILURES: Readonly<Record<FieldsApplied['state'], string>> = {
  // The write failed, yet the state is the new one: apply reports this as applied.
  new: APPLIED,
  old: 'Nothing was changed.',
  changed: 'Nothing was changed.',
  incomplete: `Not applied completely. ${RUN_AGAIN}`,
  unknown: `The state of the custom fields is unknown: they are as before or as planned. ${RUN_AGAIN}`,
};

/** Creates the page of what an apply did: the outcome, what did not take effect, and how to undo it. */
export function fieldsOutcomePage(found: FieldsApplied): Page {
  const { outcome, state, reason, remaining = [], changedByOthers = [] } = printableAll(found);
  const ending = outcome === 'failed' ? FAILURES[state] : ENDINGS[outcome];
  return answerPage('Apply', endingTone(outcome), ending, {
    statements: reason === undefined ? [] : [{ tone: 'neutral', text: reason }],
    sections: [
      ...tableSection(
        'These changes did not take effect',
        [''],
        remaining.map((change) => [change]),
      ),
      ...tableSection(
        'Another client changed',
        [''],
        changedByOthers.map((change) => [change]),
      ),
      ...undoSection(found),
    ],
  });
}

function undoSection({ plan, undoFile, undoLimits }: FieldsApplied): Section[] {
  if (undoFile === undefined) return [];
  if (undoLimits === null) {
    const text = `The ruleset as it was is in ${undoFile}. headgate cannot apply it, because no set of limits allows it.`;
    return [{ title: 'To undo', blocks: [paragraph(printableAll(text))] }];
  }
  const limits = undoLimits === 'current' ? ' --limits current' : '';
  const zone = shellQuoted(plan.plan.zone);
  return [
    commandSection('To undo', `headgate fields apply --zone ${zone} --ruleset ${shellQuoted(undoFile)}${limits}`),
  ];
}

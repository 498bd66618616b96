// The page of a plan of jobs: what happens to each job, its changes, and their effect on stored lines. Computes no figures.
import type { FilterTotals } from '../../analysis/aggregates/index.ts';
import type { PushedLines } from '../../analysis/cost/index.ts';
import { capitalized, columnsOf, printBytes, printCount, printPlural, printShare } from '../../base/index.ts';
import type { FilterNodeChange, JobChange } from '../../cloud/plan/index.ts';
import type { TransformerChange } from '../../cloud/transformers/index.ts';
import type { FilterEffect, JobOfPlan, JobsPlan } from '../../verbs/index.ts';
import { failingReasons, lostObjects, unjudgedPlanError } from '../../verbs/jobs/jobs-plan.ts';
import { describeDifference } from '../../verbs/request/index-difference.ts';
import { padded } from '../columns.ts';
import { printableAll } from '../printable.ts';
import { answerPage } from './answer-page.ts';
import { code, figureColumn, textColumn } from './cells.ts';
import { differenceSection } from './compare/difference-section.ts';
import { rateNotes, storedNote } from './cost-notes.ts';
import { exampleLines } from './example-lines.ts';
import { guardSection, isBroken, isUnjudged } from './guard-section.ts';
import {
  type Block,
  type CodeBlock,
  type List,
  list,
  type Page,
  type PageSettings,
  paragraph,
  present,
  type Section,
  type Table,
  type Text,
} from './page.ts';
import { printPushedRange, pushesOtherLines, pushesOthers } from './pushed-words.ts';
import type { LineFields } from './sample-columns.ts';
import { sourceFacts } from './source-facts.ts';
import {
  deliveredBar,
  deliveredText,
  onSingleLines,
  type TransformedJob,
  transformerNotices,
  transformerSection,
} from './transformer-section.ts';

const OWN_SOURCE =
  'the source is what this job pushed itself; lines that its current filter drops are not there, so the replay cannot show what the new filter would newly keep';
const OWNERSHIP = 'jobs apply requests an ownership file from the API, and reads its token in the destination.';
export const UNMEASURED = 'The effect on the logs is not measured: found no source; add --source SOURCE.';
export const BYTES =
  'Bytes of kept and dropped lines are those in the source, not of the lines that the job will push.';
const EVERY_LINE = 'none: every line';

const SIGNS = { add: '+ ', remove: '- ', change: '~ ', same: '  ' } as const;
/** One level of a difference. */
const STEP = '  ';

/** Creates the page. */
export function jobsPlanPage(found: JobsPlan, settings: PageSettings = {}): Page {
  const shown = found.jobs.map((job) => (job.effect ? { ...job, effect: withSingleLineSql(job.effect) } : job));
  const plan = printableAll({ ...found, jobs: shown });
  const { jobs, scope, partial, isPending, isApplicable, isMeasured } = plan;
  const sum = `Plan for ${printScope(scope)}: ${sumOf(jobs)}.`;
  const problems = jobs.flatMap(({ name, problems: some }) => some.map((one) => [code(name), ': ', code(one)]));
  const rejections: Text[] = isApplicable || partial ? [] : [`Cannot be applied: ${rejectionOf(jobs)}.`];
  const rejected = unjudgedPlanError(plan) === undefined ? 'bad' : 'unclear';
  return answerPage('Plan', partial ? 'unclear' : isApplicable ? 'neutral' : rejected, sum, {
    statements: present(
      partial && { tone: 'unclear', text: 'Interrupted: nothing can be applied.' },
      ...[...rejections, ...problems].map((text) => ({ tone: rejected, text }) as const),
    ),
    notices: [
      ...jobs.flatMap((job) => warningsOf(job).map((text) => ({ tone: 'unclear', text }) as const)),
      ...effectNotices(jobs.flatMap(({ effect }) => effect ?? [])),
    ],
    facts: present(
      isPending && !isMeasured && UNMEASURED,
      jobs.some(({ effect }) => effect !== undefined) && BYTES,
      isPending && isApplicable && delayOf(plan),
    ),
    sections: jobs.flatMap((job) => jobSections(job, settings)),
  });
}

/** Prints the zone or account that jobs belong to: `zone 023e105f4ecef8ad9ca31a8372d0c353`. */
export function printScope(scope: JobsPlan['scope']): string {
  return 'zone' in scope ? `zone ${scope.zone}` : `account ${scope.account}`;
}

/** docs/platform.md, "Jobs". */
function delayOf({ takesEffectAfterMinutes: { least, most } }: JobsPlan): string {
  return `A change takes about ${least} to ${most} minutes to take effect at the edge. Objects of that time may contain lines of the old and the new settings.`;
}

function sumOf(jobs: readonly JobOfPlan[]): string {
  const words = { create: 'to create', update: 'to update', none: 'without changes' };
  const counts = Object.entries(words).map(
    ([wanted, what]) => [jobs.filter(({ action }) => action === wanted).length, what] as const,
  );
  return counts
    .filter(([count]) => count > 0)
    .map(([count, what]) => `${count} ${what}`)
    .join(', ');
}

function rejectionOf(jobs: readonly JobOfPlan[]): string {
  return present(
    jobs.some(({ problems }) => problems.length > 0) && 'a job has a problem',
    ...effectRejections(jobs.flatMap(({ effect }) => effect ?? [])),
  ).join(', ');
}

/** Why effects keep a plan from being applied. */
export function effectRejections(effects: readonly FilterEffect[]): string[] {
  const guarded = effects.filter(({ guards }) => guards.length > 0);
  return present(
    ...failingReasons(effects),
    guarded.some(({ guards }) => guards.some(isBroken)) && 'a guard is broken',
    guarded.some(({ guards }) => guards.some(isUnjudged)) && 'a guard was not judged',
    guarded.some((effect) => lostObjects(effect) > 0) && 'guards were not checked on every object',
  );
}

function warningsOf({ name, warnings, isOwnSource, effect }: JobOfPlan): Text[] {
  return present(
    ...warnings,
    isOwnSource === true && OWN_SOURCE,
    ...(effect === undefined ? [] : effectWarnings(effect)),
  ).map((warning): Text => [code(name), ': ', code(warning)]);
}

/** What limits the figures of an effect. */
export function effectWarnings(effect: FilterEffect): string[] {
  const lost = lostObjects(effect);
  return present(
    lost !== 0 && `${printPlural(lost, 'object')} could not be read completely: the figures lack their lines`,
    ...(effect.source.indexes ?? []).map(describeDifference),
  );
}

const HEADS = { create: 'will be created', update: 'will be updated', none: 'has no changes' } as const;
const HEAD_SIGNS = { create: SIGNS.add, update: SIGNS.change, none: '' } as const;

function jobSections(job: JobOfPlan, settings: PageSettings): Section[] {
  const { action, name, id, dataset, destination, changes, liveName, equalFilter, remarks, effect } = job;
  const { needsOwnership, problems, testedFields = [] } = job;
  const isRenamed = liveName !== undefined;
  const head = isRenamed
    ? [code(`${liveName} (id ${id})`), ' will be renamed to ', code(name), changes.length > 1 ? ' and updated' : '']
    : [code(name), ` ${HEADS[action]}`];
  const facts = present(id !== undefined && !isRenamed && `id ${id}`, dataset, destination).join(', ');
  const notes: Text[] = present(
    ...remarks.map((remark): Text => [code(remark)]),
    needsOwnership && problems.length === 0 && OWNERSHIP,
  );
  const rewritten = changes.some(({ kind }) => kind === 'filter');
  const whole: Section = {
    title: [HEAD_SIGNS[action], ...head],
    blocks: present(
      paragraph([code(facts)]),
      ...diffBlocks(changes, action === 'create'),
      equalFilter !== undefined && paragraph(equalText(equalFilter, rewritten), { tone: 'good' }),
      ...listOf(notes),
    ),
  };
  if (effect === undefined) return [whole];
  const parts = effectSections(effect, { dataset, tested: testedFields }, settings);
  return [whole, ...parts.map((part) => ({ ...part, isPart: true }))];
}

/** @param isRewritten whether the plan has the change */
function equalText({ from, to }: NonNullable<JobOfPlan['equalFilter']>, isRewritten: boolean): Text {
  const proven = 'filter: proven equal, written differently: both filters have the same verdict on every line';
  return isRewritten ? proven : [`${proven}; live `, code(from), ', in the file ', code(to), '; --rewrite replaces it'];
}

function listOf(items: readonly Text[]): List[] {
  return items.length === 0 ? [] : [list(items)];
}

/**
 * Creates the block of the changes of one job or transformer: filters as trees, SQL by lines, lists of names, values. The signs are those of a difference: + added,
 * - removed, ~ changed. None without changes.
 * @param isNew all of it is added: there is no job yet
 */
export function diffBlocks(changes: readonly (JobChange | TransformerChange)[], isNew = false): CodeBlock[] {
  const kind = isNew ? 'add' : 'change';
  const ofLines = ['filter', 'list', 'sql'];
  const paths = changes.flatMap((change) => (ofLines.includes(change.kind) ? [] : [change.path]));
  const columns = Math.max(...paths.map(columnsOf));
  const lines = changes.flatMap((change): string[] => {
    switch (change.kind) {
      case 'filter':
        return [
          `${SIGNS[kind]}filter`,
          ...(change.tree === undefined
            ? present(
                !isNew && `${STEP}${SIGNS.remove}${change.from ?? EVERY_LINE}`,
                `${STEP}${SIGNS.add}${change.to ?? EVERY_LINE}`,
              )
            : nodeLines(change.tree, STEP)),
        ];
      case 'sql':
        return [`${SIGNS[kind]}${change.path}`, ...change.lines.map((line) => STEP + SIGNS[line.kind] + line.text)];
      case 'list':
        return [
          `${SIGNS[kind]}${change.path}${change.isReordered ? ' (in another order)' : ''}`,
          ...change.added.map((name) => `${STEP}${SIGNS.add}${name}`),
          ...change.removed.map((name) => `${STEP}${SIGNS.remove}${name}`),
        ];
      default: {
        const values = [change.from, change.to].filter((value) => value !== undefined);
        return [`${SIGNS[change.kind]}${padded(change.path, columns)}  ${values.join(' → ')}`];
      }
    }
  });
  return lines.length === 0 ? [] : [{ kind: 'code', code: lines.join('\n'), isDiff: true }];
}

function nodeLines({ kind, text, from, children = [] }: FilterNodeChange, indent: string): string[] {
  const own = from === undefined ? [SIGNS[kind] + text] : [`${SIGNS.remove}${from}`, `${SIGNS.add}${text}`];
  return [...own.map((line) => indent + line), ...children.flatMap((child) => nodeLines(child, indent + STEP))];
}

/** What the transformer does after a change. */
function transformedBy({ job, to, transformers }: FilterEffect): TransformedJob {
  return { name: job, kept: to.kept, ...(transformers?.to && { transformer: transformers.to }) };
}

/** What must not be missed of the transformers after a change. */
export function effectNotices(effects: readonly FilterEffect[]): Page['notices'] {
  return transformerNotices(effects.map(transformedBy));
}

/** The effect with the SQL that is shown on single lines. */
export function withSingleLineSql(effect: FilterEffect): FilterEffect {
  const { from = null, to = null } = effect.transformers ?? {};
  return to === null ? effect : { ...effect, transformers: { from, to: onSingleLines(to) } };
}

/** Creates the sections of the effect of a new filter or transformer on stored lines. @param fields of the examples */
export function effectSections(effect: FilterEffect, fields: LineFields, settings: PageSettings): Section[] {
  const { job, to, pushed, newlyKept, newlyDropped, undecided, missingFields, guards, cost, costDifference } = effect;
  const { delivered, lines } = effect;
  const range = printPushedRange({ kept: to.kept, pushed: pushed.to });
  const notes: Text[] = present(
    range !== '' && `Pushed after the change is estimated, ${range}.`,
    undecided.lines !== 0 && `Undecided: ${printPlural(undecided.lines, 'line')}, by the old or the new filter.`,
    ...missingFields.map(
      ({ name, lines }): Text => [
        `${printPlural(lines, 'line')} without `,
        code(name),
        ', which the new filter tests.',
      ],
    ),
  );
  const transformed = transformedBy(effect);
  const compared = {
    ...{ to: job, cost: costDifference ?? null, transformer: transformed.transformer },
    undecided: delivered?.undecided ?? undecided,
  };
  // A filter that stays has no changes to show beside those of the records.
  const changed = (title: string, shown: FilterEffect['newlyKept']): Block[] =>
    delivered !== undefined && shown?.lines === 0
      ? []
      : shownBlocks(delivered === undefined ? title : `${title} by the filter alone`, shown, fields, settings);
  const costNotes = cost === undefined ? [] : present(...rateNotes(cost), cost.stored !== null && storedNote(cost));
  return [
    {
      title: 'Effect',
      blocks: [
        ...sourceFacts(effect).map((text) => paragraph(text)),
        totalsTable(effect),
        ...(delivered === undefined
          ? []
          : [deliveredBar(delivered, ['now', 'after'], lines.read), paragraph(deliveredText(delivered, job))]),
        ...listOf(notes),
        ...changed('newly kept', newlyKept),
        ...changed('newly dropped', newlyDropped),
      ],
    },
    ...differenceSection(compared, cost, '').map(({ blocks, ...section }) => ({
      ...section,
      blocks: [...blocks, ...listOf(costNotes.map((note) => `${capitalized(note)}.`))],
    })),
    ...transformerSection(transformed),
    ...guardSection(guards, () => fields, settings),
  ];
}

/** The verdicts now and after the change. */
function totalsTable({ from, to, pushed, lines: { read } }: FilterEffect): Table {
  const sides = present(from !== null && { title: ' now', totals: from, pushes: pushed.from! }, {
    title: from === null ? '' : ' after',
    totals: to,
    pushes: pushed.to,
  });
  const cells = (lines: number, bytes: number | undefined, about = ''): string[] => [
    `${about}${printCount(lines)}`,
    printShare(lines, read),
    bytes === undefined ? 'not measured' : printBytes(bytes),
  ];
  const rows = (['kept', 'dropped', 'undecided'] as const)
    .filter((verdict) => verdict !== 'undecided' || sides.some(({ totals }) => totals.undecided.lines > 0))
    .map((verdict) => [verdict, ...sides.flatMap(({ totals }) => cells(totals[verdict].lines, totals[verdict].bytes))]);
  if (sides.some(({ totals, pushes }) => differs(totals, pushes)))
    rows.push([
      'pushed',
      ...sides.flatMap(({ pushes: { lines, bytes } }) =>
        cells(Math.round(lines.value), bytes?.value, lines.low === lines.high ? '' : 'about '),
      ),
    ]);
  return {
    kind: 'table',
    name: 'effect',
    columns: [
      textColumn('', 'verdict'),
      ...sides.flatMap(({ title }) => ['Lines', 'Share', 'Bytes'].map((one) => figureColumn(one + title, ''))),
    ],
    rows: rows.map((row) => row.map((text) => ({ text }))),
    shown: rows.length,
  };
}

/** Whether a job pushes other lines than its filter keeps; a fact of the page states that bytes are those of the source. */
function differs({ kept }: FilterTotals, pushed: PushedLines): boolean {
  return pushed.bytes === null ? pushesOtherLines({ kept, pushed }) : pushesOthers({ kept, pushed });
}

function shownBlocks(
  title: string,
  shown: FilterEffect['newlyKept'],
  fields: LineFields,
  settings: PageSettings,
): Block[] {
  if (shown === null) return [];
  const { lines, bytes, samples } = shown;
  const amount = lines === 0 ? 'no lines' : `${printPlural(lines, 'line')}, ${printBytes(bytes)}`;
  return [
    paragraph(`${capitalized(title)}: ${amount}`),
    ...exampleLines(`Examples of ${title} lines`, samples, fields, settings),
  ];
}

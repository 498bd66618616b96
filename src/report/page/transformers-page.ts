// The pages of transformers: the list of an account, a plan with the answers of the preview, and what an apply did. Computes no figures.
import { printableLines, printJson, printPlural, shellQuoted, valueFrom } from '../../base/index.ts';
import type {
  PreviewAnswer,
  PreviewComparison,
  TransformerList,
  TransformersApplied,
  TransformersPlan,
} from '../../verbs/index.ts';
import { unjudgedTransformerError } from '../../verbs/transformers/plan-transformer.ts';
import { printableAll } from '../printable.ts';
import {
  APPLIED,
  answerPage,
  commandSection,
  endingTone,
  noticesOf,
  RUN_AGAIN,
  tableSection,
  UNCHANGED_ENDINGS,
} from './answer-page.ts';
import { code, figureColumn, textColumn } from './cells.ts';
import {
  BYTES,
  diffBlocks,
  effectNotices,
  effectRejections,
  effectSections,
  effectWarnings,
  UNMEASURED,
  withSingleLineSql,
} from './jobs-plan-page.ts';
import { type Cell, list, type Page, type PageSettings, paragraph, present, type Section, type Text } from './page.ts';

/** Creates the page of a list. */
export function transformerListPage(found: TransformerList): Page {
  const { account, transformers } = printableAll(found);
  const count = transformers.length === 0 ? 'No transformers' : printPlural(transformers.length, 'transformer');
  const columns = [
    ...[textColumn('Transformer', ''), figureColumn('ID', ''), textColumn('Dataset', ''), figureColumn('Version', '')],
    ...[textColumn('Changed', ''), textColumn('Jobs', '')],
  ];
  const rows = transformers.map(({ name, id, dataset, versions: [latest], jobs }) => [
    ...[name, String(id), dataset ?? '–', String(latest?.version ?? '–'), latest?.createdAt ?? '–'],
    jobs.length === 0 ? 'none' : jobs.map((job) => `${job.name} (id ${job.id})`).join(', '),
  ]);
  const sections = transformers.map(
    ({ name, description }, index): Section => ({
      title: [code(name)],
      blocks: [
        ...(description === '' ? [] : [paragraph([code(description)])]),
        { kind: 'code', code: printableLines(found.transformers[index]!.code.trimEnd()), isAligned: true },
      ],
    }),
  );
  return answerPage('Transformers', 'neutral', `${count} in account ${account}`, {
    sections: [...tableSection('Transformers', columns, rows), ...sections],
  });
}

const HEADS = { create: 'will be created', update: 'will be updated', none: 'has no changes' } as const;
const SIGNS = { create: '+ ', update: '~ ', none: '' } as const;
const SUMS = { create: '1 to create', update: '1 to update', none: 'no changes' } as const;

/** Creates the page of a plan. */
export function transformersPlanPage(found: TransformersPlan, settings: PageSettings = {}): Page {
  const plan = printableAll({ ...found, effects: found.effects.map(withSingleLineSql) });
  const { account, plan: planned, liveVersion, sqlWarnings, preview, effects } = plan;
  const { isApplicable, isPending, isMeasured, partial } = plan;
  const { action, name, id, dataset, changes, equalSql, jobs, warnings, problems } = planned;
  const changesSql = changes.some(({ kind }) => kind === 'sql');
  const version = liveVersion === null ? '' : `version ${liveVersion}${changesSql ? ` → ${liveVersion + 1}` : ''}`;
  const facts = present(id !== undefined && `id ${id}`, dataset, version !== '' && version).join(', ');
  const users = jobs.map((job) => `${job.name} (id ${job.id})`).join(', ');
  const isShared = action === 'update' && jobs.length > 0;
  const rejected = partial || unjudgedTransformerError(plan) !== undefined ? 'unclear' : 'bad';
  const reasons = present(problems.length > 0 && 'the transformer has a problem', ...effectRejections(effects)).join(
    ', ',
  );
  const rejection = partial ? 'Interrupted: nothing can be applied.' : `Cannot be applied: ${reasons}.`;
  return answerPage('Plan', isApplicable ? 'neutral' : rejected, `Plan for account ${account}: ${SUMS[action]}.`, {
    statements: present(!isApplicable && rejection, ...problems).map((text) => ({
      tone: rejected,
      text: [code(text)],
    })),
    notices: [
      ...noticesOf([
        ...sqlWarnings,
        ...warnings,
        ...effects.flatMap((effect) => effectWarnings(effect).map((text) => `${effect.job}: ${text}`)),
      ]),
      ...effectNotices(effects),
    ],
    facts: present(isPending && !isMeasured && preview === undefined && UNMEASURED, effects.length > 0 && BYTES),
    sections: [
      {
        title: [SIGNS[action], code(name), ` ${HEADS[action]}`],
        blocks: [
          paragraph([code(facts)]),
          ...diffBlocks(changes, action === 'create'),
          ...(equalSql === true ? [paragraph(equalText(changesSql), { tone: 'good' })] : []),
          list([
            jobs.length === 0
              ? [
                  'No job refers to it: it changes no log. To attach it, write its id as ',
                  code('transformer_id'),
                  ' into a job.',
                  effects.length > 0 ? ' The effect is that on a job without a filter.' : '',
                ]
              : isShared
                ? ['A change reaches all jobs that refer to it at once: ', code(users), '.']
                : ['Jobs that refer to it: ', code(users), '.'],
          ]),
        ],
      },
      ...effects.flatMap((effect) => {
        const parts = effectSections(effect, { dataset, tested: [] }, settings);
        const head: Section = { title: ['Job ', code(effect.job)], blocks: [] };
        return [...(effects.length > 1 ? [head] : []), ...parts.map((part) => ({ ...part, isPart: true }))];
      }),
      ...previewSections(preview),
    ],
  });
}

function equalText(isRewritten: boolean): string {
  const equal = 'code: the same tree, written differently: both transform every line alike';
  return isRewritten ? equal : `${equal}; --rewrite replaces the text`;
}

function previewSections(preview: PreviewComparison | undefined): Section[] {
  if (preview === undefined) return [];
  const { lines, agreeing, differing } = preview;
  if (lines.length === 0) return [{ title: 'Preview', blocks: [paragraph('No line was sent to the platform.')] }];
  const sum = `The platform and headgate agree on ${agreeing} of ${printPlural(lines.length, 'line')}${differing === 0 ? '' : `; ${differing} differ`}.`;
  const rows = lines.map(({ record, ours, platform, agrees }): (string | Cell)[] => [
    agrees === true
      ? { text: '✓ agree', tone: 'good' }
      : agrees === false
        ? { text: '✗ differ', tone: 'bad' }
        : { text: '? undecided', tone: 'unclear' },
    record,
    describeAnswer(platform),
    agrees === true ? 'the same' : describeAnswer(ours),
  ]);
  const [table] = tableSection('Preview', ['', 'Record', 'Platform', 'headgate'], rows);
  return [
    {
      title: 'Preview',
      blocks: [paragraph(sum, { tone: differing > 0 ? 'bad' : agreeing > 0 ? 'good' : 'unclear' }), ...table!.blocks],
    },
  ];
}

function describeAnswer(answer: PreviewAnswer): string {
  if ('failure' in answer) return `fails: ${answer.failure}`;
  if ('undecided' in answer) return `undecided: ${answer.undecided}`;
  return answer.records.length === 0
    ? 'dropped'
    : answer.records.map((record) => printJson(valueFrom(record))).join(' ');
}

const NEXT = {
  retry: RUN_AGAIN,
  correct: 'Correct the cause below, then run the same command again.',
  plan: 'Run headgate transformers plan to see what is left.',
  list: 'Run headgate transformers list before you apply again: the transformer may exist.',
} as const;

const ENDINGS: Readonly<Record<Exclude<TransformersApplied['outcome'], 'failed'>, string>> = {
  ...UNCHANGED_ENDINGS,
  applied: APPLIED,
  nothing: 'Nothing to change: the transformer is as in the file.',
};

const STATES: Readonly<Partial<Record<string, string>>> = {
  incomplete: 'Not applied completely.',
  unknown: 'The state of the transformer is unknown: it is as before or as planned.',
};

/** Creates the page of what an apply did. */
export function transformersOutcomePage(found: TransformersApplied): Page {
  const { outcome, transformer, plan } = printableAll(found);
  const { reason, advice, remaining = [], changedByOthers = [], id, undoFile } = transformer ?? {};
  const state = STATES[transformer?.outcome ?? ''] ?? 'Nothing was changed.';
  const ending = outcome === 'failed' ? `${state}${advice === undefined ? '' : ` ${NEXT[advice]}`}` : ENDINGS[outcome];
  const isCreated = outcome === 'applied' && plan.plan.action === 'create';
  const attach: Text = ['Its id is ', code(String(id)), '. No job refers to it, so there is nothing to undo.'];
  return answerPage('Apply', endingTone(outcome), ending, {
    statements: present(reason !== undefined && reason).map((text) => ({ tone: 'neutral', text: [code(text)] })),
    facts: isCreated ? [attach] : [],
    sections: present(
      remaining.length !== 0 && { title: 'These changes did not take effect', blocks: diffBlocks(remaining) },
      changedByOthers.length !== 0 && { title: 'Another client changed', blocks: diffBlocks(changedByOthers) },
      undoFile !== undefined &&
        commandSection(
          'To undo',
          `headgate transformers apply --account ${plan.account} --transformer ${shellQuoted(found.transformer!.undoFile!)}`,
        ),
    ),
  });
}

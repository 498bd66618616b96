// headgate transformers: groups the commands for transformers, and lists those of an account.
import { TRANSFORMER_LIST_RENDERERS } from '../../../report/index.ts';
import { accountAccess } from '../../api-access.ts';
import { defineCommand } from '../../command.ts';
import { ACCOUNT_FLAGS } from '../../flags/api-flags.ts';
import { commandTask } from '../../run-command.ts';
import { transformersApplyCommand } from './transformers-apply.ts';
import { transformersPlanCommand } from './transformers-plan.ts';

const listCommand = defineCommand({
  name: 'list',
  summary: 'List the transformers of an account',
  description: 'Lists the transformers of an account: SQL, dataset, latest version, and the jobs that refer to them.',
  flags: ACCOUNT_FLAGS,
  notes: `
Examples:
  headgate transformers list --account 699d98642c564d2e855e9661899b7252
  headgate transformers list --format json | jq -r '.transformers[0].code' > live.sql

Exit codes: 0 listed, also if there are none, 2 no answer (no access, no such account).`,
  formats: TRANSFORMER_LIST_RENDERERS,
  run: (_, flags) =>
    commandTask(TRANSFORMER_LIST_RENDERERS, async ({ notice }) => {
      const { listTransformers } = await import('../../../verbs/transformers/list-transformers.ts');
      const { listenForInterrupt } = await import('../../stdio/interrupt.ts');
      const signal = listenForInterrupt();
      const result = await listTransformers({ ...(await accountAccess(flags, signal)), signal, onRetry: notice });
      return { result, isPartial: false, isNegative: false };
    }),
});

/** The group of commands. */
export const transformersCommand = defineCommand({
  name: 'transformers',
  summary: 'List, plan and apply transformers',
  description:
    'Works with the transformers of an account: lists them, shows what a file with SQL would change, and applies it. A job refers to one by its transformer_id (headgate jobs plan).',
  commands: [listCommand, transformersPlanCommand, transformersApplyCommand],
});

// headgate pools migrate: plans, applies, verifies and restores the migration of pool e-mails to notification policies.
import { HeadgateError, printPlural } from '../../../base/index.ts';
import type { MigrationPlan, MigrationResult, RestorePlan, Verification } from '../../../cloud/pools/index.ts';
import {
  MIGRATION_OUTCOME_RENDERERS,
  MIGRATION_PLAN_RENDERERS,
  MIGRATION_RESULT_RENDERERS,
  PLAN_TO_APPLY_RENDERERS,
  RESTORE_PLAN_RENDERERS,
  VERIFICATION_RENDERERS,
} from '../../../report/index.ts';
import type { PoolsRequest } from '../../../verbs/index.ts';
import { accountAccess } from '../../api-access.ts';
import { defineCommand } from '../../command.ts';
import { planFirst } from '../../plan-first.ts';
import { type CommandTask, commandTask, type RunContext } from '../../run-command.ts';
import type { StepLine } from '../../stdio/step-line.ts';
import { MIGRATE_FLAGS, type MigrateFlags, type MigrateMode, migrateMode, migratePart } from './migrate-flags.ts';

/** The command. */
export const poolsMigrateCommand = defineCommand({
  name: 'migrate',
  summary: 'Move pool health e-mails to notification policies',
  description:
    'Moves the e-mail recipients of load-balancer pools to notification policies, and clears a pool only when policies cover every one of its alerts. Shows the plan unless a mode is given.',
  flags: MIGRATE_FLAGS,
  notes: `
The addresses in notification_email of each pool become recipients of notification policies, as notification_filter allows. --apply writes a
backup, creates policies, reads them back, and clears a pool only if policies cover every one of its alerts. The same command completes a
run that was interrupted. Clearing cannot be undone; --restore creates policies for what the backup has and no policy covers.

Examples:
  headgate pools migrate --account 9a7806061c88ada191ed06f989cc3dac
  headgate pools migrate --dry-run --out plan.json
  headgate pools migrate --apply --approved plan.json --yes
  headgate pools migrate --apply --webhook f174e90afafe4643bbbc4a0ed4fc8415
  headgate pools migrate --verify

Exit codes: 0 planned, migrated, nothing to migrate, or verified; 3 the plan has changes, with --detailed-exitcode; 1 not migrated
completely, no confirmation, or not verified; 2 no answer (usage, no access, no pools, no backup, no terminal to ask on); 130 interrupted.`,
  formats: MIGRATION_RESULT_RENDERERS,
  run: (_, flags, { given }) => {
    const mode = migrateMode(flags, given);
    const part = migratePart(flags);
    return TASKS[flags.dryRun === true && mode === 'apply' ? 'plan' : mode](flags, async (signal, steps) => ({
      ...{ ...part, ...(await accountAccess(flags, signal)), signal },
      // With --quiet, too: a wait for the rate limit may take minutes.
      onRetry: steps.alwaysNotice,
      onStep: steps.step,
    }));
  },
});

/** Changes that are shown before a further question. */
const SHOWN_CHANGES = 20;

type RequestOf = (signal: AbortSignal, steps: StepLine) => Promise<PoolsRequest>;

const TASKS: Readonly<Record<MigrateMode, (flags: MigrateFlags, requestOf: RequestOf) => CommandTask>> = {
  plan: planTask,
  apply: applyTask,
  verify: verifyTask,
  restore: (flags, requestOf) => (flags.dryRun === true ? restorePlanTask : restoreTask)(flags, requestOf),
};

function planTask(flags: MigrateFlags, requestOf: RequestOf): CommandTask {
  return commandTask(MIGRATION_PLAN_RENDERERS, async (context) => {
    const { planPools } = await import('../../../verbs/pools/plan-pools.ts');
    const result = await withSteps(context, flags, async (signal, steps) => planPools(await requestOf(signal, steps)));
    return { result, isPartial: false, isNegative: false, isPending: isReported(flags, result) };
  });
}

function applyTask(flags: MigrateFlags, requestOf: RequestOf): CommandTask {
  const { printPlan, renderers, isTextOnOutput } = planFirst<MigrationPlan, MigrationResult>(flags, {
    plan: PLAN_TO_APPLY_RENDERERS,
    outcome: MIGRATION_OUTCOME_RENDERERS,
    applied: MIGRATION_RESULT_RENDERERS,
  });
  return commandTask(renderers, async (context) => {
    const { migratePools } = await import('../../../verbs/pools/migrate-pools.ts');
    const question = openQuestion(flags, applyQuestion);
    const approved = flags.approved === undefined ? undefined : await readApproved(flags.approved);
    const result = await withSteps(context, flags, async (signal, steps) =>
      migratePools({
        ...{ ...(await requestOf(signal, steps)), approved },
        ...beforeQuestion(steps, printPlan),
        confirm: question.confirmWith(signal),
      }),
    );
    question.rejectUnanswered(result);
    return endingOf(result, context, isTextOnOutput);
  });
}

function verifyTask(flags: MigrateFlags, requestOf: RequestOf): CommandTask {
  return commandTask(VERIFICATION_RENDERERS, async (context) => {
    const { verifyPools } = await import('../../../verbs/pools/verify-pools.ts');
    const result = await withSteps(context, flags, async (signal, steps) =>
      verifyPools(await requestOf(signal, steps)),
    );
    return { result, isPartial: false, isNegative: !result.isComplete, noAnswer: () => withoutAlerts(result) };
  });
}

function restorePlanTask(flags: MigrateFlags, requestOf: RequestOf): CommandTask {
  return commandTask(RESTORE_PLAN_RENDERERS, async (context) => {
    const { planRestoration } = await import('../../../verbs/pools/plan-restoration.ts');
    const result = await withSteps(context, flags, async (signal, steps) =>
      planRestoration(await requestOf(signal, steps)),
    );
    return { result, isPartial: false, isNegative: false, isPending: isReported(flags, result) };
  });
}

function restoreTask(flags: MigrateFlags, requestOf: RequestOf): CommandTask {
  const { printPlan, renderers, isTextOnOutput } = planFirst<RestorePlan, MigrationResult>(flags, {
    plan: RESTORE_PLAN_RENDERERS,
    outcome: MIGRATION_OUTCOME_RENDERERS,
    applied: MIGRATION_RESULT_RENDERERS,
  });
  return commandTask(renderers, async (context) => {
    const { restorePools } = await import('../../../verbs/pools/restore-pools.ts');
    const question = openQuestion(flags, restoreQuestion);
    const result = await withSteps(context, flags, async (signal, steps) =>
      restorePools({
        ...(await requestOf(signal, steps)),
        ...beforeQuestion(steps, printPlan),
        confirm: question.confirmWith(signal),
      }),
    );
    question.rejectUnanswered(result);
    return endingOf(result, context, isTextOnOutput);
  });
}

/** All pools of the backup are gone: nothing was verified. */
function withoutAlerts({ alerts, deleted, backup, account }: Verification): HeadgateError | undefined {
  if (alerts > 0 || deleted.length === 0) return undefined;
  return new HeadgateError(
    'no-alerts',
    `cannot verify the migration of account ${account}: found no alert of a pool that exists in the backup ${backup}, expected at least one; check --backup`,
  );
}

/** Whether changes of the plan have an exit code of their own. */
function isReported({ detailedExitcode }: MigrateFlags, { isPending }: MigrationPlan | RestorePlan): boolean {
  return detailedExitcode === true && isPending;
}

async function withSteps<Result>(
  { startReading }: RunContext,
  flags: MigrateFlags,
  run: (signal: AbortSignal, steps: StepLine) => Promise<Result>,
): Promise<Result> {
  const { createStepLine } = await import('../../stdio/step-line.ts');
  const { signal } = await startReading();
  const steps = createStepLine(flags.output);
  try {
    return await run(signal, steps);
  } finally {
    steps.end();
  }
}

function endingOf(result: MigrationResult, { notice }: RunContext, isTextOnOutput: boolean) {
  const { outcome, backup } = result;
  return {
    result,
    isPartial: outcome === 'interrupted',
    isNegative: outcome !== 'done' && outcome !== 'nothing',
    notices: () => {
      if (!isTextOnOutput && backup !== undefined) notice(`backup: ${backup}`);
    },
  };
}

/** Prints the plan before a question, and before a further one also what changed. */
function beforeQuestion<Plan>(steps: StepLine, printPlan: (plan: Plan) => Promise<void>) {
  return {
    // With --quiet, too: they are the reason for a further question.
    onChanges: (changes: readonly string[]): void => {
      steps.alwaysNotice('the account has changed since you confirmed the plan; this is the new plan');
      for (const change of changes.slice(0, SHOWN_CHANGES)) steps.alwaysNotice(`note: ${change}`);
      const rest = changes.length - SHOWN_CHANGES;
      if (rest > 0) steps.alwaysNotice(`note: and ${printPlural(rest, 'more change', 'more changes')}`);
    },
    onPlan: async (plan: Plan): Promise<void> => {
      steps.end();
      await printPlan(plan);
    },
  };
}

/**
 * Asks before a change. A failure of a migration is a result; that of the question, before anything was changed, is an error with its own
 * exit code.
 */
function openQuestion<Plan>({ yes }: MigrateFlags, textOf: (plan: Plan) => string) {
  let unanswered: unknown;
  return {
    confirmWith: (signal: AbortSignal): ((plan: Plan) => Promise<boolean>) | undefined => {
      if (yes === true) return undefined;
      return async (plan) => {
        const { confirm } = await import('../../stdio/ask.ts');
        return confirm(textOf(plan), signal).catch((error: unknown) => {
          unanswered = error;
          throw error;
        });
      };
    },
    /** @throws HeadgateError `no-terminal`, `interrupted` */
    rejectUnanswered: ({ created, cleared }: MigrationResult): void => {
      const isUnchanged = cleared === 0 && created.every(({ isEarlier }) => isEarlier);
      if (unanswered !== undefined && isUnchanged) throw unanswered;
    },
  };
}

function applyQuestion({ policies, pools }: MigrationPlan): string {
  const cleared = pools.filter(({ action }) => action === 'clear').length;
  return `Create ${countPolicies(policies.length)} and clear ${printPlural(cleared, 'pool')}?`;
}

function restoreQuestion({ policies }: RestorePlan): string {
  return `Create ${countPolicies(policies.length)}?`;
}

function countPolicies(count: number): string {
  return count === 0 ? 'no policy' : printPlural(count, 'policy', 'policies');
}

async function readApproved(path: string): Promise<MigrationPlan> {
  const { readArgumentFile } = await import('../../../verbs/request/argument-text.ts');
  const { parseApprovedMigration } = await import('../../../cloud/pools/index.ts');
  return parseApprovedMigration(await readArgumentFile(path, 'plan'), path);
}

// headgate sandbox bucket: creates, lists and deletes the buckets of a running sandbox.
import type { Command } from 'commander';
import { BUCKET_CHANGE_RENDERERS, BUCKET_LIST_RENDERERS } from '../../../render/index.ts';
import type { BucketChange } from '../../../task/index.ts';
import { addHelpNotes } from '../../add-help-notes.ts';
import { addOutputFlags, type OutputFlags } from '../../flags/output-flags.ts';
import { commandTask, runCommand } from '../../run-command.ts';
import { sandboxAccess } from '../../sandbox-access.ts';

const NOTES = `
Uses the sandbox of the variables that headgate sandbox prints: CLOUDFLARE_BASE_URL, CLOUDFLARE_API_TOKEN and CLOUDFLARE_ACCOUNT_ID.`;
const LIST_EXIT_CODES = `
Exit codes: 0 listed, 2 no answer (no sandbox, no access).`;
const EXIT_CODES = `
Exit codes: 0 done, 1 refused (name taken or invalid, no such bucket, not empty), 2 no answer (no sandbox, no access).`;

/** Adds the group and its commands. */
export function addSandboxBucketCommand(sandbox: Command): Command {
  const group = sandbox
    .command('bucket')
    .summary('Create, list and delete buckets of a running sandbox')
    .description(
      'Works with the buckets of a running sandbox. On the platform, use wrangler r2 bucket create, list and delete.',
    );
  addCreate(group);
  addList(group);
  addDelete(group);
  return group;
}

function addCreate(group: Command): void {
  const command = group
    .command('create')
    .summary('Create a bucket')
    .description(
      'Creates a bucket: for jobs, and for the S3 API with the keys of the sandbox. On the platform: wrangler r2 bucket create NAME.',
    )
    .argument('<name>', '3 to 63 lower-case letters, digits and hyphens; no hyphen at the ends');
  addHelpNotes(command, `${NOTES}\n\nExamples:\n  headgate sandbox bucket create reports\n${EXIT_CODES}`);
  addOutputFlags(command, BUCKET_CHANGE_RENDERERS);
  command.action(changeBucket('createBucket'));
}

function addDelete(group: Command): void {
  const command = group
    .command('delete')
    .summary('Delete an empty bucket')
    .description('Deletes a bucket without objects. On the platform: wrangler r2 bucket delete NAME.')
    .argument('<name>', 'Name of the bucket');
  addHelpNotes(command, `${NOTES}\n\nExamples:\n  headgate sandbox bucket delete reports\n${EXIT_CODES}`);
  addOutputFlags(command, BUCKET_CHANGE_RENDERERS);
  command.action(changeBucket('deleteBucket'));
}

function addList(group: Command): void {
  const command = group
    .command('list')
    .summary('List buckets')
    .description('Lists the buckets by name. On the platform: wrangler r2 bucket list.');
  addHelpNotes(command, `${NOTES}\n\nExamples:\n  headgate sandbox bucket list --format json\n${LIST_EXIT_CODES}`);
  addOutputFlags(command, BUCKET_LIST_RENDERERS);
  command.action(
    runCommand<OutputFlags>(() =>
      commandTask(BUCKET_LIST_RENDERERS, async ({ notice }) => {
        const { listBuckets } = await import('../../../task/sandbox/buckets.ts');
        const { listenForInterrupt } = await import('../../stdio/interrupt.ts');
        const signal = listenForInterrupt();
        const result = await listBuckets({ ...(await sandboxAccess(signal)), signal, onRetry: notice });
        return { result, isPartial: false, isNegative: false };
      }),
    ),
  );
}

function changeBucket(change: 'createBucket' | 'deleteBucket') {
  return runCommand<OutputFlags>(([name]) =>
    commandTask<BucketChange>(BUCKET_CHANGE_RENDERERS, async ({ notice }) => {
      const tasks = await import('../../../task/sandbox/buckets.ts');
      const { listenForInterrupt } = await import('../../stdio/interrupt.ts');
      const signal = listenForInterrupt();
      const access = await sandboxAccess(signal);
      // A write that has begun is finished after Ctrl-C; it is not sent again.
      const result = await tasks[change]({ ...access, name: name!, retrySignal: signal, onRetry: notice });
      return { result, isPartial: false, isNegative: false };
    }),
  );
}

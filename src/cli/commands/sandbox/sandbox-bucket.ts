// headgate sandbox bucket: creates, lists and deletes the buckets of a running sandbox.
import type { Command } from 'commander';
import { BUCKET_NAME } from '../../../edge/index.ts';
import { BUCKET_CHANGE_RENDERERS, BUCKET_LIST_RENDERERS } from '../../../render/index.ts';
import { addHelpNotes } from '../../add-help-notes.ts';
import { addOutputFlags } from '../../flags/output-flags.ts';
import { LIST_EXIT_CODES, SANDBOX_NOTES, sandboxAction } from './sandbox-action.ts';

const CREATE_EXIT_CODES = `
Exit codes: 0 created, 1 refused (name taken or invalid), 2 no answer (no sandbox, no access).`;
const DELETE_EXIT_CODES = `
Exit codes: 0 deleted, 1 refused (no such bucket, not empty, served by the edge script), 2 no answer (no sandbox, no access).`;

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
    .argument('<name>', BUCKET_NAME.expected);
  addHelpNotes(
    command,
    `${SANDBOX_NOTES}\n\nExamples:\n  headgate sandbox bucket create reports\n${CREATE_EXIT_CODES}`,
  );
  addOutputFlags(command, BUCKET_CHANGE_RENDERERS);
  command.action(changeBucket('createBucket'));
}

function addDelete(group: Command): void {
  const command = group
    .command('delete')
    .summary('Delete an empty bucket')
    .description('Deletes a bucket without objects. On the platform: wrangler r2 bucket delete NAME.')
    .argument('<name>', 'Name of the bucket');
  addHelpNotes(
    command,
    `${SANDBOX_NOTES}\n\nExamples:\n  headgate sandbox bucket delete reports\n${DELETE_EXIT_CODES}`,
  );
  addOutputFlags(command, BUCKET_CHANGE_RENDERERS);
  command.action(changeBucket('deleteBucket'));
}

function addList(group: Command): void {
  const command = group
    .command('list')
    .summary('List buckets')
    .description('Lists the buckets by name. On the platform: wrangler r2 bucket list.');
  addHelpNotes(
    command,
    `${SANDBOX_NOTES}\n\nExamples:\n  headgate sandbox bucket list --format json\n${LIST_EXIT_CODES}`,
  );
  addOutputFlags(command, BUCKET_LIST_RENDERERS);
  command.action(
    sandboxAction('read', BUCKET_LIST_RENDERERS, async (request) => {
      const { listBuckets } = await import('../../../task/sandbox/buckets.ts');
      return await listBuckets(request);
    }),
  );
}

function changeBucket(change: 'createBucket' | 'deleteBucket') {
  return sandboxAction('write', BUCKET_CHANGE_RENDERERS, async (request, { name }) => {
    const tasks = await import('../../../task/sandbox/buckets.ts');
    return await tasks[change]({ ...request, name });
  });
}

// headgate sandbox bucket: creates, lists and deletes the buckets of a running sandbox.
import { BUCKET_CHANGE_RENDERERS, BUCKET_LIST_RENDERERS } from '../../../report/index.ts';
import { BUCKET_NAME } from '../../../sandbox/edge/index.ts';
import { defineCommand } from '../../command.ts';
import { LIST_EXIT_CODES, SANDBOX_NOTES, sandboxTask } from './sandbox-task.ts';

const createCommand = defineCommand({
  name: 'create',
  summary: 'Create a bucket',
  description:
    'Creates a bucket: for jobs, and for the S3 API with the keys of the sandbox. On the platform: wrangler r2 bucket create NAME.',
  arguments: [{ name: 'name', takes: 'one', help: BUCKET_NAME.expected }],
  notes: `${SANDBOX_NOTES}

Examples:
  headgate sandbox bucket create reports

Exit codes: 0 created, 1 rejected (name taken or invalid), 2 no answer (no sandbox, no access).`,
  formats: BUCKET_CHANGE_RENDERERS,
  run: ([name]) => changeBucket('createBucket', name),
});

const listCommand = defineCommand({
  name: 'list',
  summary: 'List buckets',
  description: 'Lists the buckets by name. On the platform: wrangler r2 bucket list.',
  notes: `${SANDBOX_NOTES}

Examples:
  headgate sandbox bucket list --format json
${LIST_EXIT_CODES}`,
  formats: BUCKET_LIST_RENDERERS,
  run: () =>
    sandboxTask('read', BUCKET_LIST_RENDERERS, async (request) => {
      const { listBuckets } = await import('../../../verbs/sandbox/buckets.ts');
      return await listBuckets(request);
    }),
});

const deleteCommand = defineCommand({
  name: 'delete',
  summary: 'Delete an empty bucket',
  description: 'Deletes a bucket without objects. On the platform: wrangler r2 bucket delete NAME.',
  arguments: [{ name: 'name', takes: 'one', help: 'Name of the bucket' }],
  notes: `${SANDBOX_NOTES}

Examples:
  headgate sandbox bucket delete reports

Exit codes: 0 deleted, 1 rejected (no such bucket, not empty, served by the edge script), 2 no answer (no sandbox, no access).`,
  formats: BUCKET_CHANGE_RENDERERS,
  run: ([name]) => changeBucket('deleteBucket', name),
});

/** The group of commands. */
export const bucketCommand = defineCommand({
  name: 'bucket',
  summary: 'Create, list and delete buckets of a running sandbox',
  description:
    'Works with the buckets of a running sandbox. On the platform, use wrangler r2 bucket create, list and delete.',
  commands: [createCommand, listCommand, deleteCommand],
});

function changeBucket(change: 'createBucket' | 'deleteBucket', name: string) {
  return sandboxTask('write', BUCKET_CHANGE_RENDERERS, async (request) => {
    const verbs = await import('../../../verbs/sandbox/buckets.ts');
    return await verbs[change]({ ...request, name });
  });
}

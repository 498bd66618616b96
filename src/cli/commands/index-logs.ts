// headgate index: builds an index of logs, updates it, or lists what is in it.
import { INDEX_RENDERERS } from '../../report/index.ts';
import { defineCommand, UsageError } from '../command.ts';
import { DATASET_FLAG } from '../flags/filter-flags.ts';
import { named, splitNames } from '../flags/parsers.ts';
import { OBJECT_FLAGS, SOURCE_ARGUMENT, THREADS_FLAG } from '../flags/source-flags.ts';
import { objectsRequest } from '../logs-request.ts';
import { commandTask } from '../run-command.ts';

/** The command. */
export const indexCommand = defineCommand({
  name: 'index',
  summary: 'Store logs in columns, so that every further question is answered in a moment',
  description:
    'Reads logs into an index: a folder with columns, which every command takes as its source and which answers as the logs would. Run again, it reads only new and changed objects and removes the entries of deleted ones.',
  arguments: [{ ...SOURCE_ARGUMENT, help: 'Sources as of replay (default: those of the index, to update it)' }],
  flags: [
    {
      flag: '--out <dir>',
      sets: 'out',
      kind: 'parsed',
      ...named('a folder'),
      required: true,
      help: 'Folder of the index',
    },
    { flag: '--list', sets: 'list', kind: 'switch', help: 'Report what is in the index, without reading logs' },
    {
      flag: '--without <fields>',
      sets: 'without',
      kind: 'parsed',
      parse: splitNames,
      expected: 'names of fields separated by commas',
      help: 'Fields whose values are not stored, such as ClientIP,Cookies',
    },
    DATASET_FLAG,
    THREADS_FLAG,
    ...OBJECT_FLAGS,
  ],
  notes: `
Examples:
  headgate index samples/logs --out logs.index
  headgate replay logs.index --filter 'EdgeResponseStatus >= 500'
  headgate index 's3://bucket/logs/{DATE}?region=eu-west-1' --since 7d --out logs.index --without ClientIP,Cookies
  headgate index --out logs.index                         # update it from the same sources
  headgate index --out logs.index --list                  # its age and size

An index contains the lines without loss: only you can read it. docs/index-files.md describes its files.

Exit codes: 0 all objects are in the index, 1 some could not be read completely, 2 no answer, 130 interrupted.`,
  formats: INDEX_RENDERERS,
  run: ([sources], { out, list, without, dataset, ...flags }) => {
    if (list === true && sources.length > 0)
      throw new UsageError(`cannot list the index: found ${sources[0]}, expected no source with --list`);
    const logs = objectsRequest(sources, flags);
    return commandTask(INDEX_RENDERERS, async ({ startReading }) => {
      const { describeIndex, indexLogs } = await import('../../verbs/index-logs/index-logs.ts');
      if (list === true) return { result: describeIndex(out), isPartial: false, isNegative: false };
      const { reading } = await startReading();
      const result = await indexLogs({ ...logs, ...reading, threads: flags.threads, out, without, dataset });
      const isNegative = result.objects.waiting > 0 || result.changes!.lost.length > 0;
      return { result, isPartial: result.partial, isNegative };
    });
  },
});

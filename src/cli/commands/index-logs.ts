// headgate index: builds an index of logs, updates it, or lists what is in it.
import { DEFAULT_DATASET } from '../../language/dataset/index.ts';
import { INDEX_RENDERERS } from '../../report/index.ts';
import { defineCommand, UsageError } from '../command.ts';
import { type FlagRow, partsOf } from '../flag-row.ts';
import { DATASET_FLAG } from '../flags/filter-flags.ts';
import { named, splitNames } from '../flags/parsers.ts';
import { OBJECT_FLAGS, SOURCE_ARGUMENT, THREADS_FLAG } from '../flags/source-flags.ts';
import { objectsRequest } from '../logs-request.ts';
import { commandTask } from '../run-command.ts';

/** What to read, and how to store it: without an effect on `--list`. */
const BUILD_FLAGS = [
  {
    flag: '--without <fields>',
    sets: 'without',
    kind: 'parsed',
    parse: splitNames,
    expected: 'names of fields separated by commas',
    help: 'Fields whose values are not stored, such as ClientIP,Cookies',
  },
  {
    flag: '--prune',
    sets: 'prune',
    kind: 'switch',
    help: 'In an update without sources, remove the lines of those that have no object any more (default: such a source rejects the update)',
  },
  {
    ...DATASET_FLAG,
    help: `Dataset of the lines, such as http_requests or firewall_events (default: that of the index, else ${DEFAULT_DATASET})`,
  },
  THREADS_FLAG,
  ...OBJECT_FLAGS,
] as const satisfies readonly FlagRow[];

/** The command. */
export const indexCommand = defineCommand({
  name: 'index',
  summary: 'Store logs in columns, so that every further question is answered in a moment',
  description:
    'Reads logs into an index: a folder with columns, which every command takes as its source and which answers as the logs would. Run again, it reads only new and changed objects, and removes the entries of deleted ones; without sources, it begins at the earliest --since of its builds.',
  arguments: [{ ...SOURCE_ARGUMENT, help: 'Sources as of replay (default: those of the index, to update it)' }],
  flags: [
    {
      flag: '--out <dir>',
      sets: 'out',
      kind: 'parsed',
      ...named('a folder'),
      help: 'Folder of the index (required; with --list also as the argument)',
    },
    { flag: '--list', sets: 'list', kind: 'switch', help: 'Report what is in the index, without reading logs' },
    ...BUILD_FLAGS,
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
  run: ([sources], { out, list, without, prune, dataset, ...flags }, { given }) => {
    if (list === true) {
      const folder = listedFolder(sources, out, given);
      return commandTask(INDEX_RENDERERS, async () => {
        const { describeIndex } = await import('../../verbs/index-logs/describe-index.ts');
        const result = describeIndex(folder);
        return { result, isPartial: false, isNegative: result.objects.waiting > 0 || result.lostParts > 0 };
      });
    }
    if (out === undefined) throw new UsageError("required option '--out <dir>' not specified");
    const logs = objectsRequest(sources, flags);
    return commandTask(INDEX_RENDERERS, async ({ startReading }) => {
      const { indexLogs } = await import('../../verbs/index-logs/index-logs.ts');
      const { reading } = await startReading();
      const result = await indexLogs({ ...logs, ...reading, threads: flags.threads, out, without, prune, dataset });
      const isNegative = result.objects.waiting > 0 || result.changes!.lost.length > 0;
      return { result, isPartial: result.partial, isNegative };
    });
  },
});

/** The folder that `--list` reports. @throws UsageError for flags of a build, and unless there is one folder */
function listedFolder(sources: readonly string[], out: string | undefined, given: readonly string[]): string {
  const unused = BUILD_FLAGS.map((row) => partsOf(row).long).filter((flag) => given.includes(flag));
  if (unused.length > 0)
    throw new UsageError(`cannot list the index: found ${unused.join(', ')}, expected only a folder with --list`);
  const [folder, ...others] = out === undefined ? sources : [out, ...sources];
  if (folder === undefined)
    throw new UsageError(
      'cannot list an index: found no folder, expected one; name it, such as headgate index --list logs.index',
    );
  if (others.length > 0)
    throw new UsageError(`cannot list the index ${folder}: found ${others[0]} too, expected one folder with --list`);
  return folder;
}

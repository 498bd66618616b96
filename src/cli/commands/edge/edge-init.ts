// headgate edge init: writes the edge script as a project that is ready to deploy.
import { type Command, InvalidArgumentError, Option } from 'commander';
import { BUCKET_NAME, DEFAULT_PROJECT, KEY_PREFIX, type NameRule, SCRIPT_NAME } from '../../../edge/index.ts';
import { EDGE_INIT_RENDERERS } from '../../../render/index.ts';
import { addHelpNotes } from '../../add-help-notes.ts';
import { addTo } from '../../flags/add-to.ts';
import { addOutputFlags, type OutputFlags } from '../../flags/output-flags.ts';
import { commandTask, runCommand } from '../../run-command.ts';

interface EdgeInitFlags extends OutputFlags {
  bucket: string;
  name: string;
  prefix: string[];
}

const EXAMPLES = `
Overwrites nothing: if one of its files exists, it writes none. Uses no network. The files are yours to change; deploy them with the commands
that it prints.

Examples:
  headgate edge init edge --bucket http-logs --prefix http_requests/
  headgate edge init workers/reports --bucket reports --name reports

Exit codes: 0 written, 2 not written.`;

/** Adds the command to the group `edge`. */
export function addEdgeInitCommand(group: Command): Command {
  const command = group
    .command('init')
    .summary('Write the edge script as a project that is ready to deploy')
    .description(
      'Writes the edge script as one readable TypeScript file, with wrangler.jsonc, tsconfig.json, package.json and a README. The folder is created if it does not exist.',
    )
    .argument('<dir>', 'Folder for the files', parseFolder)
    .option('--bucket <name>', 'Name of the R2 bucket', parseName(BUCKET_NAME), DEFAULT_PROJECT.bucket)
    .option('--name <name>', 'Name of the Worker', parseName(SCRIPT_NAME), DEFAULT_PROJECT.name)
    .addOption(
      new Option(
        '--prefix <prefix>',
        'Objects that requests with the auth key or the read key may read, such as http_requests/; repeatable',
      )
        .argParser((text: string, earlier: readonly string[]) => addTo(parseName(KEY_PREFIX)(text), earlier))
        .default([], 'none'),
    );
  addHelpNotes(command, EXAMPLES);
  addOutputFlags(command, EDGE_INIT_RENDERERS);
  return command.action(
    runCommand<EdgeInitFlags>(([folder = ''], { bucket, name, prefix }) =>
      commandTask(EDGE_INIT_RENDERERS, async () => {
        const { initEdge } = await import('../../../task/edge/init-edge.ts');
        return {
          result: await initEdge({ folder, bucket, name, prefixes: prefix }),
          isPartial: false,
          isNegative: false,
        };
      }),
    ),
  );
}

function parseFolder(text: string): string {
  if (text !== '') return text;
  throw new InvalidArgumentError('Found an empty name, expected a folder; is a shell variable empty?');
}

function parseName({ pattern, expected }: NameRule): (text: string) => string {
  return (text) => {
    if (pattern.test(text)) return text;
    throw new InvalidArgumentError(`Found ${JSON.stringify(text)}, expected ${expected}`);
  };
}

// headgate edge: writes the edge script as a project that is ready to deploy.
import { EDGE_INIT_RENDERERS } from '../../report/index.ts';
import { BUCKET_NAME, DEFAULT_PROJECT, KEY_PREFIX, type NameRule, SCRIPT_NAME } from '../../sandbox/edge/index.ts';
import { defineCommand } from '../command.ts';
import type { Parser } from '../flag-row.ts';
import { named } from '../flags/parsers.ts';
import { commandTask } from '../run-command.ts';

function follows({ pattern, expected }: NameRule): Parser<string> {
  return { parse: (text) => (pattern.test(text) ? text : undefined), expected };
}

const initCommand = defineCommand({
  name: 'init',
  summary: 'Write the edge script as a project that is ready to deploy',
  description:
    'Writes the edge script as one readable TypeScript file, with wrangler.jsonc, tsconfig.json, package.json and a README. The folder is created if it does not exist.',
  arguments: [{ name: 'dir', takes: 'one', parser: named('a folder'), help: 'Folder for the files' }],
  flags: [
    {
      flag: '--bucket <name>',
      sets: 'bucket',
      kind: 'parsed',
      ...follows(BUCKET_NAME),
      default: DEFAULT_PROJECT.bucket,
      help: 'Name of the R2 bucket',
    },
    {
      flag: '--name <name>',
      sets: 'name',
      kind: 'parsed',
      ...follows(SCRIPT_NAME),
      default: DEFAULT_PROJECT.name,
      help: 'Name of the Worker',
    },
    {
      flag: '--prefix <prefix>',
      sets: 'prefixes',
      kind: 'parsed',
      ...follows(KEY_PREFIX),
      repeatable: true,
      default: [],
      defaultText: 'none',
      help: 'Objects that requests with the auth key or the read key may read, such as http_requests/; repeatable',
    },
  ],
  notes: `
Overwrites nothing: if one of its files exists, it writes none. Uses no network. The files are yours to change; deploy them with the commands
that it prints.

Examples:
  headgate edge init edge --bucket http-logs --prefix http_requests/
  headgate edge init workers/reports --bucket reports --name reports

Exit codes: 0 written, 2 not written.`,
  formats: EDGE_INIT_RENDERERS,
  run: ([folder], { output: _, ...request }) =>
    commandTask(EDGE_INIT_RENDERERS, async () => {
      const { initEdge } = await import('../../verbs/edge/init-edge.ts');
      return { result: await initEdge({ ...request, folder }), isPartial: false, isNegative: false };
    }),
});

/** The group of commands. */
export const edgeCommand = defineCommand({
  name: 'edge',
  summary: 'Write the edge script: a Worker that serves a bucket to requests with a key',
  description:
    'Works with the edge script: a Worker in front of an R2 bucket. It serves the objects of one allow list to anyone and those of a second list only to requests with a key.',
  commands: [initCommand],
});

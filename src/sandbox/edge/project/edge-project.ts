// The files of a project that deploys the edge script: the script, the settings it is tested with, and templates with the names
// and prefixes of a user. Reads the files of the package; writes nothing.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AUTH_KEY_SECRET, EDGE_SCRIPT_NAME } from '../script-settings.ts';

/** What differs between projects. Names and prefixes must match their rules. */
export interface EdgeProject {
  /** Of the R2 bucket. */
  bucket: string;
  /** Of the Worker. */
  name: string;
  /** Of the objects that requests with the auth key or the read key read. */
  prefixes: readonly string[];
}

/** A file of a project. */
export interface EdgeFile {
  /** Relative to the folder of the project. */
  name: string;
  /** What it is for, in a few words. */
  purpose: string;
  text: string;
}

/** The names in the settings of the Worker, which are the defaults of a project. */
export const DEFAULT_PROJECT: Readonly<EdgeProject> = { bucket: 'logs', name: EDGE_SCRIPT_NAME, prefixes: [] };
/** In the examples of a README without prefixes. */
const EXAMPLE_PREFIX = 'logs/';
/** The list of the settings that contains the prefixes. */
const LIST_WITH_KEY = '"ALLOW_LIST_WITH_KEY": { "keys": [], "prefixes": ';

const WORKER = join(import.meta.dirname, '../worker');
const TEMPLATE = join(import.meta.dirname, 'template');
const PACKAGE = join(import.meta.dirname, '../../../..');
/** Not a template: a package on npm cannot contain a file `.gitignore`. */
const GIT_IGNORE = ['node_modules', '.wrangler', '.dev.vars', 'key.header'];

/** Returns the files, the most important first. */
export function edgeProject(project: EdgeProject): EdgeFile[] {
  return [
    { name: 'worker.ts', purpose: 'the script', text: `${originOf()}\n\n${read(WORKER, 'worker.ts')}` },
    { name: 'wrangler.jsonc', purpose: 'its settings: bucket and allow lists', text: settingsWith(project) },
    { name: 'README.md', purpose: 'how to deploy and use it', text: fromTemplate('README.md', project) },
    { name: 'package.json', purpose: 'the tools that deploy it', text: fromTemplate('package.json', project) },
    { name: 'tsconfig.json', purpose: 'checks its types', text: read(WORKER, 'tsconfig.json') },
    { name: '.gitignore', purpose: 'keeps keys out of a repository', text: `${GIT_IGNORE.join('\n')}\n` },
  ];
}

/** First line of the script, for owners who compare it with a newer one. */
function originOf(): string {
  const { version, license } = JSON.parse(read(PACKAGE, 'package.json'));
  return `// From headgate ${version}, written by \`headgate edge init\`; yours to change. License: ${license}.`;
}

/** Returns the settings of the Worker with other names and prefixes. Keeps the comments. */
function settingsWith({ bucket, name, prefixes }: EdgeProject): string {
  return read(WORKER, 'wrangler.jsonc')
    .replace(`"name": "${DEFAULT_PROJECT.name}"`, `"name": "${name}"`)
    .replace(`"bucket_name": "${DEFAULT_PROJECT.bucket}"`, `"bucket_name": "${bucket}"`)
    .replace(`bucket create ${DEFAULT_PROJECT.bucket}\``, `bucket create ${bucket}\``)
    .replace(`${LIST_WITH_KEY}[]`, `${LIST_WITH_KEY}[${prefixes.map((prefix) => JSON.stringify(prefix)).join(', ')}]`);
}

function fromTemplate(file: string, { bucket, name, prefixes: [prefix = EXAMPLE_PREFIX] }: EdgeProject): string {
  return read(TEMPLATE, file)
    .replaceAll('{{bucket}}', bucket)
    .replaceAll('{{name}}', name)
    .replaceAll('{{prefix}}', prefix);
}

function read(folder: string, file: string): string {
  return readFileSync(join(folder, file), 'utf8');
}

/** Returns the commands, to be run in the folder of the project, in order. The bucket may exist already. */
export function deployCommands({ bucket }: Pick<EdgeProject, 'bucket'>): string[] {
  return [
    'npm install',
    'npx wrangler login',
    `npx wrangler r2 bucket create ${bucket}`,
    'npm run deploy',
    `npx wrangler secret put ${AUTH_KEY_SECRET}`,
  ];
}

// Runs the commands that pages and the program suggest for a checkout, `npm run -s headgate -- …`, without npm, which takes as much
// processor time as most of them. A test compares the three ways.
import { join } from 'node:path';
import { programPath } from '../programs.ts';
import { type CliRun, ROOT, runShell, runTogether } from './run-cli.ts';

/** Node's own, since only commands started by npm get the checkout's Node. */
export const NPM_ENV = { PATH: `${join(ROOT, 'node_modules/.bin')}:${process.env.PATH}` };

/** A shell function for `npm run -s headgate -- …`. */
const WITHOUT_NPM = `npm() { shift 4; '${process.execPath}' '${programPath('headgate')}' "$@"; }; export -f npm;`;

/** A command of one program, whose words need no more than the removal of quotes. */
const ONE_PROGRAM = /^npm run -s headgate -- (?:[^'"\\|&;<>()$`*?[\]{}~#]|'[^']*')+$/;
/** The same shell function, which prints the words instead. */
const WORDS = `npm() { shift 4; printf '%s\\0' "$@"; };`;

/** Runs a command in a shell. */
export function runInShell(command: string): Promise<CliRun> {
  return runShell(`${WITHOUT_NPM} ${command}`, { env: NPM_ENV });
}

/** Runs a command: in a shell if it needs one, else without a process of its own. */
export async function runExample(command: string): Promise<CliRun> {
  if (!ONE_PROGRAM.test(command)) return runInShell(command);
  const { stdout } = await runShell(`${WORDS} ${command}`);
  return runTogether(stdout.split('\0').slice(0, -1));
}

// Whole commands of headgate as sides of a comparison, from the built package: that is what users run, and the peers are
// not compiled at each start either. How the command line looks stands here and nowhere else in bench/.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { TimedCommand } from './timed-command.ts';

const ROOT = join(import.meta.dirname, '..');
/** What the built package's `bin` runs. */
const MAIN = join(ROOT, 'dist/src/cli/main.js');

/** Builds the package into dist/; to be called once, before any command is timed. */
export function buildPackage(): void {
  execFileSync('npm', ['run', '-s', 'build'], { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] });
}

/** `headgate replay` of sources with filters, its report as JSON on stdout. */
export function replaying(
  name: string,
  sources: readonly string[],
  filters: readonly string[],
  flags: readonly string[] = [],
): TimedCommand {
  const named = filters.flatMap((filter) => ['--filter', filter]);
  return headgate(name, ['replay', ...sources, ...named, ...flags, '--format', 'json', '--quiet']);
}

/** Any command of headgate. */
export function headgate(name: string, args: readonly string[]): TimedCommand {
  return { name, command: process.execPath, args: [MAIN, ...args] };
}

// Runs headgate commands as sides of a comparison, from the built package: users run that, and the peers are not
// compiled at each start either. The only file in bench/ that knows the command line.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { TimedCommand } from './timed-command.ts';

const ROOT = join(import.meta.dirname, '..');
/** The entry point of the built package's `bin`. */
export const MAIN: string = join(ROOT, 'dist/src/cli/headgate.cjs');

/** Builds the package into dist/; call it once, before the first timed command. */
export function buildPackage(): void {
  execFileSync('npm', ['run', '-s', 'build'], { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] });
}

/** Returns a `headgate replay` of sources with filters; the report is JSON on stdout. */
export function replaying(
  name: string,
  sources: readonly string[],
  filters: readonly string[],
  flags: readonly string[] = [],
): TimedCommand {
  const named = filters.flatMap((filter) => ['--filter', filter]);
  return headgate(name, ['replay', ...sources, ...named, ...flags, '--format', 'json', '--quiet']);
}

/** Returns any headgate command. */
export function headgate(name: string, args: readonly string[]): TimedCommand {
  return { name, command: process.execPath, args: [MAIN, ...args] };
}

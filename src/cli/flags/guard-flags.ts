// Defines the flags for guards, and converts them to a request. Every command that judges a filter uses them.
import type { Command } from 'commander';
import type { GuardRequest } from '../../guard/index.ts';

/** Values of {@link addGuardFlags}. */
export interface GuardFlags {
  guard?: string[];
  neverDrop?: string[];
  neverKeep?: string[];
  undecidedOk?: true;
}

/** Adds `--guard`, `--never-drop`, `--never-keep`, `--undecided-ok`. */
export function addGuardFlags(command: Command): Command {
  return command
    .optionsGroup('Guard options (a broken guard exits with code 1):')
    .option(
      '--guard <guard>',
      "Promise about a figure: 'kept >= 5%', 'newly-dropped <= 0.1%', 'cost <= 400/month' (repeatable)",
      collect,
    )
    .option('--never-drop <filter>', 'No line that this filter matches may be dropped (repeatable)', collect)
    .option('--never-keep <filter>', 'No line that this filter matches may be kept (repeatable)', collect)
    .option('--undecided-ok', 'Count undecided lines as neither kept nor dropped');
}

/** Converts the flags. */
export function guardRequest({ guard, neverDrop, neverKeep, undecidedOk }: GuardFlags): GuardRequest {
  return { guards: guard, neverDrop, neverKeep, undecidedOk };
}

function collect(value: string, before: readonly string[] = []): string[] {
  return [...before, value];
}

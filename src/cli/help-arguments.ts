// Rewrites `headgate help fields preview` to `headgate fields preview --help`: commander prints help only for commands of the first level,
// and ignores unknown names.
import type { Command } from 'commander';

const HELP = 'help';

/**
 * Rewrites the arguments of `help`, which may follow a group of commands.
 * @param args after `headgate`
 * @returns unchanged where the arguments are no call of `help` with names; without --help where a name is unknown: it fails then
 */
export function helpArguments(program: Command, args: readonly string[]): readonly string[] {
  const at = args.indexOf(HELP);
  const names = args.slice(at + 1);
  if (at < 0 || names.length === 0 || names.some((name) => name.startsWith('-'))) return args;
  let command = program;
  for (const name of args.slice(0, at)) {
    const inner = commandIn(command, name);
    if (inner === undefined) return args;
    command = inner;
  }
  if (command.commands.length === 0) return args;
  const path = [...args.slice(0, at)];
  for (const name of names) {
    if (command.commands.length === 0) break;
    const inner = commandIn(command, name);
    path.push(name);
    if (inner === undefined) return path;
    command = inner;
  }
  return [...path, '--help'];
}

function commandIn({ commands }: Command, name: string): Command | undefined {
  return commands.find((command) => command.name() === name);
}

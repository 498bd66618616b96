// Parses a command line by rows of flags alone, without a command.
import { vi } from 'vitest';
import { buildProgram } from '../../../src/cli/build-program.ts';
import { type ArgumentRow, type CommandFlags, defineCommand } from '../../../src/cli/command.ts';
import type { FlagRow } from '../../../src/cli/flag-row.ts';

/** What a command would run with. */
export interface Parsed<Flags> {
  args: readonly unknown[];
  flags: Flags;
  given: readonly string[];
}

/** Parses. @throws CommanderError whose message is the usage error */
export async function parseFlags<const Rows extends readonly FlagRow[]>(
  flags: Rows,
  args: readonly string[],
  { formats = ['text', 'json'], argument }: { formats?: readonly string[]; argument?: ArgumentRow } = {},
): Promise<Parsed<CommandFlags<Rows>>> {
  const texts = { summary: '', description: '' };
  const found: Parsed<CommandFlags<Rows>>[] = [];
  const reached = new Error('the command would run');
  const command = defineCommand({
    ...{ name: 'any', ...texts, flags, formats: Object.fromEntries(formats.map((name) => [name, 0])) },
    arguments: argument === undefined ? [] : [argument],
    run: (values, parsed, { given }) => {
      found.push({ args: values, flags: parsed, given });
      throw reached;
    },
  });
  const program = buildProgram(defineCommand({ name: 'headgate', ...texts, commands: [command] }));
  const silenced = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  try {
    await program.parseAsync(['any', ...args], { from: 'user' });
  } catch (error) {
    if (error !== reached) throw error;
  } finally {
    silenced.mockRestore();
  }
  return found[0]!;
}

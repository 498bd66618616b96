// The table of completions: every word that a shell completes, with how it completes the value. The scripts of the three shells contain it
// and read it.
import { DATASET_NAMES } from '../../language/dataset/index.ts';
import { type Command, placesOf } from '../command.ts';
import { partsOf } from '../flag-row.ts';

/** A word that a shell completes. */
export interface CompletionRow {
  /** The words of its command: `fields preview`. Empty for the program itself. */
  path: string;
  /** The names of a flag, the name of a command, or the place of an argument: `*` if it takes several values, else `1`. */
  names: readonly string[];
  /**
   * What follows: choices separated by blanks, `:file`, `:folder`, `:filter` (a file after `@`), `:other` (not completed), or nothing. `:command`
   * for a command.
   */
  value: string;
  text: string;
}

/** How values are completed, by the placeholder in the help. Others are not. */
export const PLACEHOLDER_VALUES: Readonly<Record<string, string>> = {
  ...{
    file: ':file',
    'file|id|sql': ':file',
    source: ':file',
    suite: ':file',
    traffic: ':file',
    dir: ':folder',
    filter: ':filter',
  },
  // The parser does not check it: an unknown dataset has an error with the nearest name.
  dataset: DATASET_NAMES.join(' '),
};

/** Returns the rows of a command and of everything below it. */
export function completionRows(command: Command, path = ''): CompletionRow[] {
  const below = (words: readonly string[]): string => [path, ...words].join(' ').trim();
  const [operand] = command.arguments;
  return [
    ...command.flags.map((row) => {
      const { names, placeholder } = partsOf(row);
      const value = placeholder === undefined ? '' : valueFor(placeholder, 'choices' in row ? row.choices : undefined);
      return { path, names, value, text: row.help };
    }),
    // The flag and the command that commander adds.
    { path, names: ['-h', '--help'], value: '', text: 'Print help' },
    ...(command.run === undefined ? helpRows(command, path) : []),
    ...(operand === undefined
      ? []
      : [
          {
            path,
            names: [operand.takes === 'any' || operand.takes === 'some' ? '*' : '1'],
            value: valueFor(operand.name, operand.choices),
            text: operand.help,
          },
        ]),
    ...command.commands.flatMap((inner) => [commandRow(path, inner), ...completionRows(inner, below([inner.name]))]),
  ];
}

function helpRows(command: Command, path: string): CompletionRow[] {
  const help = { name: 'help', summary: 'Print help for a command' };
  return [
    commandRow(path, help),
    ...placesOf(command)
      .slice(1)
      .map((place) => commandRow([path, help.name, ...place.path.slice(0, -1)].join(' ').trim(), place.command)),
  ];
}

function commandRow(path: string, { name, summary }: Pick<Command, 'name' | 'summary'>): CompletionRow {
  return { path, names: [name], value: ':command', text: summary };
}

function valueFor(placeholder: string, choices: readonly string[] | undefined): string {
  return choices?.join(' ') ?? PLACEHOLDER_VALUES[placeholder] ?? ':other';
}

/** Prints the table: `path|name,name|value|text` on each line. */
export function printRows(rows: readonly CompletionRow[]): string {
  return rows.map(({ path, names, value, text }) => [path, names.join(','), value, text].join('|')).join('\n');
}

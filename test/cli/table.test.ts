// The table of commands: what every row promises to the parser, the help and the completion scripts.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Command, placesOf } from '../../src/cli/command.ts';
import { type FlagRow, partsOf } from '../../src/cli/flag-row.ts';
import { loadProgram } from '../../src/cli/table.ts';
import { ROOT } from '../helpers/cli/run-cli.ts';

const places = placesOf(await loadProgram(undefined)).map(({ path, command }) => ({ name: path.join(' '), command }));
const rows = places.flatMap(({ name, command }) => command.flags.map((row) => ({ name, row, command })));

/** The flags that violate a rule. */
function flagsThat(violate: (row: FlagRow, command: Command) => boolean): string[] {
  return rows.filter(({ row, command }) => violate(row, command)).map(({ name, row }) => `${name} ${row.flag}`);
}

const isRepeatable = (row: FlagRow): boolean => row.kind !== 'switch' && row.repeatable === true;

it('has every command', () => {
  expect(places.length).toBeGreaterThan(35);
  expect(rows.length).toBeGreaterThan(300);
});

describe('every command', () => {
  it('does something, or groups commands', () => {
    expect(places.filter(({ command: { run, commands } }) => run === undefined && commands.length === 0)).toEqual([]);
  });

  it('writes a remark beside an example as a comment, so that both can be pasted', () => {
    const examples = places.flatMap(({ command: { notes = '' } }) => notes.match(/^ {2}headgate .*$/gm) ?? []);
    expect(examples.length).toBeGreaterThan(90);
    const bare = examples.map((line) => line.trim().replaceAll(/'[^']*'|"[^"]*"/g, 'x'));
    expect(bare.filter((line) => / {2}|;/.test(line.replace(/ +#.*$/, '')))).toEqual([]);
  });

  it('takes several values as its last argument only', () => {
    const inner = places.flatMap(({ command }) => command.arguments.slice(0, -1));
    expect(inner.filter(({ takes }) => takes === 'any' || takes === 'some')).toEqual([]);
  });

  it('has a flag once, and leaves --help to the parser', () => {
    for (const { command } of places) {
      const names = ['-h', '--help', ...command.flags.flatMap((row) => partsOf(row).names)];
      expect(names).toEqual([...new Set(names)]);
    }
  });
});

it('every command with --format json has a schema whose title names it', () => {
  const schemas = join(ROOT, 'schema');
  const titles = readdirSync(schemas).map((name): string[] =>
    JSON.parse(readFileSync(join(schemas, name), 'utf8')).title.split(' '),
  );
  const names = rows
    .filter(({ row }) => row.kind === 'choice' && row.flag.startsWith('--format ') && row.choices.includes('json'))
    .map(({ name }) => name);
  expect(names.length).toBeGreaterThan(20);
  expect(
    names.filter((name) => !titles.some((words) => name.split(' ').every((word) => words.includes(word)))),
  ).toEqual([]);
});

describe('every flag', () => {
  it('has a placeholder if it takes a value', () => {
    expect(flagsThat((row) => (partsOf(row).placeholder !== undefined) !== (row.kind !== 'switch'))).toEqual([]);
  });

  it('says in its help whether it is repeatable', () => {
    expect(flagsThat((row) => row.help.includes('repeatable') !== isRepeatable(row))).toEqual([]);
  });

  it('sets a key, or a key of an object that no flag sets', () => {
    expect(flagsThat(({ sets }) => !/^[a-zA-Z]+(?:\.[a-zA-Z]+)?$/.test(sets))).toEqual([]);
    expect(flagsThat(({ sets }, { flags }) => flags.some((other) => other.sets.startsWith(`${sets}.`)))).toEqual([]);
  });

  it('shares its key only to collect into one list', () => {
    expect(
      flagsThat((row, { flags }) => !isRepeatable(row) && flags.some((one) => one !== row && one.sets === row.sets)),
    ).toEqual([]);
  });

  it('has its default among its choices', () => {
    expect(
      flagsThat(
        (row) => row.kind === 'choice' && ![row.default ?? []].flat().every((one) => row.choices.includes(one)),
      ),
    ).toEqual([]);
  });

  it('implies values that other flags of the command take', () => {
    const isTaken = (flags: readonly FlagRow[], key: string, value: string): boolean =>
      flags.some((row) => row.sets === key && row.kind === 'choice' && row.choices.includes(value));
    expect(
      flagsThat(({ implies = {} }, { flags }) =>
        Object.entries(implies).some(([key, value]) => !isTaken(flags, key, value)),
      ),
    ).toEqual([]);
  });
});

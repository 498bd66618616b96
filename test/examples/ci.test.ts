// The examples for CI systems: their YAML is valid, and every call of headgate has a command and flags that exist, with values of the right kind.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { Command } from '../../src/cli/command.ts';
import { partsOf } from '../../src/cli/flag-row.ts';
import { loadProgram } from '../../src/cli/table.ts';
import { ROOT } from '../helpers/cli/run-cli.ts';

const folder = join(ROOT, 'examples/ci');
const files = readdirSync(folder).filter((name) => /\.(?:yml|sh)$/.test(name));
const textOf = (name: string) => readFileSync(join(folder, name), 'utf8');

/** Every text of a YAML value. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** The calls in shell text, each as its words; variables and quotes are kept as text. */
function callsIn(script: string): string[][] {
  return script
    .replace(/\\\n\s*/g, ' ')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => /^(?:\$HEADGATE|"\$\{headgate\[@\]\}") /.test(line))
    .map((line) =>
      line
        .replace(/ \|\| .*$/, '')
        .match(/(?:'[^']*'|"(?:\$\([^)]*\)|[^"])*"|\$\{[^}]*\}|[^\s'"$]|\$\w+)+/g)!
        .slice(1),
    );
}

const calls = files.flatMap((name) => {
  const texts = name.endsWith('.yml') ? textsIn(parse(textOf(name))) : [textOf(name)];
  return texts.flatMap(callsIn).map((words) => [`${name}: ${words.join(' ')}`, words] as const);
});

/** The command that the first words name. */
async function commandOf([first, second]: readonly string[]): Promise<Command | undefined> {
  const command = (await loadProgram(first)).commands.find(({ name }) => name === first);
  if (command === undefined || command.commands.length === 0) return command;
  return command.commands.find(({ name }) => name === second);
}

it('every example calls headgate', () => {
  expect(new Set(calls.map(([name]) => name.split(':')[0])).size).toBe(files.length);
  expect(calls.map(([, [verb]]) => verb)).toEqual(
    expect.arrayContaining(['check', 'replay', 'compare', 'test', 'jobs']),
  );
});

it.each(['check-jobs.sh', 'compare-jobs.sh'])('%s prints its usage without arguments', (name) => {
  const { status, stdout, stderr } = spawnSync(join(folder, name), { encoding: 'utf8' });
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toMatch(new RegExp(`^usage: ${name} [A-Z_ [\\]]+\\n$`));
});

it.each(calls)('%s', async (_, words) => {
  const command = await commandOf(words);
  expect(command).toBeDefined();
  for (const [index, word] of words.entries()) {
    if (!word.startsWith('-')) continue;
    const row = command!.flags.find((one) => partsOf(one).names.includes(word));
    expect(row, word).toBeDefined();
    if (row!.kind === 'choice') expect(row!.choices).toContain(words[index + 1]);
  }
});

describe('the YAML', () => {
  it.each(files.filter((name) => name.endsWith('.yml')))('%s uses files of this folder that exist', (name) => {
    const used = [...textOf(name).matchAll(/examples\/ci\/([\w./-]+)/g)].map(([, file]) => file!);
    for (const file of used) expect(files).toContain(file);
  });

  it.each(['workflow.yml', 'terraform.yml'])('%s is a workflow: each step has an action or a script', (name) => {
    const { on, jobs } = parse(textOf(name));
    expect(JSON.stringify(on)).toContain('pull_request');
    for (const { steps } of Object.values<{ steps: object[] }>(jobs)) {
      for (const step of steps) expect('run' in step !== 'uses' in step).toBe(true);
    }
  });

  it('gitlab-ci.yml has scripts of texts', () => {
    const { image, variables, workflow, default: settings, ...jobs } = parse(textOf('gitlab-ci.yml'));
    expect([image, variables.SINCE, workflow.rules.length, settings.before_script.length]).toEqual([
      'node:24',
      '1d',
      1,
      2,
    ]);
    for (const { script } of Object.values<{ script: unknown[] }>(jobs)) {
      expect(script.every((line) => typeof line === 'string')).toBe(true);
    }
  });
});

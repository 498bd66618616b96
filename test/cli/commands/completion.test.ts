// Completion scripts, each driven by its own shell.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { placesOf } from '../../../src/cli/command.ts';
import { PLACEHOLDER_VALUES } from '../../../src/cli/completion/completion-rows.ts';
import { partsOf } from '../../../src/cli/flag-row.ts';
import { loadProgram } from '../../../src/cli/table.ts';
import { ROOT, runTogether } from '../../helpers/cli/run-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'headgate-completion-'));
const program = await loadProgram(undefined);
const scripts = new Map<string, string>();

/** The file with the script of a shell. */
async function scriptOf(shell: string): Promise<string> {
  const known = scripts.get(shell);
  if (known !== undefined) return known;
  const run = await runTogether(['completion', shell]);
  expect(run).toMatchObject({ code: 0, stderr: '' });
  const path = join(folder, `headgate.${shell}`);
  writeFileSync(path, run.stdout);
  scripts.set(shell, path);
  return path;
}

function ask(shell: string, args: readonly string[]): string[] {
  const { status, stdout, stderr } = spawnSync(shell, args, { cwd: ROOT, encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return stdout.split('\n').filter((line) => line !== '');
}

/** As bash splits a line at COMP_WORDBREAKS, with what it would replace the last word by. */
const BASH = `source "$1"; shift
compopt() { :; }
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _headgate; printf '%s\\n' "\${COMPREPLY[@]}"`;

/** Completes each argument as a line, in one process: prints `=` and what it offers. */
const BASH_LINES = `source "$1"; shift
compopt() { :; }
for line; do read -ra COMP_WORDS <<< "$line"; COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); COMPREPLY=(); _headgate; echo "= \${COMPREPLY[*]}"; done`;

const sorted = (names: readonly string[]): string =>
  names
    .filter((name) => name !== '')
    .toSorted()
    .join(' ');

/** Runs the completion widget in a terminal of zsh's own, and prints what it would add, a match a line. */
const ZSH = `zmodload zsh/zpty
zpty z zsh -f -i
zpty -w z "PS1=; unsetopt zle_bracketed_paste; autoload -Uz compinit; compinit -u -D; source $1; cd ${ROOT}"
zpty -w z 'compadd() { local -a given; builtin compadd -O given "$@"; for one in $given; do print -r -- "MATCH<$one>"; done; builtin compadd "$@" }'
zpty -w z "bindkey '^I' complete-word; zle -C complete-word complete-word show; show() { _main_complete; print DONE; compstate[insert]=; compstate[list]= }"
zpty -w z 'print READY'
zpty -r -m z all '*READY*READY*'
zpty -w -n z "$2"$'\\t'
zpty -r -m z all '*DONE*'
print -r -- $all`;

type Row = [line: string[], offered: string[]];

const ROWS: Row[] = [
  [['rep'], ['replay']],
  [
    ['fields', ''],
    ['apply', 'help', 'list', 'plan', 'preview', 'propose'],
  ],
  [['help', 'ex'], ['explain']],
  [['help', 'fields', 'prev'], ['preview']],
  [['sandbox', 'bucket', 'del'], ['delete']],
  [
    ['replay', '--format', 'j'],
    ['json', 'junit'],
  ],
  [
    ['sample', '--format', ''],
    ['github', 'html', 'json', 'junit', 'lines', 'markdown', 'text'],
  ],
  [
    ['fields', 'preview', '--limits', ''],
    ['classic', 'current'],
  ],
  [
    ['fields', 'preview', '--fail-on', ''],
    ['missing', 'truncation'],
  ],
  [
    ['completion', ''],
    ['bash', 'fish', 'zsh'],
  ],
  [['check', '--as'], ['--as-job-string']],
  [
    ['replay', 'samples/logs', '--never'],
    ['--never-drop', '--never-keep'],
  ],
  [['validate', '--job', 'samples/jobs/all-r'], ['samples/jobs/all-requests.json']],
  [['replay', '-f', '@samples/filters/err'], ['@samples/filters/errors.json']],
  [['check', '@samples/filters/err'], ['@samples/filters/errors.json']],
  [['fields', 'preview', 'samples/traffic/shop.h'], ['samples/traffic/shop.har']],
  [['replay', '--null', 'z'], ['zero']],
  [['replay', '--input', 'c'], ['csv']],
];

const hasShell = (shell: string): boolean => spawnSync(shell, ['-c', 'exit']).status === 0;

describe('bash', () => {
  it.each<Row>([
    ...ROWS,
    [['replay', '--format', '=', 'js'], ['json']],
    [
      ['sample', '--format', '='],
      ['github', 'html', 'json', 'junit', 'lines', 'markdown', 'text'],
    ],
    [
      ['replay', '--format', 'csv', ':'],
      [
        ...['by', 'conditions', 'cost', 'delivered-fields', 'failures', 'fields', 'guards', 'hours', 'job-fields'],
        ...['jobs', 'overlap', 'problems', 'undecided', 'weights', 'where'],
      ],
    ],
    [
      ['replay', '--format', '=', 'csv', ':', 'jo'],
      ['job-fields', 'jobs'],
    ],
    [['replay', '--filter', '@', 'samples/filters/err'], ['@samples/filters/errors.json']],
    [['replay', '-f', 'EdgeResponseStatus'], []],
    [['replay', '--samples', ''], []],
    [['replay', '--emit', 'samples/filt'], ['samples/filters']],
    [['-'], ['--help', '--version', '-V', '-h']],
  ])('%j', async (line, offered) => {
    expect(ask('bash', ['-c', BASH, 'bash', await scriptOf('bash'), 'headgate', ...line]).sort()).toEqual(offered);
  });

  it('every flag of every command', async () => {
    const nodes = placesOf(program).map(({ path, command }): [line: string, flags: string] => [
      `headgate ${[...path, '-'].join(' ')}`,
      sorted([...command.flags.flatMap((row) => partsOf(row).names), '-h', '--help']),
    ]);
    const found = ask('bash', ['-c', BASH_LINES, 'bash', await scriptOf('bash'), ...nodes.map(([line]) => line)]);
    expect(found.map((text, index) => [nodes[index]?.[0], sorted(text.split(' ').slice(1))])).toEqual(nodes);
  });
});

describe.skipIf(!hasShell('fish'))('fish (skipped where it is not installed)', () => {
  it.each<Row>([
    ...ROWS,
    [['replay', '--format=js'], ['--format=json']],
    [
      ['replay', '--format', 'csv:j'],
      ['csv:job-fields', 'csv:jobs'],
    ],
    [['replay', '--emit', 'samples/filt'], ['samples/filters/']],
    [['replay', '--samples', ''], []],
  ])('%j', async (line, offered) => {
    const command = ['headgate', ...line].join(' ');
    const found = ask('fish', [
      '--no-config',
      '-c',
      'source $argv[1]; complete -C $argv[2]',
      await scriptOf('fish'),
      command,
    ]);
    expect(found.map((one) => one.split('\t')[0]).sort()).toEqual(offered);
  });
});

describe.skipIf(!hasShell('zsh'))('zsh (skipped where it is not installed)', () => {
  it.each<Row>([
    [['rep'], ['replay']],
    [
      ['replay', '--format', 'csv:j'],
      ['csv:job-fields', 'csv:jobs'],
    ],
    [
      ['replay', '--format=j'],
      ['json', 'junit'],
    ],
    [['check', '--as'], ['--as-job-string']],
    [['help', 'fields', 'prev'], ['preview']],
    [['sandbox', 'buck'], ['bucket']],
    [['fields', 'preview', '--fail-on', 'tr'], ['truncation']],
    [
      ['completion', ''],
      ['bash', 'fish', 'zsh'],
    ],
    // zsh matches the parts of a path one by one.
    [
      ['replay', '-f', '@samples/filters/err'],
      ['errors.json', 'filters', 'samples'],
    ],
    [
      ['validate', '--job', 'samples/jobs/all-r'],
      ['all-requests.json', 'jobs', 'samples'],
    ],
  ])('%j', async (line, offered) => {
    const text = ask('zsh', ['-f', '-c', ZSH, 'zsh', await scriptOf('zsh'), ['headgate', ...line].join(' ')]).join(
      '\n',
    );
    const found = [...text.matchAll(/MATCH<([^>]*)>/g)].map(([, match]) => match!);
    expect([...new Set(found)].sort()).toEqual(offered);
  });
});

it('every placeholder of the help is known to be completed by a file, or by nothing', () => {
  const names = new Set<string>();
  for (const { command } of placesOf(program)) {
    for (const row of command.flags) {
      const { placeholder } = partsOf(row);
      if (placeholder !== undefined && !('choices' in row)) names.add(placeholder);
    }
    for (const { name, choices } of command.arguments.slice(0, 1)) if (choices === undefined) names.add(name);
  }
  for (const name of Object.keys(PLACEHOLDER_VALUES)) expect(names.delete(name)).toBe(true);
  expect([...names].sort()).toMatchInlineSnapshot(`
    [
      "address",
      "bytes",
      "factor",
      "fields",
      "goal",
      "guard",
      "id",
      "ids",
      "id|name",
      "n",
      "name",
      "p",
      "path",
      "prefix",
      "price",
      "redis",
      "region",
      "seed",
      "share",
      "span",
      "text",
      "time",
      "url",
      "word",
    ]
  `);
});

it.each([['csh'], []])('no script for %j', async (...shell) => {
  const run = await runTogether(['completion', ...shell]);
  expect(run).toMatchObject({ code: 2, stdout: '' });
  expect(run.stderr).toContain(shell.length === 0 ? "missing required argument 'shell'" : 'bash, zsh, fish');
});

// Generates the completion script for fish: one `complete` command for each command, flag and argument.
import type { CommandNode, Flag, Value } from './command-tree.ts';

/** Generates the script. */
export function fishScript(program: CommandNode): string {
  return `# Completion of headgate for fish. Made by: headgate completion fish

# Whether these commands are on the command line in this order, with none of the commands below the last one.
function __headgate_at
    set -l words (commandline -opc)[2..]
    set -l path (string split ' ' -- $argv[1])
    test (count $words) -ge (count $path); or test -z "$argv[1]"; or return 1
    test -z "$argv[1]"; or test "$words[1..$(count $path)]" = "$argv[1]"; or return 1
    for name in $argv[2..]
        contains -- $name $words; and return 1
    end
    return 0
end

function __headgate_filter_files
    string match -q '@*' -- (commandline -ct); or return
    for path in (__fish_complete_path (string sub -s 2 -- (commandline -ct)))
        echo "@$path"
    end
end

complete -c headgate -f
${linesOf(program, []).join('\n')}
`;
}

function linesOf(node: CommandNode, path: readonly string[]): string[] {
  const { flags, operand, commands } = node;
  const at = quote(['__headgate_at', `'${path.join(' ')}'`, ...commands.map(({ name }) => name)].join(' '));
  return [
    ...commands.map((one) => `complete -c headgate -n ${at} -a ${one.name} -d ${quote(one.summary)}`),
    ...flags.map((flag) => `complete -c headgate -n ${at} ${flagText(flag)}`),
    ...(operand === undefined ? [] : [`complete -c headgate -n ${at} ${valueText(operand)}`]),
    ...commands.flatMap((one) => linesOf(one, [...path, one.name])),
  ];
}

function flagText({ names, description, value }: Flag): string {
  const options = names.map((name) => (name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`));
  // -x offers no files, not even those of -F.
  const taken = value === undefined ? '' : ` ${value.kind === 'file' ? '-r' : '-x'} ${valueText(value)}`;
  return `${options.join(' ')} -d ${quote(description)}${taken}`;
}

function valueText({ kind, choices }: Value): string {
  const lists: Readonly<Record<Value['kind'], string>> = {
    choices: `-a ${quote(choices.join(' '))}`,
    file: '-F',
    folder: `-a '(__fish_complete_directories (commandline -ct))'`,
    filter: `-a '(__headgate_filter_files)'`,
    other: '',
  };
  return lists[kind];
}

function quote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

// Generates the completion script for zsh: one function for each command, with specifications for `_arguments`.
import type { CommandNode, Flag, Value } from './command-tree.ts';

/** Generates the script. It works when sourced, and as the file _headgate in a folder of $fpath. */
export function zshScript(program: CommandNode): string {
  const functions = functionsOf(program, '_headgate').map((lines) => lines.join('\n'));
  return `#compdef headgate
# Completion of headgate for zsh. Made by: headgate completion zsh

_headgate_filter_value() {
  if compset -P '@'; then _files; else _message 'JSON, an expression, all, @file, or - for standard input'; fi
}

${functions.join('\n\n')}

if [[ $funcstack[1] == _headgate ]]; then _headgate "$@"; else compdef _headgate headgate; fi
`;
}

function functionsOf(node: CommandNode, name: string): string[][] {
  const inner = node.commands.flatMap((one) => functionsOf(one, `${name}_${one.name}`));
  return [...inner, node.commands.length > 0 ? groupFunction(node, name) : commandFunction(node, name)];
}

function commandFunction({ flags, operand }: CommandNode, name: string): string[] {
  const count = operand?.isVariadic === true ? '*' : '1';
  const specs = flags.map(flagSpec);
  if (operand !== undefined) specs.push(quote(`${count}:${valueSpec(operand)}`));
  return [`${name}() {`, ...argumentLines('_arguments -s -S', specs), '}'];
}

function groupFunction({ flags, commands }: CommandNode, name: string): string[] {
  const specs = [...flags.map(flagSpec), quote('1: :->command'), quote('*:: :->argument')];
  return [
    `${name}() {`,
    '  local curcontext=$curcontext state line',
    '  local -a commands',
    ...argumentLines('_arguments -C', specs),
    '  case $state in',
    '    command)',
    '      commands=(',
    ...commands.map((one) => `        ${quote(`${one.name}:${one.summary.replaceAll(':', '\\:')}`)}`),
    '      )',
    "      _describe -t commands 'command' commands ;;",
    '    argument)',
    '      case $line[1] in',
    ...commands.map((one) => `        ${one.name}) ${name}_${one.name} ;;`),
    '      esac ;;',
    '  esac',
    '}',
  ];
}

function argumentLines(call: string, specs: readonly string[]): string[] {
  if (specs.length === 0) return [`  ${call}`];
  return [`  ${call} \\`, ...specs.map((spec, index) => `    ${spec}${index < specs.length - 1 ? ' \\' : ''}`)];
}

/** `'(-f --filter)'{-f,--filter}'[description]:value:action'`; a flag that is repeatable is offered again. */
function flagSpec({ names, description, isRepeatable, value }: Flag): string {
  const before = isRepeatable ? quote('*') : names.length > 1 ? quote(`(${names.join(' ')})`) : '';
  // The value of a short flag may follow in the same word, that of a long one after `=`.
  const taking = value === undefined ? names : names.map((one) => `${one}${one.startsWith('--') ? '=' : '+'}`);
  const all = taking.length > 1 ? `{${taking.join(',')}}` : taking[0]!;
  const text = description.replaceAll(/[[\]\\]/g, (found) => `\\${found}`);
  return `${before}${all}${quote(`[${text}]${value === undefined ? '' : `:${valueSpec(value)}`}`)}`;
}

function valueSpec({ name, kind, choices }: Value): string {
  const actions: Readonly<Record<Value['kind'], string>> = {
    choices: `(${choices.join(' ')})`,
    file: '_files',
    folder: '_files -/',
    filter: '_headgate_filter_value',
    other: ' ',
  };
  return `${name}:${actions[kind]}`;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

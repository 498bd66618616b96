// Generates the completion script for bash. Works with bash 3.2, which macOS has: no associative arrays, and compopt may be missing.
import type { CommandNode, Value } from './command-tree.ts';

/** A command with the words that lead to it, the program's own name aside. */
interface Place {
  path: string;
  node: CommandNode;
}

/** Generates the script. */
export function bashScript(program: CommandNode): string {
  const places = placesOf(program, '');
  const paths = places.filter(({ path }) => path !== '').map(({ path }) => quote(path));
  const flagValues = places.flatMap(({ path, node }) =>
    node.flags.flatMap(({ names, value }) =>
      value === undefined ? [] : [caseOf(names.map((name) => quote(`${path} ${name}`)).join('|'), value)],
    ),
  );
  const operands = places.flatMap(({ path, node: { operand, commands } }) => {
    if (commands.length > 0) return [`${quote(path)}) choices=${quote(namesOf(commands))} ;;`];
    return operand === undefined ? [] : [caseOf(quote(path), operand)];
  });
  const flags = places.map(
    ({ path, node }) => `${quote(path)}) choices=${quote(node.flags.flatMap(({ names }) => names).join(' '))} ;;`,
  );
  return SCRIPT.replace('PATHS', () => paths.join('|'))
    .replace('FLAG_VALUES', () => flagValues.join('\n      '))
    .replace('OPERANDS', () => operands.join('\n      '))
    .replace('FLAGS', () => flags.join('\n      '));
}

function placesOf(node: CommandNode, path: string): Place[] {
  const inner = node.commands.flatMap((one) => placesOf(one, path === '' ? one.name : `${path} ${one.name}`));
  return [{ path, node }, ...inner];
}

function caseOf(pattern: string, { kind, choices }: Value): string {
  return `${pattern}) ${kind === 'choices' ? `choices=${quote(choices.join(' '))}` : `kind=${kind}`} ;;`;
}

function namesOf(commands: readonly CommandNode[]): string {
  return commands.map(({ name }) => name).join(' ');
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

// bash splits the command line at the characters of COMP_WORDBREAKS. It replaces what follows the last `=`, but `@` together with the word.
const SCRIPT = `# Completion of headgate for bash. Made by: headgate completion bash

_headgate_paths() { # option of compgen, prefix of each result, typed part
  local IFS=$'\\n' name
  for name in $(compgen "$1" -- "$3"); do COMPREPLY+=("$2$name"); done
  compopt -o filenames 2>/dev/null
}

_headgate_filter_files() { # prefix of each result, typed part after @
  local IFS=$'\\n' name
  # Not -o filenames, which would quote the @ and test for a folder with the @ in its name.
  for name in $(compgen -f -- "\${2//\\\\/}"); do
    [[ -d $name ]] && name+=/
    COMPREPLY+=("$1@$(printf %q "$name")")
  done
  [[ \${#COMPREPLY[@]} == 1 && $name == */ ]] && compopt -o nospace 2>/dev/null
}

_headgate() {
  local words=() joined= word cur flag= prefix= path= kind= choices= i
  COMPREPLY=()
  for ((i = 1; i <= COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    if [[ -n $joined || $word == =* ]] && ((\${#words[@]} > 0)); then words[\${#words[@]}-1]+=$word; else words+=("$word"); fi
    if [[ $word == = || $word == @ || $word == =@ ]]; then joined=1; else joined=; fi
  done
  cur=\${words[\${#words[@]}-1]}
  for ((i = 0; i < \${#words[@]} - 1; i++)); do
    case "\${path:+$path }\${words[i]}" in
      PATHS) path="\${path:+$path }\${words[i]}" ;;
      *) break ;;
    esac
  done
  if [[ $cur == --*=* ]]; then
    flag=\${cur%%=*} cur=\${cur#*=}
    [[ $COMP_WORDBREAKS == *=* ]] || prefix=$flag=
  elif ((\${#words[@]} > 1)); then
    flag=\${words[\${#words[@]}-2]}
  fi
  case "$path $flag" in
      FLAG_VALUES
      *) flag= ;;
  esac
  if [[ -z $flag ]]; then
    if [[ $cur == -* ]]; then
      case $path in
      FLAGS
      esac
    else
      case $path in
      OPERANDS
      esac
    fi
  fi
  case $kind in
    file) _headgate_paths -f "$prefix" "$cur" ;;
    folder) _headgate_paths -d "$prefix" "$cur" ;;
    filter)
      [[ $cur == @* ]] || return
      _headgate_filter_files "$prefix" "\${cur#@}" ;;
    other) ;;
    *) for word in $(compgen -W "$choices" -- "$cur"); do COMPREPLY+=("$prefix$word"); done ;;
  esac
}

complete -F _headgate headgate
`;

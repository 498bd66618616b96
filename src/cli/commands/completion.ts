// headgate completion: prints a script that completes commands, flags and files in a shell.
import { defineCommand } from '../command.ts';

/** Makers of scripts from the table of completions, by the name of the shell. */
const SHELLS: Readonly<Record<string, () => Promise<(table: string) => string>>> = {
  bash: async () => (await import('../completion/bash-script.ts')).bashScript,
  zsh: async () => (await import('../completion/zsh-script.ts')).zshScript,
  fish: async () => (await import('../completion/fish-script.ts')).fishScript,
};

/** The command. It needs every other command in the program. */
export const completionCommand = defineCommand({
  name: 'completion',
  summary: 'Print a shell completion script',
  description:
    'Prints a script that completes commands, flags, the choices of flags, and files. Generate it again after an update.',
  arguments: [{ name: 'shell', takes: 'one', choices: Object.keys(SHELLS), help: 'Shell that reads the script' }],
  notes: `
Install it for every new shell:
  bash  echo 'source <(headgate completion bash)' >> ~/.bashrc
  zsh   echo 'source <(headgate completion zsh)' >> ~/.zshrc          after the line that runs compinit
        or: headgate completion zsh > "\${fpath[1]}/_headgate"
  fish  headgate completion fish > ~/.config/fish/completions/headgate.fish

Try it in this shell:
  bash  source <(headgate completion bash)
  zsh   source <(headgate completion zsh)
  fish  headgate completion fish | source`,
  run: async ([shell], _, { program }) => {
    const { completionRows, printRows } = await import('../completion/completion-rows.ts');
    const { writeResult } = await import('../stdio/output.ts');
    const makeScript = await SHELLS[shell]!();
    await writeResult(makeScript(printRows(completionRows(program))), {});
  },
});

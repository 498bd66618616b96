// The table of commands, in the order of the help. Loads the file of a command only when the command line names it.
import manifest from '../../package.json' with { type: 'json' };
import { type Command, defineCommand } from './command.ts';

/** How the file of a command is loaded. */
type Load = () => Promise<Command>;

/** By their heading. */
const GROUPS: Readonly<Record<string, Readonly<Record<string, Load>>>> = {
  'Filters and logs:': {
    replay: async () => (await import('./commands/replay.ts')).replayCommand,
    compare: async () => (await import('./commands/compare.ts')).compareCommand,
    open: async () => (await import('./commands/open.ts')).openCommand,
    suggest: async () => (await import('./commands/suggest.ts')).suggestCommand,
    check: async () => (await import('./commands/check.ts')).checkCommand,
    explain: async () => (await import('./commands/explain.ts')).explainCommand,
    sample: async () => (await import('./commands/sample.ts')).sampleCommand,
    validate: async () => (await import('./commands/validate.ts')).validateCommand,
    test: async () => (await import('./commands/test.ts')).testCommand,
    index: async () => (await import('./commands/index-logs.ts')).indexCommand,
    bench: async () => (await import('./commands/bench.ts')).benchCommand,
  },
  'Jobs, fields and notifications of an account:': {
    jobs: async () => (await import('./commands/jobs/jobs.ts')).jobsCommand,
    transformers: async () => (await import('./commands/transformers/transformers.ts')).transformersCommand,
    fields: async () => (await import('./commands/fields/fields.ts')).fieldsCommand,
    pools: async () => (await import('./commands/pools/pools.ts')).poolsCommand,
  },
  'Many machines:': {
    worker: async () => (await import('./commands/worker.ts')).workerCommand,
    runs: async () => (await import('./commands/runs.ts')).runsCommand,
  },
  'Other commands:': {
    sandbox: async () => (await import('./commands/sandbox/sandbox.ts')).sandboxCommand,
    demo: async () => (await import('./commands/demo.ts')).demoCommand,
    edge: async () => (await import('./commands/edge.ts')).edgeCommand,
    datasets: async () => (await import('./commands/datasets.ts')).datasetsCommand,
    completion: async () => (await import('./commands/completion.ts')).completionCommand,
  },
};
const COMMANDS = new Map(
  Object.entries(GROUPS).flatMap(([group, commands]) =>
    Object.entries(commands).map(([name, load]) => [name, { group, load }] as const),
  ),
);
/** Needs every other command: its script completes them. */
const COMPLETION = 'completion';

const VERSION_FLAGS = ['-V', '--version'];

/**
 * Loads the program with the command that the first argument names, or with all commands for help, suggestions and completion.
 * @param first the first argument after `headgate`
 */
export async function loadProgram(first: string | undefined): Promise<Command> {
  const commands: Command[] = [];
  for (const name of commandsFor(first)) {
    const { group, load } = COMMANDS.get(name)!;
    commands.push({ ...(await load()), group });
  }
  return defineCommand({
    name: 'headgate',
    summary: '',
    description: manifest.description,
    flags: [
      {
        flag: '-V, --version',
        sets: 'version',
        kind: 'switch',
        help: 'Print the versions of headgate and Node, and whether the WebAssembly kernel is used',
      },
    ],
    notes: `
Exit codes: 0 success, 1 negative answer (invalid filter, broken guard, failed validation, damaged data), 2 no answer (usage
error, no access, no readable line), 3 changes are pending (with --detailed-exitcode), 130 interrupted.

Start with: headgate demo, or headgate replay <folder with your logs>`,
    commands,
  });
}

function commandsFor(first: string | undefined): readonly string[] {
  if (first !== undefined && VERSION_FLAGS.includes(first)) return [];
  const isNamed = first !== undefined && first !== COMPLETION && COMMANDS.has(first);
  return isNamed ? [first] : [...COMMANDS.keys()];
}

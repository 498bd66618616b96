// `npm test`: types, lint and the tests of the gate at the same time, because the start of each leaves a processor idle. Arguments are those of Vitest.
import { spawn } from 'node:child_process';

/** Commands of a shell, in which npm has put the programs of the packages. */
const CHECKS = {
  types: 'npm run --silent types',
  lint: 'npm run --silent lint',
  tests: ['vitest run --config test/vitest.config.ts', ...process.argv.slice(2).map((one) => JSON.stringify(one))].join(
    ' ',
  ),
};

const failed: string[] = [];
await Promise.all(Object.entries(CHECKS).map(([name, command]) => run(name, command)));
if (failed.length > 0) {
  process.stderr.write(`failed: ${failed.join(', ')}\n`);
  process.exitCode = 1;
}

/** Shows the progress of the tests; of the other checks, what they print if they fail. */
async function run(name: string, command: string): Promise<void> {
  const child = spawn(command, { shell: true, stdio: name === 'tests' ? 'inherit' : 'pipe' });
  const printed: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => printed.push(chunk));
  const code = await new Promise<number | null>((done) => child.on('close', done));
  if (code === 0) return;
  failed.push(name);
  process.stderr.write(Buffer.concat(printed));
}

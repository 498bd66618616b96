// The edge script as the runtime runs it. Users get the file that is read here, with its types.
import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';

const SCRIPT = new URL('worker/worker.ts', import.meta.url);

/** Returns the edge script in JavaScript. Each line is the one of `worker.ts` without its types. */
export function edgeScript(): string {
  const typescript = readFileSync(SCRIPT, 'utf8');
  return withoutWarning(() => stripTypeScriptTypes(typescript));
}

/** Calls a function of Node without the warning that it is experimental, which is no concern of users. */
function withoutWarning<T>(call: () => T): T {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return call();
  } finally {
    process.emitWarning = emitWarning;
  }
}

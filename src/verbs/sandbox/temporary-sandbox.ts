// Starts a sandbox whose temporary files no end of the process leaves behind.
import { tmpdir } from 'node:os';
import { clearAbandoned, registerTemporary, releaseTemporary, temporaryPath } from '../../base/temporary/index.ts';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../sandbox/index.ts';

/** A running sandbox with its folder for temporary files. */
interface TemporarySandbox {
  sandbox: Sandbox;
  /** Removed when the sandbox stops or the process ends. */
  folder: string;
}

/**
 * Starts a sandbox, and removes the files of killed runs.
 * @param kind in lower case letters, for the name of the folder
 * @throws as startSandbox
 */
export async function startTemporary(kind: string, options: SandboxOptions): Promise<TemporarySandbox> {
  const folder = temporaryPath(tmpdir(), kind);
  registerTemporary(folder);
  try {
    const [sandbox] = await Promise.all([
      startSandbox({ ...options, temporaryFolder: folder }),
      clearAbandoned(tmpdir()),
    ]);
    const stop = async () => {
      const totals = await sandbox.stop();
      releaseTemporary(folder);
      return totals;
    };
    return { sandbox: { ...sandbox, stop }, folder };
  } catch (error) {
    releaseTemporary(folder);
    throw error;
  }
}

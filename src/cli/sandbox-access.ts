// Reads from the environment where a running sandbox is: what `headgate sandbox` prints, as shell lines. May ask for its token.
import { HeadgateError } from '../base/index.ts';
import type { SandboxAccess } from '../task/index.ts';
import { readCredentials } from './credentials.ts';

const BASE_URL = 'CLOUDFLARE_BASE_URL';
const ACCOUNT = 'CLOUDFLARE_ACCOUNT_ID';

/** Returns the access. An empty variable counts as unset. @throws HeadgateError `usage` without an address or an account; as `readCredentials` */
export async function sandboxAccess(
  signal: AbortSignal,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<Pick<SandboxAccess, 'baseURL' | 'account' | 'credentials'>> {
  const [baseURL, account] = [BASE_URL, ACCOUNT].map((name) => {
    const value = environment[name]?.trim() ?? '';
    if (value !== '') return value;
    throw new HeadgateError(
      'usage',
      `cannot find a sandbox: found no ${name}, expected the variables of a running one; start it (headgate sandbox), and run the lines that it prints in this shell`,
    );
  }) as [string, string];
  return { baseURL, account, credentials: await readCredentials(environment, signal) };
}

// `npm run edge:dry-run`: writes a project of the edge script into a temporary folder, and lets wrangler check and bundle it without
// deploying it. Downloads wrangler in the version that the project names; it is not a dependency of headgate. Needs no account.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'headgate-dry-run-'));
const home = join(folder, 'home');
const project = join(folder, 'edge');
/** wrangler keeps its settings and logs below the home folder, and asks whether to send figures about its use. */
const env = { ...process.env, HOME: home, XDG_CONFIG_HOME: home, WRANGLER_SEND_METRICS: 'false', CI: 'true' };

try {
  mkdirSync(home);
  execFileSync(process.execPath, [join(root, 'src/cli/main.ts'), 'edge', 'init', project], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const { devDependencies } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'));
  // npm's cache stays where it is.
  const cache = execFileSync('npm', ['config', 'get', 'cache'], { encoding: 'utf8' }).trim();
  execFileSync('npx', ['--yes', '--cache', cache, `wrangler@${devDependencies.wrangler}`, 'deploy', '--dry-run'], {
    cwd: project,
    env,
    stdio: 'inherit',
  });
} finally {
  rmSync(folder, { recursive: true, force: true });
}

// The commands that deploy a project of the edge script. The README of the project shows the same ones, which a test checks.
import { AUTH_KEY_SECRET } from '../script-settings.ts';
import type { EdgeProject } from './edge-project.ts';

/** Returns the commands, to be run in the folder of the project, in order. The bucket may exist already. */
export function deployCommands({ bucket }: Pick<EdgeProject, 'bucket'>): string[] {
  return [
    'npm install',
    'npx wrangler login',
    `npx wrangler r2 bucket create ${bucket}`,
    'npm run deploy',
    `npx wrangler secret put ${AUTH_KEY_SECRET}`,
  ];
}

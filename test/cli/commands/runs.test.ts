// The runs of commands with --workers as a person sees them: what a command says without a worker, how it is continued, and the lists.
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SAMPLES } from '../../helpers/stored-samples.ts';
import { headgateForTest, redisForTest } from '../../helpers/workers/for-test.ts';
import { HAS_REDIS, WITH_REDIS } from '../../helpers/workers/redis-server.ts';

const SOURCE = join(SAMPLES, 'logs/all-requests/20261101');
const FILTER = 'EdgeResponseStatus >= 500';
const VERBS: Readonly<Record<string, readonly string[]>> = {
  replay: ['replay', SOURCE, '--filter', FILTER],
  compare: ['compare', SOURCE, '--from', 'all', '--to', FILTER],
  sample: ['sample', SOURCE, '--estimate', '--filter', FILTER],
  validate: ['validate', SOURCE, '--job', join(SAMPLES, 'jobs/all-requests.json')],
};

describe.skipIf(!HAS_REDIS)(WITH_REDIS, () => {
  it.each(Object.entries(VERBS))(
    '%s says that no worker takes its shards, and how it is continued',
    async (verb, args) => {
      const { url } = await redisForTest();
      const command = headgateForTest([...args, '--workers', url, '--shard-size', '50kB']);
      await command.saw('no worker takes the shards: start one with headgate worker');
      expect(command.stderr()).toMatch(/run [\da-f]{16}: \d+ shards for 0 workers/);
      command.child.kill('SIGINT');
      const { code, stderr } = await command.ended;
      const id = /to go on: headgate runs attach \S+ ([\da-f]{16})/.exec(stderr)?.[1];
      expect([code, id]).toEqual([130, expect.any(String)]);
      const list = await headgateForTest(['runs', 'list', url]).ended;
      expect([list.code, list.stderr]).toEqual([0, '']);
      expect(list.stdout).toMatch(new RegExp(`^1 run and 0 workers at ${url}\n`));
      expect(list.stdout).toMatch(new RegExp(`${id} +${verb} +\\d+ +\\d+ +0 `));
      expect(list.stdout).toContain(`headgate runs attach ${url} ${id}`);
      const show = await headgateForTest(['runs', 'show', url, id!]).ended;
      expect(show.stdout).toMatch(/in the queue +\d+/);
    },
  );
});

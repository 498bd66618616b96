// State files: what survives, what is rejected without a change, and who may open one. test/sandbox/kill.test.ts shows what survives a kill.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it } from 'vitest';
import { HeadgateError } from '../../../src/base/index.ts';
import type { JobConfig } from '../../../src/sandbox/state/job-config.ts';
import { openState } from '../../../src/sandbox/state/state.ts';
import { APPLICATION_ID, STATE_VERSION } from '../../../src/sandbox/state/state-schema.ts';

const JOB: JobConfig = { dataset: 'http_requests', destination_conf: 's3://b/?k=secret', enabled: true, kind: '' };
const RULE = {
  id: 'a'.repeat(32),
  version: 1,
  lastUpdated: 1,
  ref: 'r',
  definition: { action: 'log', expression: 'true', enabled: true },
};
const HEAD = { id: 'b'.repeat(32), name: 'n', kind: 'zone', phase: 'p' };
const STATE_MODULE = resolve(import.meta.dirname, '../../../src/sandbox/state/state.ts');

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'state-'));
  file = join(folder, 'state.db');
});

/** Writes one of everything. */
function fill(state: ReturnType<typeof openState>): void {
  state.settings.set('bucket', 'keys');
  state.rulesets.create(HEAD, { description: 'first', rules: () => [RULE] });
  state.rulesets.update(HEAD.id, { description: 'second', rules: () => [] });
  state.jobs.create('zone', JOB, 's3://b/');
  state.jobs.delete('zone', state.jobs.create('zone', JOB, 's3://b/').id);
  state.jobs.delivered(1, Date.UTC(2026, 10, 1, 12, 0, 30, 999));
  state.ownership.prove('zone', 's3://b/', 2000);
  fillNotifications(state);
}

function fillNotifications(state: ReturnType<typeof openState>): void {
  const [id, time] = ['c'.repeat(32), '2026-11-22T10:00:00.000000Z'];
  const policy = { id, name: 'p', enabled: true, alert_type: 't', mechanisms: {}, created: time, modified: time };
  state.pools.putAll([
    { id: 'd'.repeat(32), name: 'second', notification_email: null },
    { id, name: 'first', notification_email: 'ops@example.com' },
  ]);
  state.policies.put(policy);
  state.webhooks.put({ id, name: 'w', url: 'http://127.0.0.1/', secret: 's', type: 'generic', created_at: time });
  state.silences.put({ id, policy_id: id, start_time: time, end_time: time, created_at: time, updated_at: time });
  state.outbox.put({ id, to: 'ops@example.com' });
}

function contentsOf(state: ReturnType<typeof openState>) {
  return {
    identity: state.identity,
    setting: state.settings.get('bucket'),
    rulesets: [state.rulesets.versions(HEAD.id), state.rulesets.get(HEAD.id), state.rulesets.entryPoint('p')],
    jobs: state.jobs.list('zone'),
    pools: state.pools.list(),
    notifications: [state.policies.list(), state.webhooks.list(), state.silences.list(), state.outbox.list()],
    isProven: [state.ownership.isProven('zone', 's3://b/', 1999), state.ownership.isProven('zone', 's3://b/', 2000)],
  };
}

describe('a state', () => {
  it('survives a restart', () => {
    const first = openState({ file });
    fill(first);
    const before = contentsOf(first);
    first.close();
    first.close();
    expect(readdirSync(folder)).toEqual(['state.db']);
    const second = openState({ file });
    expect(contentsOf(second)).toEqual(before);
    expect(before.isProven).toEqual([true, false]);
    expect(before.jobs).toMatchObject([{ id: 1, config: JOB, lastComplete: '2026-11-01T12:00:30Z', lastError: null }]);
    // The ids of deleted jobs stay unused.
    expect(second.jobs.create('zone', JOB, 's3://b/').id).toBe(3);
    second.close();
  });

  it('of an older version receives the tables of pools and notifications, and keeps the rest', () => {
    const first = openState({ file });
    fill(first);
    const before = contentsOf(first);
    first.close();
    const db = new DatabaseSync(file);
    const tables = ['pools', 'policies', 'webhooks', 'silences', 'history', 'outbox'];
    db.exec(tables.map((table) => `DROP TABLE ${table};`).join(''));
    db.close();
    const second = openState({ file });
    expect(contentsOf(second)).toEqual({ ...before, pools: [], notifications: [[], [], [], []] });
    fillNotifications(second);
    expect(contentsOf(second)).toEqual(before);
    expect(before.pools.map(({ name }) => name)).toEqual(['first', 'second']);
    second.close();
  });

  it('stores several pools as a whole, or not at all', () => {
    const state = openState();
    const pools = [
      { id: 'a', name: 'a' },
      { id: 'b', name: undefined as unknown as string },
    ];
    expect(() => state.pools.putAll(pools)).toThrow();
    expect(state.pools.list()).toEqual([]);
    state.close();
  });

  it('makes several changes one, also with several objects among them', () => {
    const state = openState();
    const silence = { policy_id: 'p', start_time: '', end_time: '', created_at: '', updated_at: '' };
    state.silences.putAll(['a', 'b'].map((id) => ({ id, ...silence })));
    const change = (end: () => void) =>
      state.inOne(() => {
        state.silences.delete('a');
        state.pools.putAll([{ id: 'one', name: 'one' }]);
        end();
        return 'done';
      });
    const fail = () => {
      throw new Error('stop');
    };
    expect(() => change(fail)).toThrow('stop');
    expect([state.silences.count(), state.pools.count()]).toEqual([2, 0]);
    expect(change(() => {})).toBe('done');
    expect([state.silences.count(), state.pools.count()]).toEqual([1, 1]);
    state.close();
  });

  it('is readable by its owner only, and new where the file is missing or empty', () => {
    writeFileSync(file, '', { mode: 0o644 });
    const link = join(folder, 'link');
    symlinkSync(file, link);
    const state = openState({ file: link });
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
    state.close();
    openState({ file }).close();
  });

  it('has a random identity, and takes the token of the caller', () => {
    const [a, b] = [openState().identity, openState().identity];
    for (const key of ['token', 'apiKey', 'zoneId', 'accountId', 'signingSecret'] as const) {
      expect(a[key]).not.toBe(b[key]);
    }
    const first = openState({ file });
    first.close();
    const second = openState({ file, token: 'mine' });
    expect(second.identity).toEqual({ ...first.identity, token: 'mine' });
    second.close();
    const third = openState({ file });
    expect(third.identity.token).toBe('mine');
    third.close();
    for (const token of ['', 'a b', 'ä', 'a\n', 'a'.repeat(257)])
      expect(() => openState({ token })).toThrow(/API token/);
  });

  it('belongs to one process', () => {
    const state = openState({ file });
    const message = `cannot open the state ${file}: the state is in use by another process; stop it, or use another file`;
    expect(() => openState({ file })).toThrow(message);
    const script = `
      import { openState } from ${JSON.stringify(STATE_MODULE)};
      try { openState({ file: ${JSON.stringify(file)} }); } catch (error) { console.log(error.code, error.message); }`;
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
    expect(stdout).toBe(`state-in-use ${message}\n`);
    state.jobs.create('zone', JOB, 'd');
    state.close();
    openState({ file }).close();
  });
});

describe('rejected, and unchanged', () => {
  const database = (applicationId: number, version: number, path: string): void => {
    const db = new DatabaseSync(path);
    db.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${version}; CREATE TABLE t (a)`);
    db.close();
  };
  it.each<[string, () => void, string]>([
    [
      'text',
      () => writeFileSync(file, '{"jobs": []}'),
      'found a file that is not an SQLite database, expected a state of the sandbox; name another file',
    ],
    [
      'a long text',
      () => writeFileSync(file, 'SQLite format 4'.repeat(100)),
      'found a file that is not an SQLite database',
    ],
    ['a short header', () => writeFileSync(file, 'SQLite format 3\0'), 'found a file that is not an SQLite database'],
    [
      'another program',
      () => database(0, 0, file),
      'found the SQLite database of another program, expected a state of the sandbox; name another file',
    ],
    [
      'a newer version',
      () => database(APPLICATION_ID, STATE_VERSION + 1, file),
      `found a state of version ${STATE_VERSION + 1}, expected version ${STATE_VERSION}; use the version of headgate that wrote it, or name another file`,
    ],
    ['a folder', () => mkdirSync(file), 'it is a folder; name a file'],
  ])('%s', (_name, make, reason) => {
    make();
    const hash = () => (statSync(file).isFile() ? createHash('sha256').update(readFileSync(file)).digest('hex') : '');
    const before = [hash(), statSync(file).mtimeMs, readdirSync(folder)];
    expect(() => openState({ file })).toThrow(`cannot open the state ${file}: ${reason}`);
    expect([hash(), statSync(file).mtimeMs, readdirSync(folder)]).toEqual(before);
  });

  it.each<[string, (bytes: Buffer) => Buffer]>([
    ['overwritten', (bytes) => Buffer.concat([bytes.subarray(0, 100), Buffer.alloc(bytes.length - 100, 0xff)])],
    [
      'without its identity',
      (bytes) => Buffer.from(bytes.toString('latin1').replace('signingSecret', 'signingSecreu'), 'latin1'),
    ],
  ])('a state %s', (_name, damage) => {
    openState({ file }).close();
    const bytes = damage(readFileSync(file));
    writeFileSync(file, bytes);
    expect(() => openState({ file })).toThrow(
      `cannot open the state ${file}: found a damaged state, expected a whole one; restore it from a copy, or name another file`,
    );
    expect(readFileSync(file).equals(bytes)).toBe(true);
  });

  it.each([1, 100, 4095, 4096, 5000])('a state without its last %i bytes', (cut) => {
    openState({ file }).close();
    const whole = readFileSync(file);
    const bytes = whole.subarray(0, -cut);
    writeFileSync(file, bytes);
    expect(() => openState({ file })).toThrow(
      `cannot open the state ${file}: found a state that is cut off (${bytes.length} bytes of ${whole.length}), expected a whole one; restore it from a copy, or name another file. The file is unchanged`,
    );
    expect(readFileSync(file).equals(bytes)).toBe(true);
    expect(readdirSync(folder)).toEqual(['state.db']);
  });

  it('a file in a folder that is missing', () => {
    const path = join(folder, 'no', 'state.db');
    expect(() => openState({ file: path })).toThrow(`cannot create the state ${path}: the folder does not exist`);
    expect(() => openState({ file: path })).toThrow(HeadgateError);
    expect(existsSync(join(folder, 'no'))).toBe(false);
  });
});

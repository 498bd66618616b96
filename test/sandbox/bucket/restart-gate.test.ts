// Requests and restarts of the runtime never overlap.
import { expect, it } from 'vitest';
import { RestartGate } from '../../../src/sandbox/bucket/restart-gate.ts';
import { runPending } from '../../helpers/sandbox/manual-clock.ts';

it('a restart waits for requests in progress, and later requests wait for all restarts', async () => {
  const gate = new RestartGate();
  const steps: string[] = [];
  const [request, restart] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const step = (name: string, until?: Promise<void>) => async () => {
    steps.push(`${name} begins`);
    await until;
    steps.push(`${name} ends`);
  };
  const all = [
    gate.pass(step('request', request.promise)),
    gate.restart(step('restart', restart.promise)),
    gate.restart(step('second restart')),
    gate.pass(step('later request')),
  ];
  await runPending();
  expect(steps).toEqual(['request begins']);
  request.resolve();
  await runPending();
  expect(steps).toEqual(['request begins', 'request ends', 'restart begins']);
  restart.resolve();
  await Promise.all(all);
  expect(steps.indexOf('second restart begins')).toBeGreaterThan(steps.indexOf('restart ends'));
  const later = [steps.indexOf('later request begins'), steps.indexOf('later request ends')];
  const second = [steps.indexOf('second restart begins'), steps.indexOf('second restart ends')];
  expect(later[0]! > second[1]! || second[0]! > later[1]!).toBe(true);
});

it('a failed request or restart ends the wait of the others', async () => {
  const gate = new RestartGate();
  const fail = (text: string) => () => Promise.reject(new Error(text));
  const results = await Promise.allSettled([
    gate.pass(fail('request')),
    gate.restart(fail('restart')),
    gate.pass(async () => 'sent'),
    gate.restart(async () => {}),
  ]);
  expect(results.map((one) => (one.status === 'rejected' ? one.reason.message : one.value))).toEqual([
    ...['request', 'restart', 'sent', undefined],
  ]);
});

it('a signal ends the wait for a restart, not the restart', async () => {
  const gate = new RestartGate();
  const restart = Promise.withResolvers<void>();
  const restarting = gate.restart(() => restart.promise);
  const controller = new AbortController();
  let isSent = false;
  const send = async () => {
    isSent = true;
  };
  const waiting = gate.pass(send, controller.signal);
  const late = gate.pass(send, AbortSignal.abort(new Error('too late')));
  controller.abort(new Error('enough'));
  await expect(waiting).rejects.toThrow('enough');
  await expect(late).rejects.toThrow('too late');
  restart.resolve();
  await restarting;
  expect(isSent).toBe(false);
});

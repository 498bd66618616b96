// The comparison of two runs of health events: the same people hear about the same events, not more often, whatever the channel.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lowerCaseAscii } from '../../../src/base/index.ts';
import { compareEvents } from '../../../src/verbs/pools/compare-events.ts';
import type { EventNotice, PlayedEvent } from '../../../src/verbs/pools/pool-events.ts';

const legacy = (to: string): EventNotice => ({ channel: 'legacy-email', to });
const policy = (to: string, name = 'p'): EventNotice => ({ channel: 'policy-email', to, policy: name });
const hook = (id: string, outcome: 'delivered' | 'failed' | 'not-sent' = 'delivered'): EventNotice => ({
  ...{ channel: 'webhook', id, name: 'chat', policy: 'p', outcome },
});
const event = (notices: EventNotice[], changed: Partial<PlayedEvent> = {}): PlayedEvent => ({
  ...{ pool: { id: 'p1', name: 'api' }, source: 'pool', health: 'Unhealthy', notices, ...changed },
});
const [A, B] = ['a@example.com', 'b@example.com'] as const;

describe('notices of one event', () => {
  it.each<[string, EventNotice[], EventNotice[], string]>([
    ['the same', [legacy(A)], [legacy(A)], 'same'],
    ['another channel', [legacy(A), legacy(B)], [policy(B), policy(A)], 'same'],
    ['another case', [legacy('A@Example.com')], [policy(A)], 'same'],
    [
      'the Kelvin sign, which is no k',
      [legacy('k@x.io')],
      [policy('\u212a@x.io')],
      `lost k@x.io 1→0; added \u212a@x.io 0→1`,
    ],
    ['twice before, once now', [legacy(A), policy(A)], [policy(A)], 'same'],
    ['nobody, twice', [], [], 'same'],
    ['one is lost', [legacy(A), legacy(B)], [policy(A)], `lost ${B} 1→0`],
    ['all are lost', [legacy(A)], [], `lost ${A} 1→0`],
    ['one is added', [legacy(A)], [policy(A), policy(B)], `added ${B} 0→1`],
    ['another one instead', [legacy(A)], [policy(B)], `lost ${A} 1→0; added ${B} 0→1`],
    ['by two policies', [legacy(A)], [policy(A, 'p'), policy(A, 'q')], `repeated ${A} 1→2`],
    ['by both channels', [legacy(A)], [legacy(A), policy('A@EXAMPLE.com')], `repeated ${A} 1→2`],
    ['twice in both', [legacy(A), policy(A)], [policy(A), policy(A, 'q')], 'same'],
    [
      'twice before, three times now',
      [legacy(A), policy(A)],
      [legacy(A), policy(A), policy(A, 'q')],
      `repeated ${A} 2→3`,
    ],
    ['three times before, twice now', [legacy(A), policy(A), policy(A)], [policy(A), policy(A)], 'same'],
    ['a webhook twice in both', [hook('w'), hook('w')], [hook('w'), hook('w')], 'same'],
    ['twice and new', [], [policy(A), policy(A, 'q')], `added ${A} 0→2; repeated ${A} 0→2`],
    ['a webhook remains', [hook('w')], [hook('w')], 'same'],
    ['a webhook is added', [legacy(A)], [policy(A), hook('w')], 'same; new w'],
    ['a webhook is lost', [hook('w'), legacy(A)], [policy(A)], 'lost w 1→0'],
    ['a webhook twice', [hook('w')], [hook('w'), hook('w')], 'repeated w 1→2'],
    ['a webhook that fails now', [hook('w')], [hook('w', 'failed')], 'lost w 1→0'],
    ['a webhook that failed before', [hook('w', 'failed')], [hook('w', 'failed')], 'same'],
    ['a webhook that the sandbox does not send', [hook('w', 'not-sent')], [hook('w', 'not-sent')], 'same'],
    ['a webhook in place of a person', [legacy(A)], [hook('w')], `lost ${A} 1→0; new w`],
  ])('%s', (_, before, now, expected) => {
    const found = compareEvents({ events: [event(before)] }, { events: [event(now)] });
    const print = (kind: 'lost' | 'added' | 'repeated'): string[] =>
      found[kind].map(({ recipient, before: was, now: is }) => `${kind} ${Object.values(recipient)[0]} ${was}→${is}`);
    const parts = [...print('lost'), ...print('added'), ...print('repeated')];
    const added = found.addedDestinations.map(({ recipient }) => `new ${Object.values(recipient)[0]}`);
    expect([...(found.isSame ? ['same'] : parts), ...added].join('; ')).toBe(expected);
    expect(found.isSame).toBe(parts.length === 0);
    expect(found.events).toBe(1);
    expect(found.expected).toBe(new Set(before.flatMap((one) => ('to' in one ? [lowerCaseAscii(one.to)] : []))).size);
  });
});

it('events of one run alone are differences; the id of a pool decides, not its name', () => {
  const ofPool = (id: string, name: string) => event([legacy(A)], { pool: { id, name } });
  const healthy = event([legacy(A)], { health: 'Healthy' });
  const before = { events: [ofPool('p1', 'api'), ofPool('p2', 'web'), healthy] };
  const now = { events: [ofPool('p1', 'api-renamed'), ofPool('p3', 'web')] };
  expect(compareEvents(before, now)).toMatchObject({
    ...{ isSame: false, events: 1, lost: [], added: [], repeated: [] },
    notPlayed: [{ pool: { id: 'p2' } }, { pool: { id: 'p1' }, health: 'Healthy' }],
    notCompared: [{ pool: { id: 'p3' } }],
  });
  expect(compareEvents(before, { events: [] }).isSame).toBe(false);
  expect(compareEvents({ events: [] }, now).isSame).toBe(false);
});

it('agrees with sorted lists of addresses', () => {
  const address = fc.constantFrom('a@x.org', 'A@x.org', 'b@x.org', 'c@x.org');
  const notice = fc.oneof(
    address.map(legacy),
    address.map((to) => policy(to)),
    fc.constant(hook('w', 'failed')),
  );
  const events = fc.array(
    fc.record({
      pool: fc.constantFrom('p1', 'p2'),
      source: fc.constantFrom('pool', 'origin'),
      notices: fc.array(notice, { maxLength: 4 }),
    }),
    { maxLength: 4 },
  );
  const build = (drawn: { pool: string; source: string; notices: EventNotice[] }[]): PlayedEvent[] => {
    const byKey = new Map(drawn.map((one) => [`${one.pool} ${one.source}`, one]));
    return [...byKey.values()].map(({ pool, source, notices }) =>
      event(notices, { pool: { id: pool, name: pool }, source: source as 'pool' }),
    );
  };
  const addressesOf = ({ notices }: PlayedEvent): string[] =>
    notices.flatMap((one) => ('to' in one ? [lowerCaseAscii(one.to)] : [])).sort();
  const lines = (played: PlayedEvent[], notMore: PlayedEvent[]): string => {
    const all = played.map((one) => {
      const other = notMore.find(({ pool, source }) => pool.id === one.pool.id && source === one.source);
      const most = other === undefined ? [] : addressesOf(other);
      const to = addressesOf(one);
      const more = [...new Set(to)].map((address) => {
        const times = (list: string[]): number => list.filter((each) => each === address).length;
        // Notices beyond the first one and those of the other run.
        return `${address} ${Math.max(0, times(to) - Math.max(1, times(most)))}`;
      });
      return `${one.pool.id} ${one.source}: ${more.join()}`;
    });
    return all.sort().join('\n');
  };
  fc.assert(
    fc.property(events, events, (first, second) => {
      const [before, now] = [build(first), build(second)];
      const isSame = lines(before, before) === lines(now, before);
      expect(compareEvents({ events: before }, { events: now }).isSame).toBe(isSame);
      expect(compareEvents({ events: before }, { events: before }).isSame).toBe(true);
    }),
  );
});

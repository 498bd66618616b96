// Random changes of a ruleset by several clients, against a simple model: a version grows by one with each change, a rule
// that did not change keeps its version, and the last writer wins.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { openState } from '../../../src/sandbox/state/state.ts';
import { randomRuns } from '../../helpers/random-runs.ts';
import { openLocalApi } from '../../helpers/sandbox/local-api.ts';

interface Rule {
  id: string;
  ref: string;
  version: string;
  last_updated: string;
  expression: string;
  [key: string]: unknown;
}

/** One rule of a body: an old one by id or ref, with or without a change, or a new one. */
const sent = fc.record({
  how: fc.constantFrom('id', 'ref', 'new', 'new with ref'),
  pick: fc.nat(7),
  isChanged: fc.boolean(),
  expression: fc.string({ maxLength: 3 }).map((text) => `x${text}`),
});
const operation = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('replace' as const), rules: fc.array(sent, { maxLength: 5 }) }),
  },
  fc.record({ kind: fc.constant('describe' as const), text: fc.string({ maxLength: 3 }) }),
  fc.record({ kind: fc.constant('add' as const), index: fc.integer({ min: 1, max: 6 }), expression: fc.constant('a') }),
  fc.record({ kind: fc.constant('change' as const), pick: fc.nat(7), expression: fc.constantFrom('a', 'b') }),
  fc.record({ kind: fc.constant('move' as const), pick: fc.nat(7), index: fc.integer({ min: 1, max: 6 }) }),
  fc.record({ kind: fc.constant('delete' as const), pick: fc.nat(7) }),
  fc.record({ kind: fc.constant('clock' as const), by: fc.integer({ min: -1_000_000, max: 1000 }) }),
);

it('versions follow the model', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { maxLength: 25 }), async (operations) => {
      let now = Date.UTC(2026, 10, 1);
      const state = openState({ now: () => now });
      const api = await openLocalApi({ state, now: () => now });
      const created = await api.call('POST', 'rulesets', { name: 'n', kind: 'zone', phase: 'http_request_transform' });
      let current = created.body.result as { id: string; version: string; last_updated: string; rules: Rule[] };
      let refs = 0;
      for (const one of operations) {
        const { rules: old, id } = current;
        const path = `rulesets/${id}`;
        const pick = (index: number): Rule | undefined => (old.length === 0 ? undefined : old[index % old.length]);
        let answer: Awaited<ReturnType<typeof api.call>>;
        /** By place: the rule that must be unchanged, or the one that must have the next version, or a new one. */
        let expected: { rule: Rule | undefined; isSame: boolean }[];
        const same = (rules: Rule[]) => rules.map((rule) => ({ rule, isSame: true }));
        if (one.kind === 'clock') {
          now += one.by;
          continue;
        }
        if (one.kind === 'replace') {
          const used = new Set<string>();
          const body: object[] = [];
          expected = [];
          for (const { how, pick: index, isChanged, expression } of one.rules) {
            const rule = how === 'id' || how === 'ref' ? pick(index) : undefined;
            if (rule !== undefined && used.has(rule.id)) continue;
            if (rule === undefined) {
              refs += 1;
              body.push({ action: 'log', expression, ...(how === 'new with ref' && { ref: `r${refs}` }) });
              expected.push({ rule: undefined, isSame: false });
              continue;
            }
            used.add(rule.id);
            const next = isChanged ? `${rule.expression}+` : rule.expression;
            const { id: _id, version: _version, last_updated: _time, ...definition } = rule;
            body.push(how === 'id' ? { ...rule, expression: next } : { ...definition, expression: next });
            expected.push({ rule, isSame: !isChanged });
          }
          answer = await api.call('PUT', path, { rules: body });
        } else if (one.kind === 'describe') {
          answer = await api.call('PUT', path, { description: one.text });
          expected = same(old);
        } else if (one.kind === 'add') {
          const place = Math.min(one.index - 1, old.length);
          const rule = { action: 'log', expression: one.expression, position: { index: one.index } };
          answer = await api.call('POST', `${path}/rules`, rule);
          expected = same(old).toSpliced(place, 0, { rule: undefined!, isSame: false });
        } else {
          const rule = pick(one.pick);
          if (rule === undefined) continue;
          const place = old.indexOf(rule);
          const others = same(old).toSpliced(place, 1);
          if (one.kind === 'delete') {
            answer = await api.call('DELETE', `${path}/rules/${rule.id}`);
            expected = others;
          } else if (one.kind === 'move') {
            answer = await api.call('PATCH', `${path}/rules/${rule.id}`, { position: { index: one.index } });
            expected = others.toSpliced(Math.min(one.index - 1, others.length), 0, { rule, isSame: true });
          } else {
            answer = await api.call('PATCH', `${path}/rules/${rule.id}`, { action: 'log', expression: one.expression });
            expected = others.toSpliced(place, 0, { rule, isSame: rule.expression === one.expression });
          }
        }
        expect(answer.status, JSON.stringify(answer.body.errors)).toBe(200);
        const next = answer.body.result as typeof current;
        expect(Number(next.version)).toBe(Number(current.version) + 1);
        expect(next.last_updated > current.last_updated).toBe(true);
        expect(next.rules).toHaveLength(expected.length);
        for (const [index, { rule, isSame }] of expected.entries()) {
          const found = next.rules[index]!;
          if (isSame) expect(found).toEqual(rule);
          else {
            expect(found.version).toBe(rule === undefined ? '1' : String(Number(rule.version) + 1));
            expect(found.last_updated).toBe(next.last_updated);
            if (rule === undefined) expect(old.map(({ id: known }) => known)).not.toContain(found.id);
            else expect([found.id, found.ref]).toEqual([rule.id, rule.ref]);
          }
        }
        expect((await api.call('GET', path)).body.result).toEqual(next);
        current = next;
      }
      const versions = (await api.call('GET', `rulesets/${current.id}/versions`)).body.result as { version: string }[];
      expect(versions.map(({ version }) => version)).toEqual(
        Array.from({ length: Number(current.version) }, (_, index) => String(index + 1)),
      );
      state.close();
    }),
    { numRuns: randomRuns(60) },
  );
});

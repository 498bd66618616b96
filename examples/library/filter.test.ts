// A test of a filter, for a project that keeps its filters in files: it fails when a change makes the filter invalid, lets it drop lines it
// must keep, or makes it keep more than planned. Run it with `node --test`.
import assert from 'node:assert/strict';
import test from 'node:test';
import { check, replay } from 'headgate';

const FILTER = '@samples/filters/errors.json';
const LOGS = 'samples/logs/all-requests';
/** The most that the filter may keep of the lines. */
const LARGEST_SHARE = 0.05;

test('the filter is valid', async () => {
  const { checks } = await check({ filters: [FILTER] });
  assert.deepEqual(checks[0]?.problems, []);
});

test('the filter keeps every server error, and little else', async () => {
  const { jobs = [], lines } = await replay({ sources: [LOGS], filters: [FILTER, 'EdgeResponseStatus >= 500'] });
  const [filter, errors] = jobs;
  assert.ok(filter && errors);
  assert.equal(filter.undecided.lines, 0);
  assert.ok(filter.kept.lines >= errors.kept.lines);
  assert.ok(filter.kept.lines / lines.read <= LARGEST_SHARE);
});

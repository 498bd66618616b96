// The fields that leave a line undecided: each finding names them, and only those that decided it.
import { expect, it } from 'vitest';
import { bothWays, PART } from '../../../helpers/validate/both-ways.ts';

const FIELDS = ['ClientRequestPath', 'BotScore', 'EdgeResponseStatus'];

it.each<[string, string, string, string[]]>([
  [
    'BotScore < 30',
    '{"ClientRequestPath":"/","BotScore":null,"EdgeResponseStatus":200}',
    'BotScore is null',
    ['BotScore'],
  ],
  [
    'WAFAttackScore < 30',
    '{"ClientRequestPath":"/","BotScore":1,"EdgeResponseStatus":200}',
    'WAFAttackScore is missing',
    ['WAFAttackScore'],
  ],
  [
    'BotScore < 30',
    '{"ClientRequestPath":"/","BotScore":"many","EdgeResponseStatus":200}',
    'BotScore is of another type than the field',
    ['BotScore'],
  ],
  [
    'BotScore < 30 and WAFAttackScore < 30',
    '{"ClientRequestPath":"/","BotScore":null,"EdgeResponseStatus":200}',
    'BotScore is null, WAFAttackScore is missing',
    ['BotScore', 'WAFAttackScore'],
  ],
  [
    '(ClientRequestPath == "/x" and WAFAttackScore < 30) or BotScore < 30',
    '{"ClientRequestPath":"/","BotScore":null,"EdgeResponseStatus":200}',
    'BotScore is null',
    ['BotScore'],
  ],
])('%s of %s: %s', (filter, line, message, names) => {
  // At the start of an object lines are not the kernel's, in a part of it they are.
  for (const offset of [0, PART]) {
    const { findings } = bothWays({ options: { field_names: FIELDS }, filter }, `${line}\n`.repeat(3), { offset });
    const found = findings.find(({ code }) => code === 'filter-undecided')!;
    expect(found.count).toBe(3);
    expect(found.places.map((place) => place.message)).toEqual([message, message, message]);
    expect(found.details.names).toEqual(names.map((name) => ({ name, lines: 3 })));
  }
});

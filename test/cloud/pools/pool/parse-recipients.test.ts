// `notification_email`: which addresses it holds, and which parts need a person.
import { expect, it } from 'vitest';
import { parseRecipients } from '../../../../src/cloud/pools/pool/parse-recipients.ts';

it.each<[unknown, readonly string[]]>([
  [undefined, []],
  [null, []],
  ['', []],
  [' \t\n', []],
  [' , ,, ', []],
  ['ops@example.com', ['ops@example.com']],
  ['b@example.com, a@example.com', ['a@example.com', 'b@example.com']],
  ['Ops@Example.com,ops@example.com , OPS@EXAMPLE.COM', ['ops@example.com']],
  [',a@example.com,', ['a@example.com']],
  ['a@example.com\n,\tb@example.com', ['a@example.com', 'b@example.com']],
  [
    "first.last+tag@sub.example.co, o'hara@example.com, a=b@xn--bcher-kva.example",
    ['a=b@xn--bcher-kva.example', 'first.last+tag@sub.example.co', "o'hara@example.com"],
  ],
])('%j holds %j', (field, emails) => {
  expect(parseRecipients(field)).toEqual({ emails, problems: [] });
});

it.each<[unknown, readonly string[], readonly string[]]>([
  [
    'a@example.com;b@example.com',
    [],
    [
      'notification_email contains "a@example.com;b@example.com", expected an e-mail address; separate addresses with commas, not with semicolons.',
    ],
  ],
  [
    'Ops <ops@example.com>',
    [],
    [
      'notification_email contains "Ops <ops@example.com>", expected an e-mail address without a name, quotation marks and angle brackets.',
    ],
  ],
  [
    'a@example.com b@example.com',
    [],
    [
      'notification_email contains "a@example.com b@example.com", expected an e-mail address; separate addresses with commas, not with spaces.',
    ],
  ],
  ['ops, a@example.com', ['a@example.com'], ['notification_email contains "ops", expected an e-mail address.']],
  ['call Jim', [], ['notification_email contains "call Jim", expected an e-mail address.']],
  ['a@localhost', [], ['notification_email contains "a@localhost", expected an e-mail address.']],
  ['a@b@example.com', [], ['notification_email contains "a@b@example.com", expected an e-mail address.']],
  ['@example.com', [], ['notification_email contains "@example.com", expected an e-mail address.']],
  ['a@.com', [], ['notification_email contains "a@.com", expected an e-mail address.']],
  ['mailto:a@example.com', [], ['notification_email contains "mailto:a@example.com", expected an e-mail address.']],
  ['bücher@example.com', [], ['notification_email contains "bücher@example.com", expected an e-mail address.']],
  // The Kelvin sign.
  [
    'KATE@x.example,\u212aate@x.example',
    ['kate@x.example'],
    ['notification_email contains "\u212aate@x.example", expected an e-mail address.'],
  ],
  ['x'.repeat(100), [], [`notification_email contains "${'x'.repeat(79)}…, expected an e-mail address.`]],
  [
    `${'x'.repeat(78)}\u{1f600}\u{1f600}`,
    [],
    [`notification_email contains "${'x'.repeat(78)}…, expected an e-mail address.`],
  ],
  [
    '1,2,3,4,5,6,7,7',
    [],
    [
      ...['1', '2', '3', '4', '5'].map((part) => `notification_email contains "${part}", expected an e-mail address.`),
      'notification_email contains 2 more such parts.',
    ],
  ],
  [7, [], ['notification_email is 7, expected text with e-mail addresses.']],
  [['a@example.com'], [], ['notification_email is ["a@example.com"], expected text with e-mail addresses.']],
])('%j has problems', (field, emails, problems) => {
  expect(parseRecipients(field)).toEqual({ emails, problems });
});

// A search that goes back and forth would take a minute.
it.each<[string, string]>([
  [`@${' '.repeat(200_000)}x`, ''],
  [`${'@'.repeat(200_000)}${' '.repeat(200_000)}x`, ''],
  [`${'@ '.repeat(200_000)}x`, '; separate addresses with commas, not with spaces'],
  [`a@${'a.'.repeat(200_000)}`, ''],
  [`a@${'a-'.repeat(200_000)}`, ''],
  ['a'.repeat(400_000), ''],
])('a part without end (%#) is described in linear time, and cut', (part, advice) => {
  expect(parseRecipients(part).problems).toEqual([
    `notification_email contains ${JSON.stringify(part).slice(0, 80)}…, expected an e-mail address${advice}.`,
  ]);
});

it('many parts', () => {
  const parts = Array.from({ length: 100_000 }, (_, index) => `part ${index}`);
  expect(parseRecipients(parts.join()).problems).toHaveLength(6);
});

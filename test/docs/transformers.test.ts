// The tables of docs/transformers.md: every function, and every choice. UPDATE_DOCS=1 writes them into the page.
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { CHOICES, FUNCTION_GROUPS, readTransformer } from '../../src/language/transformer/index.ts';

const PAGE = resolve(import.meta.dirname, '../../docs/transformers.md');

function functionTable(): string {
  const rows = Object.entries(FUNCTION_GROUPS).map(([group, functions]) => {
    const calls = functions.map(({ names: [name, ...aliases], params, least, most, choice }) => {
      const shown = params.map((param, index) =>
        index < least ? param : most > params.length ? `${param} …` : `[${param}]`,
      );
      const others = aliases.filter((alias) => !alias.startsWith('list_')).map((alias) => `\`${alias}\``);
      return `\`${name}(${shown.join(', ')})\`${others.length > 0 ? ` = ${others.join(' = ')}` : ''}${choice === undefined ? '' : ' \\*'}`;
    });
    return `| ${group} | ${calls.join(', ')} |`;
  });
  return ['| Group | Functions |', '|---|---|', ...rows, '', 'Every `array_…` is also named `list_…`.'].join('\n');
}

function choiceTable(): string {
  const marks = { line: '*line*', none: '' };
  const rows = Object.entries(CHOICES).map(
    ([name, { topic, choice, shown }]) =>
      `| ${name} | ${topic.replaceAll('|', '\\|')} | ${choice.replaceAll('|', '\\|')} | ${shown === undefined ? '*warning*' : marks[shown]} |`,
  );
  return ['| Name | Point | headgate | |', '|---|---|---|---|', ...rows].join('\n');
}

it.each([
  ['functions', functionTable],
  ['choices', choiceTable],
])('has the table of %s', (mark, print) => {
  const page = readFileSync(PAGE, 'utf8');
  const pattern = new RegExp(`(<!-- ${mark} -->\n)[\\s\\S]*?(<!-- /${mark} -->)`);
  const expected = page.replace(pattern, (_, start: string, end: string) => `${start}${print()}\n${end}`);
  if (process.env.UPDATE_DOCS === '1') writeFileSync(PAGE, expected);
  else expect(page).toBe(expected);
});

it('has SQL without problems', () => {
  const [sql] = /(?<=```sql\n)[\s\S]*?(?=```)/.exec(readFileSync(PAGE, 'utf8'))!;
  expect(readTransformer(sql).problems).toEqual([]);
});

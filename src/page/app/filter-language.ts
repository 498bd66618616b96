// What the editor knows of filters: colors, and what to complete where. Fields and operators are those of the dataset, values those that
// occur. Decides no error.
import type { Completion, CompletionContext, CompletionResult, CompletionSource } from '@codemirror/autocomplete';
import { HighlightStyle, LanguageSupport, LRLanguage, syntaxHighlighting } from '@codemirror/language';
import { styleTags, tags } from '@lezer/highlight';
import type { Opened } from '../contract.ts';
import { ask } from './api.ts';
import { percent, plural } from './figures.ts';
import { parser } from './filter.grammar';
import { opened } from './questions.ts';

const language = LRLanguage.define({
  name: 'filter',
  parser: parser.configure({
    props: [
      styleTags({
        Field: tags.propertyName,
        PropertyName: tags.propertyName,
        'Comparison InOperator Function OrOperator AndOperator NotOperator Comparison/... InOperator/... Function/... OrOperator/... AndOperator/... NotOperator/...':
          tags.operatorKeyword,
        String: tags.string,
        Number: tags.number,
        'Boolean Null Boolean/... Null/...': tags.bool,
        '( ) { } [ ]': tags.punctuation,
      }),
    ],
  }),
  languageData: { closeBrackets: { brackets: ['(', '{', '"', '['] } },
});

const colors = HighlightStyle.define([
  { tag: tags.propertyName, class: 'of-field' },
  { tag: tags.operatorKeyword, class: 'of-operator' },
  { tag: tags.string, class: 'of-string' },
  { tag: [tags.number, tags.bool], class: 'of-number' },
  { tag: tags.punctuation, class: 'of-bracket' },
]);

/** The language with its colors. */
export const filterLanguage = new LanguageSupport(language, syntaxHighlighting(colors));
/** Parses an expression. */
export const parseExpression = (text: string): ReturnType<typeof parser.parse> => parser.parse(text);

type Field = Opened['fields'][number];

/** How expressions spell an operator of the JSON form, and what it means. */
const OPERATORS: Readonly<Record<string, readonly [spelling: string, meaning: string]>> = {
  eq: ['==', 'equals'],
  '!eq': ['!=', 'differs from'],
  lt: ['<', 'less than'],
  leq: ['<=', 'at most'],
  gt: ['>', 'greater than'],
  geq: ['>=', 'at least'],
  startsWith: ['starts_with', 'starts with the text'],
  endsWith: ['ends_with', 'ends with the text'],
  contains: ['contains', 'contains the text, or the element'],
  in: ['in', 'one of a list'],
};
const WORD = '[A-Za-z_][\\w.]*';
const OPERATOR = `==|!=|<=|>=|<|>|(?:eq|ne|lt|le|gt|ge|contains|starts_with|ends_with)(?=\\s|"|$)`;
/** A value that is begun: a string without its end, or a word. */
const VALUE = '(?<begun>"(?:[^"\\\\]|\\\\.)*|-?[\\w.]*)$';
const IN_VALUE = new RegExp(`(?<field>${WORD})\\s*(?:${OPERATOR})\\s*${VALUE}`);
const IN_CALL = new RegExp(`(?:starts_with|ends_with)\\(\\s*(?<field>${WORD})\\s*,\\s*${VALUE}`);
const IN_LIST = new RegExp(`(?<field>${WORD})\\s+in\\s*\\{(?:[^{}"]|"(?:[^"\\\\]|\\\\.)*")*?${VALUE}`);
const AT_OPERATOR = new RegExp(`(?<field>${WORD})\\s+(?<begun>[=!<>]*|[a-z_]*)$`);
const AT_FIELD = new RegExp(`(?:^|\\(|\\b(?:and|or|not)|&&|\\|\\||!)\\s*(?<begun>(?:${WORD})?)$|,\\s*$`);
const AFTER_CONDITION = /(?:["})]|[\w])\s+(?<begun>[a-z]*)$/;
const JSON_KEY = /"key"\s*:\s*"(?<begun>\w*)$/;
const JSON_OPERATOR = /"operator"\s*:\s*"(?<begun>!?\w*)$/;
const JSON_VALUE = /"value"\s*:\s*\[?(?:[^{}[\]"]|"(?:[^"\\]|\\.)*")*?(?<begun>"(?:[^"\\]|\\.)*|-?\d*)$/;
const JSON_FIELD = /"key"\s*:\s*"(?<field>\w+)"/g;
const MAX_BOOST = 99;
/** The cursor is in one of the last characters of a filter that are looked at. Characters. */
const LOOKED_AT = 4000;

/** Completes fields, operators for their types, and values that occur. */
export const completeFilter: CompletionSource = async (context) => {
  const before = context.state.sliceDoc(Math.max(0, context.pos - LOOKED_AT), context.pos);
  return /^\s*[{["]/.test(context.state.sliceDoc(0, 20)) ? inJson(context, before) : inExpression(context, before);
};

function fieldOf(name: string): Field | undefined {
  return opened.value?.fields.find((field) => field.name === name);
}

async function inExpression(context: CompletionContext, before: string): Promise<CompletionResult | null> {
  const value = IN_LIST.exec(before) ?? IN_CALL.exec(before) ?? IN_VALUE.exec(before);
  if (value !== null) return values(context, value.groups!.field!, value.groups!.begun!);
  const atField = AT_FIELD.exec(before);
  const operator = AT_OPERATOR.exec(before);
  const field = operator === null ? undefined : fieldOf(operator.groups!.field!);
  if (field !== undefined) {
    const begun = operator!.groups!.begun!;
    const spelled = field.operators.flatMap((name) => (OPERATORS[name] ? [OPERATORS[name]] : []));
    return result(context, begun, [
      ...spelled.map(([label, detail], index) => ({
        label,
        detail,
        apply: label === 'in' ? 'in {' : `${label} `,
        boost: MAX_BOOST - index,
        type: 'operator',
      })),
      ...(field.type === 'bool' ? WORDS : []),
    ]);
  }
  if (atField !== null && (context.explicit || atField.groups!.begun !== '' || before.trim() !== ''))
    return result(context, atField.groups!.begun ?? '', [...fieldOptions(), NOT]);
  const after = AFTER_CONDITION.exec(before);
  return after === null ? null : result(context, after.groups!.begun!, WORDS);
}

async function inJson(context: CompletionContext, before: string): Promise<CompletionResult | null> {
  const key = JSON_KEY.exec(before);
  if (key !== null) return result(context, key.groups!.begun!, fieldOptions());
  const field = [...before.matchAll(JSON_FIELD)].at(-1)?.groups?.field;
  if (field === undefined) return null;
  const operator = JSON_OPERATOR.exec(before);
  if (operator !== null)
    return result(
      context,
      operator.groups!.begun!,
      (fieldOf(field)?.operators ?? []).map((label) => ({ label, type: 'operator' })),
    );
  const value = JSON_VALUE.exec(before);
  return value === null ? null : values(context, field, value.groups!.begun!);
}

function fieldOptions(): Completion[] {
  return (opened.value?.fields ?? []).map(({ name, type, share, description }) => ({
    label: name,
    detail: share === null ? type : `${type} · ${share === 0 ? 'in no line' : `in ${percent(share)}`}`,
    info: description,
    type: 'field',
    boost: Math.round((share ?? 0) * 10),
  }));
}

async function values(context: CompletionContext, field: string, begun: string): Promise<CompletionResult | null> {
  if (fieldOf(field) === undefined) return null;
  const isQuoted = begun.startsWith('"');
  if (!context.explicit && begun === '' && !/[\s{,]$/.test(context.state.sliceDoc(context.pos - 1, context.pos)))
    return null;
  // The next key asks again: values of before, which many distinct ones make slow, are not waited for.
  const stopped = new AbortController();
  context.addEventListener('abort', () => stopped.abort(), { onDocChange: true });
  const question = { field, prefix: isQuoted ? begun.slice(1) : begun };
  // Without values, the editor still completes fields and operators.
  const { values: found } = await ask('complete', question, stopped.signal).catch(() => ({ values: [] }));
  const most = found[0]?.lines ?? 1;
  return {
    from: context.pos - begun.length,
    filter: false,
    options: found.map(({ value, lines }, index) => ({
      label: value,
      ...(lines !== null && { detail: plural(lines, 'line') }),
      apply: (view, _completion, from, to) => {
        const end = isQuoted && view.state.sliceDoc(to, to + 1) === '"' ? to + 1 : to;
        view.dispatch({
          changes: { from, to: end, insert: value },
          selection: { anchor: from + value.length },
          userEvent: 'input.complete',
        });
      },
      // Without counts, in the order of the answer.
      boost: lines === null ? MAX_BOOST - index : Math.round((lines / most) * MAX_BOOST),
      type: 'value',
    })),
  };
}

const NOT: Completion = { label: 'not', type: 'word', apply: 'not ', boost: -1 };
const WORDS: Completion[] = [
  { label: 'and', type: 'word', apply: 'and ', detail: 'both conditions' },
  { label: 'or', type: 'word', apply: 'or ', detail: 'one of the conditions' },
];

function result(context: CompletionContext, begun: string, options: Completion[]): CompletionResult {
  return { from: context.pos - begun.length, options, validFor: /^[\w.]*$/ };
}

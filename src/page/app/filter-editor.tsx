// The editor of one filter: the text with its problems, completions and the counts of each condition beside it. The state has the text, and takes
// changes back; the editor follows it.
import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
import { standardKeymap } from '@codemirror/commands';
import { bracketMatching } from '@codemirror/language';
import { type Diagnostic, diagnosticCount, lintKeymap, setDiagnostics } from '@codemirror/lint';
import {
  ChangeSet,
  EditorState,
  StateEffect,
  StateField,
  Text,
  Transaction,
  type TransactionSpec,
} from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, keymap, placeholder, WidgetType } from '@codemirror/view';
import { effect, signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { printable } from '../../base/index.ts';
import type { TextProblem } from '../contract.ts';
import { ask } from './api.ts';
import { type EditKind, withCondition } from './edit-filter.ts';
import { count } from './figures.ts';
import { completeFilter, filterLanguage, parseExpression } from './filter-language.ts';
import { type FilterOfJob, filterOfJob } from './job-filter.ts';
import { showLines } from './lines-panel.tsx';
import { change, escapeHidden, state, undo, view } from './page-state.ts';
import { Answered, Button, Figures, Problems } from './parts.tsx';
import { checks, formsOf, isJson, opened, SIDES, type Side, verdict } from './questions.ts';

class CountWidget extends WidgetType {
  readonly text: string;
  readonly title: string;
  constructor(text: string, title: string) {
    super();
    this.text = text;
    this.title = title;
  }
  override eq(other: CountWidget): boolean {
    return other.text === this.text && other.title === this.title;
  }
  override toDOM(): HTMLElement {
    const element = document.createElement('span');
    element.className = 'condition-count';
    element.textContent = this.text;
    element.title = this.title;
    // The table of conditions has the same figures.
    element.setAttribute('aria-hidden', 'true');
    return element;
  }
}

const setCounts = StateEffect.define<DecorationSet>();
const counts = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (widgets, transaction) => {
    // The figures of a condition do not belong to another one in its place, which may begin or end alike.
    const isThere = (at: number, _: number, { spec }: Decoration): boolean => {
      const middle = at - Math.ceil(spec.length / 2);
      return transaction.changes.touchesRange(middle, middle + 1) !== 'cover';
    };
    const mapped = (transaction.docChanged ? widgets.update({ filter: isThere }) : widgets).map(transaction.changes);
    return transaction.effects.find((one) => one.is(setCounts))?.value ?? mapped;
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** Both are there as soon as the page can be used. */
const editors = {} as Record<Side, EditorView>;
/** What was left out of the last text that was a job, and the filters of other jobs in it. */
const NO_NOTE = { note: '', others: [] as FilterOfJob['others'] };
const notes = { from: signal(NO_NOTE), to: signal(NO_NOTE) };

/** Of a job, wherever it comes from, the text of an editor has the filter only. */
const withoutJobs = (side: Side) =>
  EditorState.transactionFilter.of((transaction) => {
    if (!transaction.docChanged || transaction.annotation(Transaction.remote)) return transaction;
    let inserted = '';
    transaction.changes.iterChanges((_, __, ___, ____, text) => {
      inserted += text.toString();
    });
    const dataset = opened.value?.dataset;
    const whole = filterOfJob(transaction.newDoc.toString(), dataset);
    // A job that is pasted into a text replaces the text.
    const part = whole.text === null ? filterOfJob(inserted, dataset) : whole;
    const { text, note, others } = part.note === '' ? whole : part;
    notes[side].value = { note, others };
    if (note === '') return withEscapes(transaction);
    if (text === null) return [];
    const changes = { from: 0, to: transaction.startState.doc.length, insert: text };
    return { changes, selection: { anchor: text.length }, userEvent: 'input.paste' };
  });

/** Inserts characters that cannot be seen, such as marks of text direction, as the escapes that the language has for them. */
function withEscapes(transaction: Transaction): TransactionSpec | Transaction {
  const changes: { from: number; to: number; insert: string }[] = [];
  let [isHidden, anchor, grown] = [false, 0, 0];
  transaction.changes.iterChanges((from, to, at, _, inserted) => {
    const text = inserted.toString();
    const insert = escapeHidden(text);
    isHidden ||= insert !== text;
    anchor = at + grown + insert.length;
    grown += insert.length - text.length;
    changes.push({ from, to, insert });
  });
  return isHidden ? { changes, selection: { anchor }, userEvent: 'input.paste' } : transaction;
}

/** Moves the focus to an editor. */
export function focusEditor(side: Side): void {
  editors[side].focus();
}

/** Replaces the text of a filter, as one change. */
export function replaceText(side: Side, text: string): void {
  const view = editors[side];
  view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text }, userEvent: 'input.replace' });
}

/** Requires or excludes the lines of a condition, in the candidate: as one change of its text, in the form that it has. */
export async function editCandidate(condition: string, kind: EditKind = 'toggle'): Promise<void> {
  const { to } = state.value;
  if (!isJson('to')) {
    const edits = withCondition(to, condition, parseExpression, kind);
    editors.to.dispatch({ changes: edits, userEvent: 'input.condition', scrollIntoView: true });
    return;
  }
  const { forms } = await ask('check', { text: to });
  if (forms === null) return;
  const edits = withCondition(forms.expression, condition, parseExpression, kind);
  const edited = ChangeSet.of(edits, forms.expression.length)
    .apply(Text.of([forms.expression]))
    .toString();
  const json = (await ask('check', { text: edited })).forms?.json ?? edited;
  if (state.value.to === to) replaceText('to', json);
}

/** Writes a filter in another form, unless a person goes on typing. */
async function takeForm(side: Side, form: 'expression' | 'json'): Promise<void> {
  const text = state.value[side];
  const forms = formsOf(side) ?? (await ask('check', { text })).forms;
  if (forms !== null && state.value[side] === text) replaceText(side, forms[form]);
}

/** What is wrong with a filter, or why that is not known. */
function problemsOf(side: Side): TextProblem[] {
  const { answer, isCurrent, failure } = checks[side];
  const problems = isCurrent.value ? answer.value!.problems : [];
  const refused = failure.value ?? (verdict.failure.value?.part === side ? verdict.failure.value : null);
  if (refused === null || problems.some(({ severity }) => severity === 'error')) return problems;
  return [{ from: 0, to: 0, severity: 'error', message: refused.message, fixes: [] }, ...problems];
}

/** An editor with its heading, its forms, its problems as a list, and its conditions. */
export function FilterEditor({ side }: { side: Side }): JSX.Element {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const view = createEditor(side, host.current!);
    editors[side] = view;
    const stops = [
      effect(() => followText(view, side)),
      effect(() => showProblems(view, side)),
      effect(() => showCounts(view, side)),
    ];
    return () => {
      for (const stop of stops) stop();
      view.destroy();
    };
  }, [side]);
  // As of the last answer: buttons do not flicker while a person types.
  const hasForms = checks[side].failure.value === null && Boolean(checks[side].answer.value?.forms);
  const isJsonText = isJson(side);
  return (
    <div class="column">
      <section class="filter" aria-labelledby={`${side}-title`} data-side={side}>
        <header>
          <h2 id={`${side}-title`}>{SIDES[side]}</h2>
          <fieldset
            class="forms"
            aria-label={`Form of the ${SIDES[side].toLowerCase()}`}
            aria-busy={checks[side].isWaiting.value}
          >
            {(['expression', 'json'] as const).map((form) => (
              <Button
                key={form}
                pressed={isJsonText === (form === 'json') && state.value[side] !== ''}
                disabled={!hasForms || state.value[side].trim() === ''}
                on={() => isJsonText !== (form === 'json') && void takeForm(side, form).catch(() => {})}
              >
                {form === 'json' ? 'JSON' : 'Expression'}
              </Button>
            ))}
          </fieldset>
        </header>
        <div class="editor" ref={host} />
        <p class="muted of-job" role="status">
          {notes[side].value.note}{' '}
          {notes[side].value.others.map((one) => (
            <Button key={one.name} label={`Take the filter of the ${one.name}`} on={() => replaceText(side, one.text)}>
              {one.name}
            </Button>
          ))}
        </p>
        <Problems problems={problemsOf(side)} onFix={(fix) => applyFix(side, fix)} />
      </section>
      <Conditions side={side} />
    </div>
  );
}

const HEADS: (string | [string, string])[] = [
  ...['Condition', 'True', 'False', 'Unknown'],
  ['Alone drops', 'Dropped lines that would be kept if this condition alone were true'],
  ['Alone keeps', 'Kept lines that would be dropped if this condition alone were false'],
];

/** Each alternative alone drops every dropped line: what it alone keeps informs. */
const isAlternative = (path: string): boolean => /\.or\[\d+\](?:\.not)?$/.test(path);

const SOLE = [
  ['soleBlocker', 'dropped'],
  ['soleKeeper', 'kept'],
] as const;

/** The conditions of one filter in a table, for eyes and for screen readers; nothing of a filter without any. */
function Conditions({ side }: { side: Side }): JSX.Element | null {
  const { conditions = [] } = verdict.answer.value?.report.jobs[side === 'from' ? 0 : 1] ?? {};
  if (conditions.length === 0) return null;
  return (
    <section class="conditions" aria-label={`Conditions of the ${SIDES[side].toLowerCase()}`}>
      <Answered panel={verdict} name="conditions">
        <Figures
          label={`Table of conditions, ${SIDES[side]}`}
          caption={`${SIDES[side]}: lines by the outcome of each condition`}
          titles={HEADS}
          rows={conditions.map((one) => ({
            key: one.path,
            name: <code>{printable(one.text)}</code>,
            cells: [
              ...[count(one.true), count(one.false)],
              <span class={one.unknown > 0 ? 'unclear' : ''}>{count(one.unknown)}</span>,
              ...SOLE.map(([figure, effect]) =>
                figure === 'soleBlocker' && isAlternative(one.path) ? (
                  '–'
                ) : side === 'to' && one[figure] > 0 ? (
                  <Button
                    class="link"
                    pressed={view.value.condition === one.path && view.value.effect === effect}
                    label={`${count(one[figure])}: show the lines that ${printable(one.text)} alone ${effect === 'kept' ? 'keeps' : 'drops'}`}
                    on={() => showLines({ condition: one.path, effect })}
                  >
                    {count(one[figure])}
                  </Button>
                ) : (
                  count(one[figure])
                ),
              ),
            ],
          }))}
        />
      </Answered>
    </section>
  );
}

function applyFix(side: Side, { from, to, text }: TextProblem['fixes'][number]): void {
  const view = editors[side];
  if (to > view.state.doc.length) return;
  view.dispatch({ changes: { from, to, insert: text }, userEvent: 'input.fix' });
  view.focus();
}

/** The menus of a browser undo, too. */
function undoFromMenu(event: InputEvent): boolean {
  const isUndo = event.inputType === 'historyUndo';
  if (!isUndo && event.inputType !== 'historyRedo') return false;
  event.preventDefault();
  undo(!isUndo);
  return true;
}

function createEditor(side: Side, parent: HTMLElement): EditorView {
  const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
  return new EditorView({
    parent,
    state: EditorState.create({
      doc: state.peek()[side],
      extensions: [
        EditorView.cspNonce.of(nonce),
        withoutJobs(side),
        EditorView.lineWrapping,
        bracketMatching(),
        closeBrackets(),
        filterLanguage,
        autocompletion({
          override: [completeFilter],
          icons: false,
          // All that are drawn are in view: the list does not scroll.
          maxRenderedOptions: 12,
          activateOnTypingDelay: 100,
        }),
        // Tab leaves the editor: the keyboard goes everywhere.
        keymap.of([...closeBracketsKeymap, ...completionKeymap, ...lintKeymap, ...standardKeymap]),
        EditorView.domEventHandlers({ beforeinput: undoFromMenu }),
        placeholder(
          side === 'from'
            ? 'Every line is kept. Paste the filter or the job in force.'
            : 'Every line is kept. Type a condition, for example EdgeResponseStatus >= 400',
        ),
        EditorView.contentAttributes.of({ 'aria-label': `${SIDES[side]}, expression or JSON`, spellcheck: 'false' }),
        counts,
        EditorView.updateListener.of((update) => {
          if (!update.docChanged || update.transactions.some((one) => one.annotation(Transaction.remote))) return;
          const isTyped = update.transactions.some(
            (one) => one.isUserEvent('input.type') || one.isUserEvent('delete') || one.isUserEvent('input.complete'),
          );
          change({ [side]: update.state.doc.toString() }, isTyped ? 'typing' : 'step');
        }),
      ],
    }),
  });
}

/** Takes a text that did not come from the editor: the address, another panel. */
function followText(view: EditorView, side: Side): void {
  const text = state.value[side];
  const before = view.state.doc.toString();
  if (before === text) return;
  // Only what differs: the cursor stays.
  let [from, to, end] = [0, before.length, text.length];
  while (from < Math.min(to, end) && before[from] === text[from]) from++;
  while (to > from && end > from && before[to - 1] === text[end - 1]) [to, end] = [to - 1, end - 1];
  view.dispatch({
    changes: { from, to, insert: text.slice(from, end) },
    scrollIntoView: view.hasFocus,
    annotations: Transaction.remote.of(true),
  });
}

function showProblems(view: EditorView, side: Side): void {
  const check = checks[side];
  if (!check.isCurrent.value) return;
  if (check.answer.value!.problems.length + diagnosticCount(view.state) === 0) return;
  const length = view.state.doc.length;
  const diagnostics = check.answer.value!.problems.map(
    ({ from, to, severity, message, fixes }): Diagnostic => ({
      from: Math.min(from, length),
      to: Math.min(Math.max(to, from + 1), length),
      severity,
      message,
      actions: fixes.map((fix) => ({ name: fix.label, apply: () => applyFix(side, fix) })),
    }),
  );
  view.dispatch(setDiagnostics(view.state, diagnostics));
}

function showCounts(view: EditorView, side: Side): void {
  const check = checks[side];
  const isCurrent = check.isCurrent.value && verdict.isCurrent.value;
  view.dom.classList.toggle('is-old', !isCurrent);
  if (!isCurrent) return;
  const { conditions } = verdict.answer.value!.report.jobs[side === 'from' ? 0 : 1]!;
  const byPath = new Map(conditions?.map((one) => [one.path, one]));
  const counted = check.answer.value!.conditions.flatMap(({ path, from, to }) => {
    const figures = byPath.get(path);
    if (figures === undefined || to > view.state.doc.length) return [];
    const sole = [
      figures.soleBlocker > 0 && !isAlternative(path) ? `alone drops ${count(figures.soleBlocker)}` : '',
      figures.soleKeeper > 0 || isAlternative(path) ? `alone keeps ${count(figures.soleKeeper)}` : '',
    ].filter((text) => text !== '');
    const text = [
      `${count(figures.true)} true`,
      ...(figures.unknown > 0 ? [`${count(figures.unknown)} unknown`] : []),
      ...sole.slice(0, 1),
    ];
    const title = [
      `true for ${count(figures.true)} lines, false for ${count(figures.false)}, unknown for ${count(figures.unknown)}`,
      ...sole,
    ];
    const widget = new CountWidget(text.join(' · '), title.join('; '));
    return Decoration.widget({ widget, side: 1, length: to - from }).range(to);
  });
  view.dispatch({ effects: setCounts.of(Decoration.set(counted, true)) });
}

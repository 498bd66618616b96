// Renders what an apply of custom fields did: the outcome, what did not take effect, and how to undo it.
import type { FieldsApplied } from '../../../../verbs/index.ts';
import { APPLIED, endingColor, RUN_AGAIN, UNCHANGED_ENDINGS } from '../../plan-parts.ts';
import { printBlocks } from '../../print-blocks.ts';
import { shellQuoted } from '../../shell-quoted.ts';
import { paint, printableAll, type Style, wrap } from '../../style.ts';
import { renderFieldsPlanText } from './fields-plan-text.ts';

/** Renders the plan and what the apply did. */
export function* renderFieldsAppliedText(found: FieldsApplied, style: Style): Iterable<string> {
  yield* renderFieldsPlanText(found.plan, style);
  yield '\n';
  yield* renderFieldsOutcomeText(found, style);
}

/** Renders what the apply did. */
export function renderFieldsOutcomeText(found: FieldsApplied, style: Style): Iterable<string> {
  const applied = printableAll(found);
  const { outcome, reason, remaining = [], changedByOthers = [] } = applied;
  return printBlocks([
    [
      paint(style, ['bold', endingColor(outcome)], sentenceFor(applied)),
      ...(reason === undefined ? [] : wrap(reason, style.width)),
      ...(remaining.length === 0 ? [] : ['these changes did not take effect:', ...remaining.map((one) => `  ${one}`)]),
      ...(changedByOthers.length === 0 ? [] : ['another client changed:', ...changedByOthers.map((one) => `  ${one}`)]),
    ],
    printUndo(applied, style),
  ]);
}

const SENTENCES: Readonly<Record<Exclude<FieldsApplied['outcome'], 'failed'>, string>> = {
  ...UNCHANGED_ENDINGS,
  applied: APPLIED,
  nothing: 'Nothing to change: the custom fields are as in the ruleset.',
};
const FAILURES: Readonly<Record<FieldsApplied['state'], string>> = {
  // The write failed, yet the state is the new one: apply reports this as applied.
  new: APPLIED,
  old: 'Nothing was changed.',
  changed: 'Nothing was changed.',
  incomplete: `Not applied completely. ${RUN_AGAIN}`,
  unknown: `The state of the custom fields is unknown: they are as before or as planned. ${RUN_AGAIN}`,
};

function sentenceFor({ outcome, state }: FieldsApplied): string {
  return outcome === 'failed' ? FAILURES[state] : SENTENCES[outcome];
}

function printUndo({ plan, undoFile, undoLimits }: FieldsApplied, style: Style): string[] {
  if (undoFile === undefined) return [];
  if (undoLimits === null) {
    return wrap(
      `The ruleset as it was is in ${undoFile}. headgate cannot apply it, because no set of limits allows it.`,
      style.width,
    );
  }
  const limits = undoLimits === 'current' ? ' --limits current' : '';
  const zone = shellQuoted(plan.plan.zone);
  return ['To undo:', `  headgate fields apply --zone ${zone} --ruleset ${shellQuoted(undoFile)}${limits}`];
}

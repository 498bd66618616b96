// Renders what an apply of custom fields did: the outcome, what did not take effect, and how to undo it.
import type { FieldsApplied } from '../../../../task/index.ts';
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
  const { outcome, reason, remaining = [] } = applied;
  const color = outcome === 'applied' || outcome === 'nothing' ? 'green' : outcome === 'declined' ? 'yellow' : 'red';
  return printBlocks([
    [
      paint(style, ['bold', color], sentenceFor(applied)),
      ...(reason === undefined ? [] : wrap(reason, style.width)),
      ...(remaining.length === 0 ? [] : ['These changes did not take effect:', ...remaining.map((one) => `  ${one}`)]),
    ],
    printUndo(applied, style),
  ]);
}

const SENTENCES: Readonly<Record<Exclude<FieldsApplied['outcome'], 'failed'>, string>> = {
  applied: 'Applied: every change took effect.',
  nothing: 'Nothing to change: the custom fields are as in the ruleset.',
  refused: 'Nothing was changed: the plan cannot be applied.',
  declined: 'Nothing was changed: the plan was not confirmed.',
  interrupted: 'Nothing was changed: interrupted before the write.',
};
const AGAIN = 'Run the same command again to complete it.';
const FAILURES: Readonly<Record<FieldsApplied['state'], string>> = {
  // The write failed, yet the state is the new one: apply reports this as applied.
  new: 'Applied.',
  old: 'Not applied: nothing was changed.',
  changed: 'Not applied: the custom fields are not as they were in the plan.',
  incomplete: `Not applied completely. ${AGAIN}`,
  unknown: `The state of the custom fields is unknown: they are as before or as planned. ${AGAIN}`,
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

// The conditions of both filters in a table: the figures beside the text of an editor, for eyes and for screen readers. The lines that a condition
// alone decides open from here.
import type { JSX } from 'preact';
import { count } from './figures.ts';
import { showLines } from './lines-panel.tsx';
import { view } from './page-state.ts';
import { Answered, Button, Figures } from './parts.tsx';
import { SIDES, type Side, verdict } from './questions.ts';

const HEADS: (string | [string, string])[] = [
  ...['Condition', 'True', 'False', 'Unknown'],
  ['Alone drops', 'Dropped lines that would be kept if this condition alone were true'],
  ['Alone keeps', 'Kept lines that would be dropped if this condition alone were false'],
];

const SOLE = [
  ['soleBlocker', 'dropped'],
  ['soleKeeper', 'kept'],
] as const;

/** The conditions of one filter; nothing of a filter without any. */
export function ConditionsPanel({ side }: { side: Side }): JSX.Element | null {
  const job = verdict.answer.value?.report.jobs[side === 'from' ? 0 : 1];
  const conditions = job?.conditions ?? [];
  if (conditions.length === 0) return null;
  return (
    <section class="conditions" aria-label={`Conditions of the ${side === 'from' ? 'filter in force' : 'candidate'}`}>
      <Answered panel={verdict} name="conditions">
        <Figures
          label={`Table of conditions, ${SIDES[side]}`}
          caption={`${SIDES[side]}: lines by the outcome of each condition`}
          titles={HEADS}
          rows={conditions.map((one) => ({
            key: one.path,
            name: <code>{one.text}</code>,
            cells: [
              ...[count(one.true), count(one.false)],
              <span class={one.unknown > 0 ? 'unclear' : ''}>{count(one.unknown)}</span>,
              ...SOLE.map(([figure, effect]) =>
                side === 'to' && one[figure] > 0 ? (
                  <Button
                    class="link"
                    pressed={view.value.condition === one.path && view.value.effect === effect}
                    label={`${count(one[figure])}: show the lines that ${one.text} alone ${effect === 'kept' ? 'keeps' : 'drops'}`}
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

// Shows the steps of a migration on standard error: on a terminal one line that is rewritten in place, elsewhere a line when a step begins.
import { printCount, printPlural } from '../../base/index.ts';
import type { MigrationStep } from '../../cloud/pools/index.ts';
import { startIn } from '../../report/index.ts';
import type { OutputFlags } from '../flags/output-flags.ts';
import { printNotice } from './output.ts';

/** Minimum interval between updates of the line. Milliseconds. */
const INTERVAL_MS = 200;
const CLEAR_LINE = '\r\u001b[2K';

const STEPS: Readonly<Record<MigrationStep['step'], { what: string; counted: string }>> = {
  list: { what: 'listing pools', counted: 'pools' },
  backup: { what: 'writing the backup', counted: 'pools' },
  create: { what: 'creating policies', counted: 'policies' },
  prove: { what: 'reading policies back and comparing', counted: 'pools' },
  clear: { what: 'clearing pools', counted: 'pools' },
  check: { what: 'listing pools again', counted: 'pools' },
};

/** Shows steps. */
export interface StepLine {
  step: (step: MigrationStep) => void;
  /** Prints a notice without damage to the line; with --quiet, too. */
  alwaysNotice: (text: string) => void;
  /** Removes the line until the next step. */
  end: () => void;
}

/** Creates the display; with --quiet only {@link StepLine.alwaysNotice} prints. */
export function createStepLine(flags: Pick<OutputFlags, 'quiet'>): StepLine {
  const isMoving = process.stderr.isTTY === true && flags.quiet !== true;
  let isShown = false;
  let shownAt = 0;
  let latest: MigrationStep['step'] | undefined;
  const end = (): void => {
    if (isShown) process.stderr.write(CLEAR_LINE);
    isShown = false;
  };
  return {
    end,
    alwaysNotice: (text) => {
      end();
      printNotice(`headgate: ${text}`, {});
    },
    step: (step) => {
      const isNew = step.step !== latest;
      latest = step.step;
      if (!isMoving) {
        if (isNew) printNotice(`headgate: ${STEPS[step.step].what}`, flags);
        return;
      }
      const now = Date.now();
      if (isShown && !isNew && now - shownAt < INTERVAL_MS) return;
      [isShown, shownAt] = [true, now];
      process.stderr.write(CLEAR_LINE + startIn(lineOf(step), (process.stderr.columns || 80) - 1));
    },
  };
}

function lineOf({ step, done, total, requests }: MigrationStep): string {
  const { what, counted } = STEPS[step];
  const of = total === undefined ? '' : ` of ${printCount(total)}`;
  const parts = [
    ...(done === undefined ? [] : [`${printCount(done)}${of} ${counted}`]),
    printPlural(requests, 'request'),
  ];
  return `${what}: ${parts.join(' · ')}`;
}

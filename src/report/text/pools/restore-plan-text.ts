// Renders what a restoration would create as text. Computes no figures.
import { printCount, printPlural } from '../../../base/index.ts';
import type { RestorePlan } from '../../../cloud/pools/index.ts';
import { printPlanSum } from '../plan-parts.ts';
import { printBlocks } from '../print-blocks.ts';
import { printRemark, WARNING } from '../remark.ts';
import { printableAll, type Style } from '../style.ts';
import { printPolicyTable } from './policy-table.ts';

/** Renders a plan. */
export function renderRestorePlanText(found: RestorePlan, style: Style): Iterable<string> {
  const { account, backup, policies, alerts, covered, warnings } = printableAll(found);
  const sum =
    policies.length === 0 ? 'nothing to do' : `${printPlural(policies.length, 'policy', 'policies')} to create`;
  return printBlocks([
    [`backup  ${backup}`, `${printPlural(alerts, 'alert')} in the backup: policies cover ${printCount(covered)}`],
    printPolicyTable(policies, style),
    warnings.flatMap((warning) => printRemark(WARNING, warning, 0, style)),
    printPlanSum(`account ${account}`, sum, undefined, style),
  ]);
}

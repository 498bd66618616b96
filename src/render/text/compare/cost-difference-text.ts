// Prints what a new filter costs more or less than the old one, in a month. Computes no costs.
import type { Comparison } from '../../../compare/index.ts';
import { printMoney } from '../report/print-money.ts';
import { paint, printBytes, printCount, type Style } from '../style.ts';

/** Prints the difference; nothing if the lines cover no known time, or if nothing changes. */
export function printCostDifference({ cost }: Comparison, style: Style): string[] {
  if (cost === null || (cost.perMonth.lines.value === 0 && cost.perMonth.bytes.value === 0)) return [];
  const { lines, bytes, stored } = cost.perMonth;
  const parts = [
    `${signed(lines.value, printCount(Math.abs(Math.round(lines.value))))} lines`,
    signed(bytes.value, printBytes(Math.abs(bytes.value))),
    ...(stored === null ? [] : [`${signed(stored.value, printBytes(Math.abs(stored.value)))} stored`]),
  ];
  const money = cost.money.map(({ price, currency, amount }) => {
    if (amount === null) return `  ${price}: not measured`;
    const [low, high] = [amount.low, amount.high].map((one) => signed(one, printMoney(Math.abs(one), currency)));
    const range = low === high ? '' : ` (95 % interval ${low} to ${high})`;
    return `  ${price}: ${paint(style, 'bold', signed(amount.value, printMoney(Math.abs(amount.value), currency)))} per month${range}`;
  });
  return [`  in a month: ${parts.join(', ')}`, ...money];
}

function signed(value: number, text: string): string {
  return value < 0 ? `−${text}` : value > 0 ? `+${text}` : text;
}

// Problems in the data: a row for each shown place, with the count of its code.
import { printCount } from '../../base/index.ts';
import type { Problem } from '../../input/scan/index.ts';
import { codeCell, countCell, figureColumn, textColumn } from './cells.ts';
import { list, type Section, type Text } from './page.ts';

/** Maximum places shown. */
const PROBLEMS_SHOWN = 20;

/** The section of problems; without any, only for programs. */
export function problemSection({
  problems,
  problemCounts,
}: {
  problems: readonly Problem[];
  problemCounts: Readonly<Record<string, number>>;
}): Section[] {
  const counts = Object.entries(problemCounts);
  const sum = counts.reduce((total, [, count]) => total + count, 0);
  const columns = [
    textColumn('Code', 'code'),
    textColumn('Object', 'object'),
    figureColumn('Byte', 'offset'),
    textColumn('Problem', 'message'),
  ];
  const rows = problems.map(({ code, object, offset, message }) => [
    codeCell(code),
    codeCell(object),
    countCell(offset),
    codeCell(message),
  ]);
  return [
    {
      title: `Problems in the data (${printCount(sum)})`,
      blocks: [
        ...(counts.length === 0
          ? []
          : [
              list(
                counts.map((one) => kindOf(one, problems)),
                { name: 'kinds of problems' },
              ),
            ]),
        {
          kind: 'table',
          name: 'problems',
          caption: 'Places of problems',
          isDetail: true,
          isHidden: counts.length === 0,
          columns,
          rows,
          shown: PROBLEMS_SHOWN,
        },
      ],
    },
  ];
}

/** The code, its count, and the first problem in words. */
function kindOf([code, count]: [string, number], problems: readonly Problem[]): Text {
  const [words] = problems.find((one) => one.code === code)?.message.split('; ') ?? [];
  const first = count === 1 ? ': ' : ', the first: ';
  return [{ code }, ` ×${printCount(count)}`, ...(words === undefined ? [] : [first, { code: words }])];
}

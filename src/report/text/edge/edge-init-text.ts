// Renders the written project of the edge script as text: its files, and the commands that deploy it.
import { printPlural } from '../../../base/index.ts';
import type { EdgeInit } from '../../../verbs/index.ts';
import { printBlocks } from '../print-blocks.ts';
import { shellQuoted } from '../shell-quoted.ts';
import { paint, printableAll, type Style, wrap } from '../style.ts';
import { printTable } from '../table.ts';

/** Renders what `edge init` wrote. */
export function renderEdgeInitText(written: EdgeInit, style: Style): Iterable<string> {
  const { folder, bucket, name, prefixes, files, commands } = printableAll(written);
  const rows = files.map((file) => [file.name, file.purpose]);
  return printBlocks([
    [
      paint(style, 'bold', `wrote ${printPlural(files.length, 'file')} to ${folder}`),
      ...printTable([{ title: '' }, { title: '' }], rows, '  '),
    ],
    wrap(
      prefixes.length === 0
        ? `The Worker ${name} will serve no object of the bucket ${bucket} until you add prefixes or object keys to the allow lists. First add the prefix of your logs to ALLOW_LIST_WITH_KEY in wrangler.jsonc.`
        : `The Worker ${name} will serve ${prefixes.join(', ')} of the bucket ${bucket} to requests with the auth key or the read key.`,
      style.width,
    ),
    [
      prefixes.length === 0 ? 'Then deploy it:' : 'To deploy it:',
      ...[`cd ${shellQuoted(withoutDash(written.folder))}`, ...commands].map(
        (command) => `  ${paint(style, 'cyan', command)}`,
      ),
    ],
  ]);
}

/** `cd` takes a name that begins with a dash for a flag. */
function withoutDash(folder: string): string {
  return folder.startsWith('-') ? `./${folder}` : folder;
}

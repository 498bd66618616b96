// The page of the written project of the edge script: its files, and the commands that deploy it.
import { enumerate, printPlural, shellQuoted } from '../../base/index.ts';
import type { EdgeInit } from '../../verbs/index.ts';
import { printableAll } from '../printable.ts';
import { answerPage, commandSection, tableSection } from './answer-page.ts';
import { code } from './cells.ts';
import type { Page, Text } from './page.ts';

/** Creates the page of what `edge init` wrote. */
export function edgeInitPage(written: EdgeInit): Page {
  const { folder, bucket, name, prefixes, files } = printableAll(written);
  const served: Text = ['The Worker ', code(name), ' will serve '];
  const rows = files.map((file) => [file.name, file.purpose]);
  const commands = [`cd ${shellQuoted(withoutDash(written.folder))}`, ...written.commands];
  return answerPage('Edge script', 'good', [`Wrote ${printPlural(files.length, 'file')} to `, code(folder)], {
    facts: [
      prefixes.length === 0
        ? [
            ...served,
            'no object of the bucket ',
            code(bucket),
            ' until you add prefixes or object keys to the allow lists. First add the prefix of your logs to ALLOW_LIST_WITH_KEY in wrangler.jsonc.',
          ]
        : [
            ...served,
            code(enumerate(prefixes, 'and')),
            ' of the bucket ',
            code(bucket),
            ' to requests with the auth key or the read key.',
          ],
    ],
    sections: [
      ...tableSection('Files', ['File', 'Purpose'], rows),
      commandSection(prefixes.length === 0 ? 'Then deploy it' : 'To deploy it', ...commands),
    ],
  });
}

/** `cd` takes a name that begins with a dash for a flag. */
function withoutDash(folder: string): string {
  return folder.startsWith('-') ? `./${folder}` : folder;
}

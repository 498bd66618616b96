// Builds the parser of the editor from its grammar, as the build of the page does.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Tree } from '@lezer/common';
import { buildParser } from '@lezer/generator';

const grammar = readFileSync(join(import.meta.dirname, '../../../src/page/app/filter.grammar'), 'utf8');
const parser = buildParser(grammar);

/** Parses the text of a filter as the editor does. */
export const parseFilterText = (text: string): Tree => parser.parse(text);

// Reads a transformer to plan: SQL, or JSON with the keys of the API, such as an undo file.
import { basename, extname } from 'node:path';
import { z } from 'zod';
import { HeadgateError, isPlainObject, printPlural } from '../../base/index.ts';
import type { Scope } from '../../cloud/api/index.ts';
import type { WantedTransformer } from '../../cloud/transformers/index.ts';
import { undoScopeIn } from '../../cloud/undo/index.ts';
import { UNDO_KEY } from '../../language/job/index.ts';
import { readTransformer, type Transformer, type TransformerProblem } from '../../language/transformer/index.ts';
import { isSqlText, type ReadStdin, readSqlFile } from '../request/argument-text.ts';

/** What a request has of a transformer beside its file. */
export interface TransformerSettings {
  /** The transformer to change. @default that of the file, else the one with the name */
  id?: number | undefined;
  /** @default that of the file, else that of the transformer with the id, else the name of the file without its ending */
  name?: string | undefined;
  /** Empty: none. @default that of the file, else that of the live transformer */
  description?: string | undefined;
}

/** A transformer of a file. */
export interface ReadTransformerFile {
  origin: string;
  wanted: WantedTransformer;
  transformer: Transformer;
  warnings: readonly TransformerProblem[];
  /** The account of an undo file. */
  undoScope: Scope | undefined;
}

/** Problems that an error lists. */
const MAX_SHOWN = 5;

const text = (what: string) => z.string({ error: what });

const fileSchema = z.looseObject({
  id: z.int({ error: 'a positive integer' }).positive({ error: 'a positive integer' }).nullish(),
  name: text('a name').nullish(),
  description: text('a text').nullish(),
  code: text('the SQL'),
});

/**
 * Reads the file of a transformer.
 * @param path `-` reads standard input; SQL that begins with SELECT or WITH is the text
 * @throws HeadgateError `transformer-invalid` (kind `negative`) for invalid SQL and other files; those of files
 */
export async function readTransformerFile(
  path: string,
  given: TransformerSettings,
  stdin: ReadStdin,
): Promise<ReadTransformerFile> {
  const isStdin = path === '-';
  const isText = isSqlText(path);
  const origin = isStdin ? 'standard input' : isText ? '--transformer' : path;
  const content = isStdin ? await stdin() : isText ? path : await readSqlFile(path);
  const fail = (found: string) =>
    new HeadgateError('transformer-invalid', `cannot use the transformer in ${origin}: ${found}`, { kind: 'negative' });
  // No SQL begins with a brace.
  const isJson = content.trimStart().startsWith('{');
  const file: WantedTransformer = isJson
    ? parseFile(content, fail)
    : { id: undefined, name: undefined, description: undefined, code: content, isUndo: false };
  const { transformer, problems } = readTransformer(file.code);
  if (transformer === undefined) {
    const errors = problems.filter(({ severity }) => severity === 'error').map(({ message }) => message);
    const more = errors.length > MAX_SHOWN ? [`and ${printPlural(errors.length - MAX_SHOWN, 'more problem')}`] : [];
    throw fail([...errors.slice(0, MAX_SHOWN), ...more].join('; '));
  }
  const id = given.id ?? file.id;
  const stem = isStdin || isText || isJson || id !== undefined ? undefined : basename(path, extname(path));
  const name = given.name ?? file.name ?? stem;
  if (id === undefined && (name === undefined || name === '')) {
    throw fail('found neither an id nor a name, expected one of them; add --name NAME');
  }
  return {
    origin,
    wanted: { ...file, id, name, description: given.description ?? file.description },
    transformer,
    warnings: problems,
    undoScope: isJson ? undoScopeIn(content) : undefined,
  };
}

function parseFile(content: string, fail: (found: string) => HeadgateError): WantedTransformer {
  let value: unknown;
  try {
    value = JSON.parse(content);
  } catch {
    throw fail('found { at its start and invalid JSON, expected SQL, or an object with the keys of the API');
  }
  const parsed = fileSchema.safeParse(value, { reportInput: true });
  if (!parsed.success) {
    const { path, message, input } = parsed.error.issues[0]!;
    const key = path.join('.') || 'the document';
    throw fail(`${key}: found ${input === undefined ? 'nothing' : 'another value'}, expected ${message}`);
  }
  const { id, name, description, code } = parsed.data;
  return {
    ...{ id: id ?? undefined, name: name ?? undefined, code },
    // In a file with the keys of the API, null is an empty description.
    description: description === null ? '' : description,
    isUndo: isPlainObject(value) && value[UNDO_KEY] === true,
  };
}

// Writes the JSON Schema of each report, from its TypeScript type, and that of suite files into `schema/`: `npm run schema`; and the keys of
// requests beside the verbs. Only a checkout has it: the generator is not a dependency of the package.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import {
  AnyType,
  BaseError,
  type BaseType,
  createFormatter,
  createParser,
  createProgram,
  DEFAULT_CONFIG,
  LiteralType,
  SchemaGenerator,
  ts,
  UnionType,
} from 'ts-json-schema-generator';
import { z } from 'zod';
import { suiteSchema } from '../../analysis/suite/index.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const VERBS = join(ROOT, 'src/verbs/index.ts');
const DRAFT = 'https://json-schema.org/draft/2020-12/schema';
/** The generator adds spaces around and inside a link. */
const LINK = / ?\{@link +(\S+) +\} ?/g;

/** A later release may add keys to a report of the same version, so a schema allows others. */
const CONFIG = {
  ...DEFAULT_CONFIG,
  path: join(import.meta.dirname, 'json-reports.ts'),
  tsconfig: join(ROOT, 'tsconfig.json'),
  skipTypeCheck: true,
  additionalProperties: true,
  topRef: false,
  encodeRefs: false,
  sortProps: false,
  functions: 'hide',
} as const;

const program = createProgram(CONFIG);
const checker = program.getTypeChecker();
const parser = createParser(program, CONFIG, (chain) =>
  chain.addNodeParser({
    supportsNode: (node) => computedType(node) !== undefined,
    createType: (node) => computedType(node)!,
  }),
);
const generator = new SchemaGenerator(program, parser, createFormatter(CONFIG), CONFIG);

/** What the generator cannot read from source text: names that the compiler computes, here in alphabetical order, and any JSON value. */
function computedType(node: ts.Node): BaseType | undefined {
  if (!ts.isTypeNode(node) || !isComputed(node)) return undefined;
  const type = checker.getTypeFromTypeNode(node);
  if (type.aliasSymbol?.name === 'Value') return new AnyType();
  const parts = type.isUnion() ? type.types : [type];
  const values = parts.flatMap((part) => (part.isStringLiteral() || part.isNumberLiteral() ? part.value : []));
  return values.length < parts.length ? undefined : new UnionType(values.sort().map((value) => new LiteralType(value)));
}

function isComputed(node: ts.TypeNode): boolean {
  return ts.isTypeReferenceNode(node)
    ? node.typeArguments !== undefined || node.typeName.getText() === 'Value'
    : ts.isIndexedAccessTypeNode(node) || ts.isTypeOperatorNode(node) || ts.isTypeQueryNode(node);
}

/** By the name of its file, without the ending. */
function* schemas(): Generator<[name: string, schema: object]> {
  const { $schema, ...suite } = z.toJSONSchema(suiteSchema, { io: 'input' });
  yield ['suite', { $schema, title: 'Filter tests of headgate', ...suite }];
  for (const reports of program.getSourceFile(CONFIG.path)!.statements) {
    if (!ts.isInterfaceDeclaration(reports) || reports.name.text !== 'JsonReports') continue;
    for (const report of reports.members.filter(ts.isPropertySignature)) {
      const [title] = ts.getJSDocTags(report);
      const name = (report.name as ts.Identifier | ts.StringLiteral).text;
      yield [name, { $schema: DRAFT, title: title?.comment, ...schemaOf(name, report.type!) }];
    }
  }
}

function schemaOf(name: string, type: ts.TypeNode): object {
  try {
    const { $schema, definitions, description, ...schema } = generator.createSchemaFromNodes([type]);
    return { description, ...schema, ...(Object.keys(definitions!).length === 0 ? {} : { $defs: definitions }) };
  } catch (error) {
    throw new Error(
      `cannot generate schema/${name}.json: found a part of its type that the generator cannot read, expected interfaces and aliases of unions`,
      { cause: error instanceof BaseError ? error.format() : error },
    );
  }
}

/** Options in requests, whose keys are checked, too. Other objects are documents and functions of the caller. */
const OPTIONS = new Set(['connection', 'range', 'reading', 'emit', 'emitChanged', 'credentials', 'choice']);

/** The keys of the request of each verb, for `src/verbs/checked-verbs.ts`. */
function requestKeys(): object {
  const verbs = checker.getSymbolAtLocation(program.getSourceFile(VERBS)!)!;
  const requests = checker.getExportsOfModule(verbs).flatMap((exported) => {
    const verb = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
    const [signature] = checker.getTypeOfSymbol(verb).getCallSignatures();
    const [request] = signature?.parameters ?? [];
    return request === undefined ? [] : [[verb.name, keysOf(checker.getTypeOfSymbol(request))]];
  });
  return Object.fromEntries(requests);
}

function keysOf(request: ts.Type): object {
  const forms = request.isUnion() ? request.types : [request];
  const keys = forms.flatMap((form) =>
    checker.getPropertiesOfType(form).map((property): [string, true | object] => {
      const isChecked = OPTIONS.has(property.name);
      return [property.name, !isChecked || keysOf(checker.getNonNullableType(checker.getTypeOfSymbol(property)))];
    }),
  );
  return Object.fromEntries(keys);
}

const written = [...schemas()];
const folder = resolve(process.argv[2] ?? join(ROOT, 'schema'));
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder);
for (const [name, schema] of written) {
  const text = JSON.stringify(schema, null, 2).replaceAll('#/definitions/', '#/$defs/').replaceAll(LINK, '$1');
  writeFileSync(join(folder, `${name}.json`), `${text}\n`);
}
const keys = process.argv[2] === undefined ? dirname(VERBS) : dirname(folder);
writeFileSync(join(keys, 'request-keys.json'), `${JSON.stringify(requestKeys(), null, 2)}\n`);

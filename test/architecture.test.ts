// The structure of the program as a test: which folder may import which, no cycles, folders entered through index.ts only, files
// that stay small and open with their purpose.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { parseSync } from 'oxc-parser';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const src = join(root, 'src');

const PURE = ['base', 'dataset', 'filter'];
const SCAN = ['filter', 'dataset', 'record', 'kernel', 'base'];
const PASS = ['scan', ...SCAN];

/** Folder → folders it may import, itself aside. */
const ARROWS: Readonly<Record<string, readonly string[]>> = {
  base: [],
  dataset: ['base'],
  file: ['base'],
  filter: ['dataset', 'base'],
  record: ['base'],
  kernel: ['filter', 'dataset', 'base'],
  destination: ['base'],
  job: ['base'],
  scan: SCAN,
  replay: PASS,
  'custom-fields': ['dataset', 'base'],
  traffic: ['record', 'base'],
  output: ['job', 'dataset', 'record', 'base'],
  sample: PASS,
  suite: ['filter', 'dataset', 'record', 'base'],
  mine: [...PASS, 'suite'],
  guard: [...PASS, 'replay', 'sample', 'cost'],
  logic: PURE,
  cost: [...PASS, 'replay', 'sample', 'output'],
  compare: [...PASS, 'replay', 'guard', 'logic', 'cost', 'output'],
  api: ['base'],
  plan: ['job', 'output', 'custom-fields', 'logic', 'filter', 'destination', 'dataset', 'base'],
  migrate: ['api', 'file', 'base'],
  validate: [...PASS, 'job', 'output', 'custom-fields'],
  edge: [],
  // Their numbers.
  render: ['dataset', 'cost'],
  // The shapes of their reports, and of suite files; codes.
  schema: ['suite', 'filter', 'output'],
  sandbox: [
    'edge',
    'file',
    'filter',
    'dataset',
    'record',
    'job',
    'custom-fields',
    'traffic',
    'output',
    'destination',
    'base',
  ],
  build: [],
};
/** Folders that join the others, and what they must leave alone. */
const FORBIDDEN: Readonly<Record<string, readonly string[]>> = {
  run: ['task', 'render', 'cli'],
  task: ['render', 'cli'],
  cli: [],
};
/** Folders that may use the types of any other, but no values beyond those listed in ARROWS and base. */
const TYPES_OF_ANY = new Set(['render', 'schema']);
/** Folders whose files others may import directly, since each is a front page: a command loads only its own task. */
const OPEN_TO: Readonly<Record<string, readonly string[]>> = { run: ['task', 'cli'], task: ['cli'] };
interface Import {
  from: string;
  to: string;
  typeOnly: boolean;
}

const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.startsWith('kernel/assembly'))
  .map((name) => join(src, name));

/** Every import and re-export of a file that leads to another file of ours, dynamic imports included. */
function importsOf(file: string): Import[] {
  const { module } = parseSync(file, readFileSync(file, 'utf8'));
  const found: Import[] = [];
  const add = (request: string, typeOnly: boolean) => {
    if (request.startsWith('.')) found.push({ from: file, to: resolve(dirname(file), request), typeOnly });
  };
  for (const one of module.staticImports) {
    add(one.moduleRequest.value, one.entries.length > 0 && one.entries.every((entry) => entry.isType));
  }
  for (const one of module.staticExports) {
    for (const entry of one.entries) if (entry.moduleRequest) add(entry.moduleRequest.value, entry.isType);
  }
  const text = readFileSync(file, 'utf8');
  for (const one of module.dynamicImports) {
    add(text.slice(one.moduleRequest.start + 1, one.moduleRequest.end - 1), false);
  }
  return found;
}

/** First folder below src, or `(root)` for files directly in it. */
function folderOf(file: string): string {
  const parts = relative(src, file).split('/');
  return parts.length > 1 ? parts[0]! : '(root)';
}

const imports = files.flatMap(importsOf);

describe('arrows between folders', () => {
  it.each([...new Set(files.map(folderOf))].filter((folder) => folder !== '(root)'))('%s', (folder) => {
    expect(Object.keys({ ...ARROWS, ...FORBIDDEN })).toContain(folder);
    const wrong = imports
      .filter((one) => folderOf(one.from) === folder && folderOf(one.to) !== folder)
      .filter((one) => {
        const target = folderOf(one.to);
        const forbidden = FORBIDDEN[folder];
        if (forbidden !== undefined) return target === '(root)' || forbidden.includes(target);
        if (TYPES_OF_ANY.has(folder) && (one.typeOnly || target === 'base')) return false;
        return !ARROWS[folder]!.includes(target);
      })
      .map((one) => `${relative(src, one.from)} imports ${relative(src, one.to)}`);
    expect(wrong).toEqual([]);
  });

  it('others enter a folder through its index.ts', () => {
    const wrong = imports
      .filter(
        (one) => folderOf(one.from) !== folderOf(one.to) && !OPEN_TO[folderOf(one.to)]?.includes(folderOf(one.from)),
      )
      .filter((one) => !one.to.endsWith('/index.ts') && !one.to.endsWith('.json'))
      .map((one) => `${relative(src, one.from)} imports ${relative(src, one.to)}`);
    expect(wrong).toEqual([]);
  });

  it('every import leads to a file', () => {
    expect(imports.filter((one) => !existsSync(one.to)).map((one) => one.to)).toEqual([]);
  });
});

describe('no import cycles, type imports included', () => {
  it('between files', () => {
    const circles = circlesIn(imports.map(({ from, to }) => [relative(src, from), relative(src, to)]));
    expect(circles).toEqual([]);
  });

  it('between subfolders of one folder', () => {
    const arrows = imports
      .map(({ from, to }) => [subfolderOf(from), subfolderOf(to)] as const)
      .filter(([from, to]) => from.includes('/') && to.includes('/') && dirname(from) === dirname(to));
    expect(circlesIn(arrows)).toEqual([]);
  });
});

/** `run/objects` for a file of that folder, `run` for a file directly in it. */
function subfolderOf(file: string): string {
  return relative(src, dirname(file)).split('/').slice(0, 2).join('/');
}

/** Groups of nodes that reach each other. */
function circlesIn(arrows: readonly (readonly [from: string, to: string])[]): string[][] {
  const next = new Map<string, Set<string>>();
  for (const [from, to] of arrows) if (from !== to) next.set(from, (next.get(from) ?? new Set()).add(to));
  const reachedFrom = (start: string): Set<string> => {
    const reached = new Set<string>();
    const open = [start];
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      for (const one of next.get(node) ?? []) {
        if (reached.has(one)) continue;
        reached.add(one);
        open.push(one);
      }
    }
    return reached;
  };
  const reached = new Map([...next.keys()].map((node) => [node, reachedFrom(node)]));
  const left = new Set([...reached.keys()].filter((node) => reached.get(node)!.has(node)));
  const circles: string[][] = [];
  for (const node of left) {
    const circle = [...left].filter((other) => reached.get(node)!.has(other) && reached.get(other)!.has(node));
    for (const one of circle) left.delete(one);
    circles.push(circle.sort());
  }
  return circles;
}

it('index.ts files only re-export', () => {
  const wrong = files
    .filter((file) => file.endsWith('/index.ts'))
    .filter((file) =>
      parseSync(file, readFileSync(file, 'utf8')).program.body.some(
        (node) => node.type !== 'ExportNamedDeclaration' || !node.source,
      ),
    )
    .map((file) => relative(src, file));
  expect(wrong).toEqual([]);
});

it('the pure folders use no Node module', () => {
  const wrong = files
    .filter((file) => PURE.includes(folderOf(file)))
    .filter((file) => /['"]node:/.test(readFileSync(file, 'utf8')))
    .map((file) => relative(src, file));
  expect(wrong).toEqual([]);
});

describe('files', () => {
  it('open with what they are for', () => {
    const wrong = files
      .filter((file) => !/^(#!.*\n)?\/\//.test(readFileSync(file, 'utf8')))
      .map((file) => relative(src, file));
    expect(wrong).toEqual([]);
  });

  it('have names that say something', () => {
    const banned = /(^|\/)(utils?|helpers?|common|misc|manager|handler|data|info)(\/|\.ts$)/;
    expect(files.map((file) => relative(src, file)).filter((name) => banned.test(name) || /[A-Z_]/.test(name))).toEqual(
      [],
    );
  });
});

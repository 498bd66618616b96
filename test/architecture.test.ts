// The structure of the program as a test: ten rooms in an order, arrows downwards only, no cycles, parts entered through their index.ts,
// files that open with their purpose, and no crumbs: a file that only its neighbor needs is part of that neighbor.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { parseSync } from 'oxc-parser';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const src = join(root, 'src');

/** A room imports itself and the rooms before it. */
const ROOMS = ['base', 'language', 'input', 'analysis', 'cloud', 'sandbox', 'verbs', 'report', 'page', 'cli'];
/** Makes the package. Imports nothing of it, and nothing imports it. */
const OUTSIDE = 'build';
/** Rooms without an entry: each verb and each command is a front page, so that a command loads only its own. The page has a server and a browser side. */
const OPEN = ['verbs', 'page', 'cli'];
/** The model of reports, which others may import as types: the index of its part names every renderer, and would bring their types into the browser. */
const MODEL = 'report/page/page.ts';
/** Rooms without Node modules other than `node:util`: values, and what the platform defines. */
const PURE = ['base', 'language'];
/** The parts of a pure room that read and write files. */
const FILES = ['base/file/', 'base/temporary/', 'base/database/'];
/** The index that names the verbs for the library, with the types of their requests. All others export their own part only. */
const VERBS_INDEX = 'verbs/index.ts';
/** Longer files are more than a helper of their neighbor. Lines. */
const CRUMB_LINES = 60;
/**
 * Shorter files that one file of their folder imports, and that have no test of their own: each is a concept with a name that readers look for.
 */
const CONCEPTS: ReadonlySet<string> = new Set([
  'analysis/compare/known-conditions.ts',
  'analysis/compare/values/share-error.ts',
  'analysis/mine/line-selection.ts',
  'analysis/suite/coverage-advice.ts',
  'cli/choose-format.ts',
  'cli/commands/fields/fields-apply.ts',
  'cloud/api/zone-requests.ts',
  'cloud/pools/plan/name-policies.ts',
  'input/destination/edge/edge-failure.ts',
  'language/filter/warning/case-warnings.ts',
  'language/filter/warning/contradiction.ts',
  'language/logic/shorten/integer-set.ts',
  'language/logic/values/instants.ts',
  'language/logic/values/ordered-cells.ts',
  'language/logic/values/text-cells.ts',
  'language/logic/visit-queue.ts',
  'report/markdown/markdown-text.ts',
  'report/page/proof-section.ts',
  'sandbox/alerts/legacy-recipients.ts',
  'sandbox/api/rate-limit.ts',
  'sandbox/bucket/end-with-parent.ts',
  'verbs/jobs/find-job.ts',
  'verbs/sample/sample-file.ts',
]);

interface Import {
  from: string;
  to: string;
}

const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.startsWith('input/kernel/assembly'))
  .sort();
const textOf = (file: string) => readFileSync(join(src, file), 'utf8');

/** Every import and re-export of a file that leads to another file of ours, dynamic imports included. */
function importsOf(file: string): Import[] {
  const text = textOf(file);
  const { module } = parseSync(file, text);
  const requests = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) => entries.flatMap((entry) => entry.moduleRequest?.value ?? [])),
    ...module.dynamicImports.map(({ moduleRequest }) => text.slice(moduleRequest.start + 1, moduleRequest.end - 1)),
  ];
  return [...new Set(requests)]
    .filter((request) => request.startsWith('.'))
    .map((request) => ({ from: file, to: relative(src, resolve(src, dirname(file), request)) }));
}

const imports = files.flatMap(importsOf);
const print = ({ from, to }: Import) => `${from} imports ${to}`;

/** The room of a file; undefined for those directly in src, and outside it. */
function roomOf(file: string): string | undefined {
  return file.startsWith('..') || !file.includes('/') ? undefined : file.split('/')[0];
}

/** The nearest folder with an index.ts; undefined in a room without one. */
function partOf(file: string): string | undefined {
  for (let folder = dirname(file); folder !== '.'; folder = dirname(folder)) {
    if (existsSync(join(src, folder, 'index.ts'))) return folder;
  }
  return undefined;
}

describe('arrows between rooms', () => {
  it('the rooms are known', () => {
    const found = new Set(files.flatMap((file) => roomOf(file) ?? []));
    expect([...found].sort()).toEqual([...ROOMS, OUTSIDE].sort());
  });

  it.each(ROOMS)('%s imports itself and earlier rooms', (room) => {
    const allowed = ROOMS.slice(0, ROOMS.indexOf(room) + 1);
    const wrong = imports
      .filter(({ from, to }) => roomOf(from) === room && !allowed.includes(roomOf(to) ?? '') && !to.startsWith('..'))
      .map(print);
    expect(wrong).toEqual([]);
  });

  it(`${OUTSIDE} imports nothing of the program, and nothing imports it`, () => {
    expect(
      imports.filter(({ from, to }) => (roomOf(from) === OUTSIDE) !== (roomOf(to) === OUTSIDE)).map(print),
    ).toEqual([]);
  });

  it('others enter a part through its index.ts', () => {
    const wrong = imports
      .filter(({ from, to }) => partOf(from) !== partOf(to) && !OPEN.includes(roomOf(to) ?? ''))
      .filter(
        ({ to }) => !to.endsWith('/index.ts') && !to.endsWith('.json') && roomOf(to) !== undefined && to !== MODEL,
      )
      .map(print);
    expect(wrong).toEqual([]);
  });

  it('every import leads to a file', () => {
    expect(imports.filter(({ to }) => !existsSync(join(src, to))).map(print)).toEqual([]);
  });
});

describe('an index.ts', () => {
  const indexes = files.filter((file) => file.endsWith('/index.ts'));

  it('only re-exports', () => {
    const wrong = indexes.filter((file) =>
      parseSync(file, textOf(file)).program.body.some((node) => node.type !== 'ExportNamedDeclaration' || !node.source),
    );
    expect(wrong).toEqual([]);
  });

  it('exports its own part: an importer of one part does not load another', () => {
    const wrong = imports
      .filter(({ from, to }) => indexes.includes(from) && partOf(from) !== partOf(to))
      .filter(({ from }) => from !== VERBS_INDEX)
      .map(print);
    expect(wrong).toEqual([]);
  });
});

describe('no import cycles, type imports included', () => {
  it('between files', () => {
    expect(cyclesIn(imports.map(({ from, to }) => [from, to]))).toEqual([]);
  });

  it.each([
    ['parts of a room', 2],
    ['folders of a part', 3],
  ])('between %s', (_, depth) => {
    const folderOf = (file: string) => dirname(file).split('/').slice(0, depth).join('/');
    const arrows = imports
      .map(({ from, to }) => [folderOf(from), folderOf(to)] as const)
      .filter((pair) => pair.every((folder) => folder.split('/').length === depth))
      .filter(([from, to]) => depth === 2 || dirname(from) === dirname(to));
    expect(cyclesIn(arrows)).toEqual([]);
  });
});

/** Groups of nodes that reach each other. */
function cyclesIn(arrows: readonly (readonly [from: string, to: string])[]): string[][] {
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
  const cycles: string[][] = [];
  for (const node of left) {
    const cycle = [...left].filter((other) => reached.get(node)!.has(other) && reached.get(other)!.has(node));
    for (const one of cycle) left.delete(one);
    cycles.push(cycle.sort());
  }
  return cycles;
}

it('the pure rooms use no Node module', () => {
  const wrong = files
    .filter((file) => PURE.includes(roomOf(file) ?? '') && !FILES.some((part) => file.startsWith(part)))
    .filter((file) => /['"]node:(?!util['"])/.test(textOf(file)));
  expect(wrong).toEqual([]);
});

describe('files', () => {
  it('open with what they are for', () => {
    expect(files.filter((file) => !/^(#!.*\n)?\/\//.test(textOf(file)))).toEqual([]);
  });

  it('have names that say something', () => {
    const banned = /(^|\/)(utils?|helpers?|common|misc|manager|handler|data|info)(\/|\.ts$)/;
    expect(files.filter((name) => banned.test(name) || /[A-Z_]/.test(name))).toEqual([]);
  });

  it('that only one file of their folder imports are part of it, unless they have a test or are a concept', () => {
    const importers = Map.groupBy(imports, ({ to }) => to);
    const crumbs = files.filter((file) => {
      const [by, ...others] = importers.get(file)?.map(({ from }) => from) ?? [];
      if (by === undefined || others.length > 0 || by.endsWith('/index.ts') || dirname(by) !== dirname(file))
        return false;
      const isShort = textOf(file).split('\n').length <= CRUMB_LINES;
      return isShort && !existsSync(join(root, 'test', file.replace(/\.ts$/, '.test.ts')));
    });
    expect(crumbs).toEqual([...CONCEPTS].sort());
  });
});

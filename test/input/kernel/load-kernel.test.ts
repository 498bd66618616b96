// A checkout compiles the kernel on demand. Where the kernel cannot run, or is disabled, loading returns none and nothing breaks.
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ROOT } from '../../helpers/cli/run-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'headgate-kernel-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Without these, V8 cannot compile the vector instructions of WebAssembly. */
const NO_SIMD = ['--no-enable-ssse3', '--no-enable-sse4-1'];

/** Copies src/input/kernel into a separate folder, with or without the compiler. */
function copyKernel(name: string, { hasCompiler = true } = {}): string {
  const copy = join(folder, name);
  cpSync(join(ROOT, 'src/input/kernel'), join(copy, 'kernel'), { recursive: true });
  rmSync(join(copy, 'kernel/kernel.wasm'), { force: true });
  writeFileSync(join(copy, 'package.json'), '{"type":"module"}');
  // Optimizing is most of the time that the compiler takes, and not what is tested here.
  const settings = join(copy, 'kernel/asconfig.json');
  writeFileSync(settings, readFileSync(settings, 'utf8').replace('"optimizeLevel": 3', '"optimizeLevel": 0'));
  if (hasCompiler) symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

/** Loads the kernel of a copy in a separate process. */
function load(copy: string, { flags = [] as string[], env = {} } = {}) {
  const script = `
    const { loadKernel } = await import('./kernel/load-kernel.ts');
    const kernel = await loadKernel();
    console.log(kernel === undefined ? 'none' : 'loaded');`;
  const { stdout, stderr } = spawnSync(process.execPath, [...flags, '--input-type=module', '-e', script], {
    cwd: copy,
    env: { ...process.env, ...env },
    encoding: 'utf8',
  });
  return { answer: stdout.trim(), stderr };
}

describe('in a checkout', () => {
  it('compiles once, and again when a source is newer', () => {
    const copy = copyKernel('compiles');
    const wasm = join(copy, 'kernel/kernel.wasm');
    expect(load(copy).answer).toBe('loaded');
    // A newer source would make the file stale.
    utimesSync(wasm, new Date(), new Date(Date.now() + 60_000));
    rmSync(join(copy, 'node_modules'));
    expect(load(copy).answer).toBe('loaded');
    for (const source of ['abi.ts', 'assembly/inflate/crc.ts']) {
      const path = join(copy, 'kernel', source);
      utimesSync(path, new Date(), new Date(Date.now() + 120_000));
      expect(load(copy).answer, source).toBe('none');
      utimesSync(path, new Date(), new Date());
    }
    expect(readdirSync(join(copy, 'kernel')).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  it('reports the error of a source', () => {
    const copy = copyKernel('wrong');
    writeFileSync(join(copy, 'kernel/assembly/inflate/crc.ts'), 'export function crcOf(): u32 {}');
    const { answer, stderr } = load(copy);
    expect(answer).toBe('');
    expect(stderr).toContain('cannot compile the kernel');
    expect(stderr).toContain("has no exported member 'writeCrcTables'");
    expect(existsSync(join(copy, 'kernel/kernel.wasm'))).toBe(false);
  });
});

describe('returns none', () => {
  it('without compiler or built file', () => {
    expect(load(copyKernel('bare', { hasCompiler: false })).answer).toBe('none');
  });

  it.each([
    { name: 'switched off', options: { env: { HEADGATE_KERNEL: 'off' } } },
    { name: 'a processor without SIMD', options: { flags: NO_SIMD } },
  ])('$name', ({ options }) => {
    expect(load(join(ROOT, 'src/input'), options).answer).toBe('none');
  });
});

it('is used from the built file where there are no sources, as in the published package', () => {
  const copy = copyKernel('published', { hasCompiler: false });
  expect(load(join(ROOT, 'src/input')).answer).toBe('loaded');
  cpSync(join(ROOT, 'src/input/kernel/kernel.wasm'), join(copy, 'kernel/kernel.wasm'));
  rmSync(join(copy, 'kernel/assembly'), { recursive: true });
  expect(load(copy).answer).toBe('loaded');
});

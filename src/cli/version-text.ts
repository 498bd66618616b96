// Reports the versions of headgate and Node, and the kernel state. Loads the kernel, but no command.
import manifest from '../../package.json' with { type: 'json' };

/** Returns `headgate <version>`, `node <version>` and `WebAssembly kernel: <state>`, a line each. */
export async function versionText(): Promise<string> {
  return [
    `headgate ${manifest.version}`,
    `node ${process.versions.node}`,
    `WebAssembly kernel: ${await kernelState()}`,
    '',
  ].join('\n');
}

async function kernelState(): Promise<string> {
  const { compileKernelOnce, isKernelOff } = await import('../kernel/index.ts');
  if (isKernelOff()) return 'off (HEADGATE_KERNEL=off)';
  if (!('WebAssembly' in globalThis)) return 'unavailable: Node runs without WebAssembly';
  try {
    if ((await compileKernelOnce()) !== undefined) return 'on';
    return 'unavailable: found no compiled kernel, or no WebAssembly with SIMD';
  } catch (error) {
    return `unavailable: ${String(error instanceof Error ? error.message : error).split('\n', 1)}`;
  }
}

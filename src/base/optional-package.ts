// Loads a package that an installation may lack: npm leaves it out with --omit=optional, or installs it only on request.
import manifest from '../../package.json' with { type: 'json' };
import { HeadgateError } from './headgate-error.ts';

const VERSIONS = { ...manifest.optionalDependencies, ...manifest.peerDependencies };
/** Ends of the codes of Node for a missing ES module, and for a missing CommonJS module. */
const NOT_FOUND = /MODULE_NOT_FOUND$/;

/**
 * Loads a package.
 * @param name of the package to install. One that is not optional does not compile
 * @param action what fails without it: `start a local bucket`
 * @param load imports the package, or a file that imports it
 * @throws HeadgateError `no-package`, with the command that installs it; the error of `load` if that is another one
 */
export async function optionalPackage<Module>(
  name: keyof typeof VERSIONS,
  action: string,
  load: () => Promise<Module>,
): Promise<Module> {
  try {
    return await load();
  } catch (cause) {
    if (!NOT_FOUND.test(String((cause as NodeJS.ErrnoException).code))) throw cause;
    throw new HeadgateError(
      'no-package',
      `cannot ${action}: the package ${name} is not installed; run npm install ${name}@${VERSIONS[name]}`,
      { cause },
    );
  }
}

// Loaded by each test process before the tests: threads that a test starts load the bundle of bundle-programs.ts, in 0.05 s of processor time in place of 0.12 s.
import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import { programPath, ROOT } from './programs.ts';

const SOURCES = pathToFileURL(`${ROOT}/src/`).href;
/** The address of the module that starts a thread, which is next to the code of the thread. */
const ENTRY = /(?<=workerEntry\('[a-z]+-worker', )import\.meta\.url/;
const BUNDLE = JSON.stringify(pathToFileURL(programPath('headgate')));

registerHooks({
  load: (url, context, next) => {
    const loaded = next(url, context);
    if (!url.startsWith(SOURCES)) return loaded;
    const source = String(loaded.source ?? '');
    return ENTRY.test(source) ? { ...loaded, source: source.replace(ENTRY, () => BUNDLE) } : loaded;
  },
});

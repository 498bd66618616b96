// Loaded by each test process before the tests: threads that a test starts load the bundle of bundle-programs.ts, in 0.05 s of processor time in place of 0.12 s.
import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import { programPath } from './programs.ts';

const ENTRY = /(?<=workerEntry\('[a-z]+-worker', )import\.meta\.url/;
const BUNDLE = JSON.stringify(pathToFileURL(programPath('headgate')));

registerHooks({
  load: (url, context, next) => {
    const loaded = next(url, context);
    if (!url.endsWith('-plan.ts') || loaded.source === undefined || loaded.source === null) return loaded;
    return { ...loaded, source: loaded.source.toString().replace(ENTRY, () => BUNDLE) };
  },
});

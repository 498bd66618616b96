#!/usr/bin/env node
// Entry point of `headgate`: checks the version of Node before loading the program, which an older Node cannot parse. The program is a bundle
// (src/build/bundle.ts); a checkout that cannot make one starts from main.ts. Must stay plain JavaScript with nothing newer than Node 10.
'use strict';

const needed = /(\d+)\.(\d+)/.exec(require('../../package.json').engines.node);
const [, neededMajor, neededMinor] = needed.map(Number);
const [major, minor] = process.versions.node.split('.').map(Number);

// A signal ends the program with the exit code of an interruption until the program listens (src/cli/stdio/interrupt.ts). This listener remains after
// that: Node drops a signal that arrives while modules load if its last listener is removed first.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    if (process.listenerCount(signal) === 1) process.exit(130);
  });
}

/** @param {string} expected */
function reject(expected) {
  process.stderr.write(`headgate: cannot start: found Node ${process.versions.node}, expected ${expected}\n`);
  process.exitCode = 2;
}

/** @param {NodeJS.ErrnoException} error */
function rejectLoad(error) {
  if (error.code !== 'EMFILE' && error.code !== 'ENFILE') throw error;
  process.stderr.write(
    'headgate: cannot start: this process may not open more files; raise the limit, for example with ulimit -n 1024\n',
  );
  process.exitCode = 2;
}

/** Loads the program of a checkout: its bundle, or its sources. */
function loadCheckout() {
  const bundle = require('./checkout-program.cjs').bundleOfCheckout();
  if (bundle === undefined) return import('./main.ts');
  // In node_modules, for the reasons in main.ts. Worker threads inherit the variable.
  if (!process.env.NODE_COMPILE_CACHE) {
    process.env.NODE_COMPILE_CACHE = require('node:path').join(__dirname, '../../node_modules/.cache/headgate');
  }
  require('node:module').enableCompileCache();
  return import(require('node:url').pathToFileURL(bundle).href);
}

if (major < neededMajor || (major === neededMajor && minor < neededMinor)) {
  reject(`${needed[0]} or later; install it from https://nodejs.org`);
} else if (!require('node:fs').existsSync(require('node:path').join(__dirname, 'main.ts'))) {
  import('../program/headgate.mjs').catch(rejectLoad);
} else if (process.features.typescript) {
  loadCheckout().catch(rejectLoad);
} else {
  reject('one that runs TypeScript, as a checkout needs: from 23.6 on, without --no-experimental-strip-types');
}

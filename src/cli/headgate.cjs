#!/usr/bin/env node
// What `headgate` starts: says which Node is needed before an older one meets what it cannot read. So this file is plain JavaScript,
// with nothing newer than Node 10, and loads the program only after the check: main.ts, or main.js once it is published.
'use strict';

const needed = /(\d+)\.(\d+)/.exec(require('../../package.json').engines.node);
const [, neededMajor, neededMinor] = needed.map(Number);
const [major, minor] = process.versions.node.split('.').map(Number);

/** @param {string} expected */
function refuse(expected) {
  process.stderr.write(`headgate: cannot start: found Node ${process.versions.node}, expected ${expected}\n`);
  process.exitCode = 2;
}

if (major < neededMajor || (major === neededMajor && minor < neededMinor)) {
  refuse(`${needed[0]} or later; install it from https://nodejs.org`);
} else if (!require('node:fs').existsSync(require('node:path').join(__dirname, 'main.ts'))) {
  import('./main.js');
} else if (process.features.typescript) {
  import('./main.ts');
} else {
  refuse('one that runs TypeScript, as a checkout needs: from 23.6 on, without --no-experimental-strip-types');
}

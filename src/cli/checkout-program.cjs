// Finds the program of a checkout in few files: a bundle in node_modules, which only users who can change the dependencies can write. Makes it
// again when a source has changed. Plain JavaScript, because Node loads a compiler to remove types. Not part of the published package.
'use strict';
const { execFileSync } = require('node:child_process');
const { accessSync, constants, existsSync, mkdirSync, readFileSync, statSync } = require('node:fs');
const { join } = require('node:path');

const ROOT = join(__dirname, '../..');
const FOLDER = join(ROOT, 'node_modules/.cache/headgate-program');
/** Names the sources of the bundle, and what they were. Written last. */
const STAMP = join(FOLDER, 'stamp.json');

/**
 * What changes whenever a file is written, renamed or replaced, other than within the resolution of its clock.
 * @param {string} path relative to the checkout @returns {string} empty without the file
 */
function identityOf(path) {
  const stats = statSync(join(ROOT, path), { throwIfNoEntry: false });
  return stats === undefined ? '' : `${stats.ino} ${stats.size} ${stats.mtimeMs} ${stats.ctimeMs}`;
}

/** @returns {string | undefined} path of a bundle of the present sources */
function findBundle() {
  /** @type {{ name: string, sources: [path: string, identity: string][] }} */
  let stamp;
  try {
    stamp = JSON.parse(readFileSync(STAMP, 'utf8'));
  } catch {
    return undefined;
  }
  if (stamp.sources.some(([path, identity]) => identityOf(path) !== identity)) return undefined;
  const program = join(FOLDER, stamp.name, 'headgate.mjs');
  return existsSync(program) ? program : undefined;
}

/** @returns {boolean} whether a bundle can be made: the disk is writable, and the bundler is installed */
function canMake() {
  try {
    mkdirSync(FOLDER, { recursive: true });
    accessSync(FOLDER, constants.W_OK);
    return existsSync(join(ROOT, 'node_modules/rolldown'));
  } catch {
    return false;
  }
}

/** @returns {string | undefined} path of the bundle; undefined if the program has to start from its sources */
function bundleOfCheckout() {
  const found = findBundle();
  if (found !== undefined || !canMake()) return found;
  try {
    execFileSync(process.execPath, [join(ROOT, 'src/build/bundle-checkout.ts')], { stdio: 'ignore' });
  } catch {
    // The sources have an error, which they report themselves.
  }
  return findBundle();
}

module.exports = { FOLDER, STAMP, bundleOfCheckout, identityOf };

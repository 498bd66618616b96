// The `prepack` script of the checkout: stops `npm pack`. Node runs no TypeScript below node_modules, so a tarball of the sources would
// install and then fail with ERR_UNSUPPORTED_NODE_MODULES_TYPE_STRIPPING. The manifest in dist/ has no scripts and can be packed.
process.stderr.write(
  'cannot pack the checkout: found the root folder, expected dist/; run npm run build && npm pack ./dist\n',
);
process.exitCode = 1;

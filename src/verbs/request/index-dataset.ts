// The dataset of the index among the sources of a request: the default of its queries. Reads one row of the manifest and no part.

/**
 * Returns the dataset that the indexes among sources were built with; undefined without an index, or if they have several datasets.
 * A damaged index has none: what lists the sources compares it with its checksums and reports it.
 * @throws HeadgateError `index-invalid`, `index-unreadable`
 */
export async function datasetOfIndexes(sources: readonly string[]): Promise<string | undefined> {
  if (sources.length === 0) return undefined;
  // Loaded for sources only: check has none.
  const { isIndex } = await import('../../input/columns/index.ts');
  const folders = sources.filter(isIndex);
  if (folders.length === 0) return undefined;
  // Loaded for an index only, like SQLite.
  const { Manifest } = await import('../../input/manifest/index.ts');
  const names = new Set(
    folders.map((folder) => {
      const manifest = Manifest.open(folder, 'read', true);
      try {
        return manifest.settings.dataset;
      } catch {
        return undefined;
      } finally {
        manifest.close();
      }
    }),
  );
  return names.size === 1 ? [...names][0] : undefined;
}

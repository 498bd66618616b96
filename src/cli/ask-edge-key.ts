// Asks for the key of the edge script on a terminal, once for all sources of a run: a key is for one host. The environment is read before: src/destination.

/**
 * Creates the question. It is asked on the first call.
 * @returns a function that resolves to the key; to empty text for Enter alone, and without a terminal: public objects need no key
 */
export function createEdgeKeyQuestion(): (host: string) => Promise<string> {
  let answer: Promise<string> | undefined;
  return (host) => {
    answer ??= ask(host);
    return answer;
  };
}

async function ask(host: string): Promise<string> {
  // Loaded for the question only: most commands never ask.
  const { askSecret, canAsk } = await import('./stdio/ask.ts');
  if (!canAsk()) return '';
  return await askSecret(`Key for ${host} (Enter: none)`, { unanswered: 'nothing was read' });
}

// What the edge script of a bucket serves: the options of a sandbox, and the variables of the script.

/** Objects, by their keys. */
export interface EdgeAllowList {
  /** Exact keys. @default none */
  keys?: readonly string[];
  /** Beginnings of keys; an empty text means all keys. @default none */
  prefixes?: readonly string[];
}

/** Settings of the edge script. */
export interface EdgeOptions {
  /** What anyone may read. @default { prefixes: ['public/'] } */
  allowList?: EdgeAllowList;
  /** What requests with a key of the script may read. @default { prefixes: [''] }: everything */
  allowListWithKey?: EdgeAllowList;
  /** Whether other methods than those of the script receive 403 in place of 405. @default false */
  strictMethods?: boolean;
}

/** The variables of the script, as JSON. Not a type of miniflare: users of the library need not install it. */
type EdgeVariables = Record<string, boolean | { keys: string[]; prefixes: string[] }>;

/** Returns the variables of the script, by name. */
export function edgeVariables({
  allowList = { prefixes: ['public/'] },
  allowListWithKey = { prefixes: [''] },
  strictMethods = false,
}: EdgeOptions): EdgeVariables {
  return {
    ALLOW_LIST: jsonOf(allowList),
    ALLOW_LIST_WITH_KEY: jsonOf(allowListWithKey),
    STRICT_METHODS: strictMethods,
  };
}

function jsonOf({ keys = [], prefixes = [] }: EdgeAllowList): { keys: string[]; prefixes: string[] } {
  return { keys: [...keys], prefixes: [...prefixes] };
}

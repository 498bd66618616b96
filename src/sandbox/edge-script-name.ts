// The name of the edge script, under which the API has its secrets.
import { DEFAULT_NAMES } from '../edge/index.ts';

/** As in the wrangler.jsonc of the script. */
export const EDGE_SCRIPT_NAME = DEFAULT_NAMES.name;

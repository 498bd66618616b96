// The name of the edge script, under which the API has its secrets.

/** As in the wrangler.jsonc of the script. */
export const EDGE_SCRIPT_NAME = 'headgate-edge';

// The form of the ids of zones and accounts. Flags check it before they load the API.

const ID = /^[0-9a-f]{32}$/;

/** Whether a text is the id of a zone or account. docs/platform.md, "Management API". */
export function isApiId(text: string): boolean {
  return ID.test(text);
}

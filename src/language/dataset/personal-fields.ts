// Fields whose values identify a person or a device, or carry credentials: a mined suite masks them, and reports for others do not show them,
// unless the user names them. docs/filter-tests.md, "Personal data" lists them.
import catalog from './datasets.json' with { type: 'json' };

/** Names across all datasets. Our own choice. */
export const PERSONAL_FIELDS: readonly string[] = catalog._meta.personal_fields;

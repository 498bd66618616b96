// The field by which commands select and name a line.

/** The field with the ID of a request, in every dataset that has one. */
export const RAY_FIELD = 'RayID';

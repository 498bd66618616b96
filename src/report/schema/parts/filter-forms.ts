// A filter in every form.
import { z } from 'zod';

export const filterForms = z.object({ expression: z.string(), json: z.string(), jobString: z.string() });

// The edge script as text, for the sandbox and for `headgate edge init`, its settings, and the files of a project that deploys it. Does not
// start it.
export { edgeScript } from './edge-script.ts';
export {
  DEFAULT_PROJECT,
  deployCommands,
  type EdgeFile,
  type EdgeProject,
  edgeProject,
} from './project/edge-project.ts';
export {
  BUCKET_NAME,
  KEY_PREFIX,
  MAX_SECRET_BYTES,
  type NameRule,
  SCRIPT_NAME,
  SECRET_NAME,
} from './project/project-names.ts';
export {
  AUTH_KEY_SECRET,
  BUCKET_BINDING,
  EDGE_COMPATIBILITY_DATE,
  EDGE_KEY_HEADER,
  EDGE_SCRIPT_NAME,
  READ_KEY_SECRET,
} from './script-settings.ts';

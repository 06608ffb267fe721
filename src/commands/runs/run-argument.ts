/** The description of the argument that names a run. */
export const RUN_ARGUMENT = 'id of the run, the beginning of it, or "latest"';

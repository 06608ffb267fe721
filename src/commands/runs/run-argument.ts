/** How the commands of this folder name a run. */
export const RUN_ARGUMENT = 'id of the run, the beginning of it, or "latest"';

/**
 * The sandbox of `serve --sandbox`: additional routes for tests of an integration, below a path of their own. They
 * accept the same tokens and answer in the same envelope as the interface.
 */
import type { Answer } from './envelope.ts';
import type { Route } from './routes.ts';

/** The path of the sandbox, at the root of the host. */
export const SANDBOX_PATH = '/_sandbox';

/** Routes below `SANDBOX_PATH`; `{externalId}` is the id of a schedule. */
export const SANDBOX_ROUTES = {
  showLinks: { method: 'GET', path: '/schedules/{externalId}/links', summary: 'Links of the candidates' },
  activateSchedule: { method: 'POST', path: '/schedules/{externalId}/activate', summary: 'Activate a schedule' },
  finishSchedule: { method: 'POST', path: '/schedules/{externalId}/finish', summary: 'Finish a schedule' },
  archiveSchedule: { method: 'POST', path: '/schedules/{externalId}/archive', summary: 'Archive a schedule' },
  addInvigilators: {
    method: 'POST',
    path: '/schedules/{externalId}/invigilators',
    summary: 'Add invigilators: all of them, or none',
  },
  loadCatalogue: { method: 'POST', path: '/catalogue', summary: 'Load a catalogue: all of it, or nothing' },
  reset: { method: 'POST', path: '/reset', summary: 'Delete everything, and load a catalogue if the body has one' },
} as const satisfies Record<string, Route>;

export type SandboxOperation = keyof typeof SANDBOX_ROUTES;

/** `body` is the parsed JSON body, unchecked. An operation without a body ignores it. */
export type SandboxService = Readonly<
  Record<SandboxOperation, (externalId: string, body: unknown) => Promise<Answer<unknown>>>
>;

export const SANDBOX_RULES = {
  'sandbox.schedule.not-found': 'There is no schedule with this external id',
  'sandbox.schedule.status': 'A schedule with this status cannot be moved there',
  'sandbox.users.not-a-list': 'The body is not a list of external ids of users',
  'sandbox.users.not-found': 'The platform does not have all of these users, so nobody was added',
} as const;
export type SandboxRule = keyof typeof SANDBOX_RULES;

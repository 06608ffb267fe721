/** The paths of the operations ("Endpoints"), and the scheme of the token in each request ("Authentication"). */
import type { Operation } from './conditions/index.ts';

/** "Versioning": the path prefix below the base URL. */
export const BASE_PATH = '/api/v1/integrations';

/** "Authentication", 1: the scheme before the token in the header Authorization. */
export const AUTHORIZATION_SCHEME = 'EAPI';

export interface Route {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** The path below `BASE_PATH`; `{externalId}` is the only path parameter. */
  readonly path: string;
  readonly summary: string;
}

export const ROUTES = {
  pushSchedule: { method: 'POST', path: '/schedule', summary: 'Create schedule and generate links' },
  getReviewSession: {
    method: 'GET',
    path: '/external/review-sessions/{externalId}',
    summary: 'Get review session info',
  },
  addCollection: { method: 'POST', path: '/collections', summary: 'Add collection' },
  saveUser: { method: 'POST', path: '/user', summary: 'Add a user' },
  removeInvigilators: {
    method: 'DELETE',
    path: '/schedule/{externalId}/invigilators',
    summary: 'Delete invigilators from schedule',
  },
} as const satisfies Record<Operation, Route>;

/** The paths of the operations ("Endpoints"), and the token in each request ("Authentication"). */
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

/** Visible ASCII without spaces: the only characters that a token in a header can have. */
const TOKEN = /^[\x21-\x7e]+$/;
const MAX_TOKEN_LENGTH = 8_192;

/** The reason why a token cannot be sent, as the end of a sentence about the token. It never contains the token. */
export function tokenFault(token: string): string | undefined {
  if (token === '') return 'is empty';
  if (token.length > MAX_TOKEN_LENGTH) return `is too long for a header: ${MAX_TOKEN_LENGTH} characters at most`;
  if (TOKEN.test(token)) return undefined;
  return 'holds characters that no header can carry: spaces, line ends, control characters or letters beyond ASCII';
}

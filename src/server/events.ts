/** The events of the server's log. They never contain path parameters, headers, bodies or tokens. */

export type ServerEvent = RequestEvent | FaultEvent | RefusalEvent;

/** A request that was answered. */
interface RequestEvent {
  readonly event: 'request';
  readonly id: string;
  readonly method: string;
  /** Pattern of the route, `/schedule/{externalId}/invigilators`; null if the path has no route. */
  readonly route: string | null;
  readonly status: number;
  readonly durationMs: number;
  /** The size of the answer's body. */
  readonly bytes: number;
  /** The name of the operation; null if the path has no route. */
  readonly operation: string | null;
  /** The id of the token; null if no token was needed, or the token was not valid. */
  readonly token: string | null;
}

/** An exception behind a 500 or 503. Only the log receives it; the owner of the log decides how much of it to show. */
export interface FaultEvent {
  readonly event: 'fault';
  /** The request's id; null if no request was read. */
  readonly id: string | null;
  readonly error: unknown;
}

/** A connection that was refused before it carried a request: malformed, too slow, too large. */
interface RefusalEvent {
  readonly event: 'refusal';
  readonly rule: string;
}

export type ServerLog = (event: ServerEvent) => void;

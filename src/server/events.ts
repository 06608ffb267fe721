/** What the server logs: never a path's parameters, a header, a body or a token. */

export type ServerEvent = RequestEvent | FaultEvent | RefusalEvent;

/** A request that was answered. */
interface RequestEvent {
  readonly event: 'request';
  readonly id: string;
  readonly method: string;
  /** Pattern of the route, `/schedule/{externalId}/invigilators`; null where there is none. */
  readonly route: string | null;
  readonly status: number;
  readonly durationMs: number;
  /** The size of the answer's body. */
  readonly bytes: number;
  /** Null where the path leads nowhere. */
  readonly operation: string | null;
  /** The id of the token; null where none was needed or none was valid. */
  readonly token: string | null;
}

/** An exception behind a 500. What it says is for the log alone, and the log's owner decides how much of it to show. */
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

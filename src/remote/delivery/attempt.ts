/** The result of sending a request once. */

/** The headers were read, so the status is certain; the body may not be. */
export interface Answered {
  readonly kind: 'answered';
  readonly status: number;
  readonly text: string;
  /** Why the text is not all of the answer: cut, too long, damaged. */
  readonly flaw?: string;
  readonly retryAfter: string | undefined;
  readonly date: string | undefined;
  readonly location: string | undefined;
}

/** Nothing of the request was written: it was not processed, for certain. */
interface NotSent {
  readonly kind: 'not-sent';
  readonly reason: string;
  /** Trying again would not help. */
  readonly isPermanent: boolean;
}

/** Some of the request may have been sent, and no status came back. */
interface Unsure {
  readonly kind: 'unsure';
  readonly reason: string;
}

export type Attempt = Answered | NotSent | Unsure;

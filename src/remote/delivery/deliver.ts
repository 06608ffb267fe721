/** Delivers one request: makes attempts until the platform has answered, or until another attempt is useless. */

import { InterruptedError, RefusedError, UnreachableError } from '../../errors.ts';
import { type Answer, type Delivery, type Links, refuse } from '../../platform/envelope.ts';
import type { ApiError } from '../../platform/problem.ts';
import { BASE_PATH } from '../../platform/routes.ts';
import { type ReadingContext, redactErrors } from '../answers/reading.ts';
import { verdictOf } from '../answers/verdict-by-status.ts';
import type { RemoteCall } from '../operations.ts';
import type { NotProcessed, Refused, Settled, Uncertain, Verdict } from '../wire/attempt-outcome.ts';
import type { Transport, WireRequest } from '../wire/transport.ts';
import type { Clock, Lease, LoadSign, Pace } from './pace.ts';
import { formatSeconds, type NextStep, nextStep, type RetryLimits } from './retry-policy.ts';

/** The parts that all requests of a service share. */
export interface DeliveryContext extends ReadingContext {
  readonly transport: Transport;
  readonly pace: Pace;
  readonly clock: Clock;
  readonly limits: RetryLimits;
  /** Once aborted, no attempt begins and all waits end. */
  readonly halt: AbortSignal;
  /** The platform's address in messages. */
  readonly origin: string;
  readonly onWait: (reason: string, ms: number) => void;
}

export function deliver<C>(call: RemoteCall<C>, wire: WireRequest, context: DeliveryContext): Promise<Answer<C>> {
  return new DeliveryLoop(call, wire, context).run();
}

const UNKNOWN_RULE = 'delivery.unknown';
const UNSURE_BEFORE = 'an earlier run got no answer';

class DeliveryLoop<C> {
  readonly #call: RemoteCall<C>;
  readonly #wire: WireRequest;
  readonly #context: DeliveryContext;
  /** Attempts in which at least a part of the request was sent. */
  #timesSent = 0;
  /** All attempts, those that never reached the platform included. */
  #attempts = 0;
  #waitedMs = 0;
  /** The last attempt that may have been processed. */
  #uncertain: Uncertain | undefined;
  #last: NotProcessed | Uncertain | undefined;
  /** The links of the last answer with links. */
  #links: Links | undefined;

  constructor(call: RemoteCall<C>, wire: WireRequest, context: DeliveryContext) {
    this.#call = call;
    this.#wire = wire;
    this.#context = context;
  }

  async run(): Promise<Answer<C>> {
    for (;;) {
      const verdict = this.#reconsider(await this.#attempt());
      if (verdict !== undefined && 'links' in verdict) this.#links = verdict.links ?? this.#links;
      if (verdict === undefined) return this.#interrupted();
      if (verdict.kind === 'settled') return this.#settled(verdict);
      if (verdict.kind === 'refused') return this.#refused(verdict);
      this.#last = verdict;
      if (verdict.kind === 'uncertain') this.#uncertain = verdict;
      const step = this.#nextStep(verdict);
      if (step.next === 'leave-unknown') return this.#unknown(step.why);
      if (step.next === 'give-up') return this.#giveUp(verdict, step.why);
      await this.#wait(verdict, step);
    }
  }

  /** After an uncertain attempt, a refusal that was cut off may mean that it had worked: the request is sent again. */
  #reconsider(verdict: Verdict<C> | undefined): Verdict<C> | undefined {
    if (verdict?.kind !== 'settled' || verdict.flaw === undefined || this.#uncertain === undefined) return verdict;
    return { kind: 'uncertain', reason: verdict.flaw };
  }

  /** Returns `undefined` if the service was halted before the attempt began, or if it dropped the attempt. */
  async #attempt(): Promise<Verdict<C> | undefined> {
    const { pace, transport } = this.#context;
    const lease = await this.#turn();
    if (lease === 'halted') return undefined;
    if ('kind' in lease) return lease;
    let sign: LoadSign = 'none';
    try {
      const attempt = await transport.send(this.#wire);
      this.#attempts += 1;
      if (attempt.kind !== 'not-processed') this.#timesSent += 1;
      if (this.#wire.drop?.aborted) return undefined;
      const verdict = attempt.kind === 'answered' ? verdictOf(attempt, this.#call, this.#context) : attempt;
      sign = loadSign(verdict);
      // The pause must begin before the lease is released, so that the next request in the queue waits.
      if (verdict.kind === 'not-processed' && verdict.retryAfterMs !== undefined) pace.pause(verdict.retryAfterMs);
      return verdict;
    } finally {
      lease.release(sign);
    }
  }

  /** Waits for a turn. If a pause begins meanwhile, it waits for the end of the pause too, within the limits. */
  async #turn(): Promise<Lease | 'halted' | Verdict<C>> {
    const { pace, clock, limits } = this.#context;
    for (;;) {
      const pauseMs = pace.pauseLeft();
      if (this.#waitedMs + pauseMs > limits.retryBudgetMs) return this.#tooBusy(pauseMs);
      const begun = clock.now();
      const turn = await pace.begin();
      this.#waitedMs += Math.min(pauseMs, clock.now() - begun);
      if (turn !== 'paused') return turn;
    }
  }

  #nextStep(verdict: NotProcessed | Uncertain): NextStep {
    const { isReadOnly, isRepeatable } = this.#call;
    const standing = {
      isReadOnly,
      isRepeatable,
      attempts: this.#attempts,
      waitedMs: this.#waitedMs,
      verdict,
      isUnsure: this.#uncertain !== undefined,
    };
    return nextStep(standing, this.#context.limits, this.#context.clock.random);
  }

  async #wait({ reason }: NotProcessed | Uncertain, { ms, isPause }: NextStep & { next: 'wait' }): Promise<void> {
    const { clock, halt, onWait } = this.#context;
    onWait(reason, ms);
    // A pause stops all requests. This one waits for it when its next attempt asks for a turn.
    if (isPause) return;
    this.#waitedMs += ms;
    await clock.sleep(ms, halt);
  }

  /** The platform asked another request for a pause that is longer than this request may wait. */
  #tooBusy(pauseMs: number): Verdict<C> {
    const reason = this.#last?.reason ?? `it asks to be left alone for ${formatSeconds(pauseMs)}`;
    const allowed = formatSeconds(this.#context.limits.retryBudgetMs);
    return { kind: 'not-processed', reason, whyFinal: `no more than ${allowed} may be waited`, isBusy: true };
  }

  #settled({ status, envelope, excerpt }: Settled<C>): Answer<C> {
    const isRepeat = this.#uncertain !== undefined || this.#call.mayBeDone;
    const repeat = isRepeat ? this.#call.readRepeat(envelope) : undefined;
    if (repeat?.reads === 'unknown') return this.#unknown('the answer can be read either way', envelope.Errors ?? []);
    if (repeat?.reads !== 'earlier-attempt') {
      const mayBeDone = (this.#isUnknown && !envelope.Success) || undefined;
      return this.#answer('answered', { status, envelope, excerpt, mayBeDone });
    }
    return this.#answer(repeat.reads, { status: 200, envelope: repeat.envelope, excerpt, said: repeat.said });
  }

  /** Each request would be refused in the same way, so the run stops. */
  #refused({ what, reason }: Refused): Answer<C> {
    const { origin } = this.#context;
    if (this.#isUnknown) return this.#unknown(`the platform then refused the ${what} (${reason})`);
    if (what === 'caller') {
      throw new RefusedError(`${origin} refuses the caller (${reason})`, {
        hint: 'Check the token, and whether it may use the external API.',
      });
    }
    const { path } = this.#wire;
    const base = origin + path.slice(0, path.lastIndexOf(BASE_PATH) + BASE_PATH.length);
    throw new UnreachableError(`There is no interface at ${base} (${reason})`, {
      hint: `Check the path of the base URL: ${BASE_PATH} is appended to it unless it is there.`,
    });
  }

  #interrupted(): Answer<C> {
    if (this.#isUnknown) return this.#unknown('the run was interrupted');
    throw InterruptedError.by(this.#context.halt);
  }

  #giveUp(verdict: NotProcessed | Uncertain, why: string): Answer<C> {
    if (verdict.kind === 'uncertain' && verdict.status !== undefined) return this.#brokenRead(verdict, verdict.status);
    const problem = verdict.isBusy ? 'is busy' : 'cannot be reached';
    throw new UnreachableError(`${this.#context.origin} ${problem}: ${verdict.reason}; given up because ${why}`, {
      hint: verdict.isBusy ? 'Try again later, with a lower --concurrency or --rate.' : unreachableHint(verdict.reason),
    });
  }

  /** Reading changes nothing, so an unreadable answer is a plain failure. */
  #brokenRead({ reason, errors = [], excerpt, ...verdict }: Uncertain, status: Answer<C>['status']): Answer<C> {
    const why = { Code: null, Error: `The session could not be read: ${reason}` };
    // The errors of a breakdown are enough. An answer that was not understood needs its reason as well.
    const isBreakdown = verdict.whyFinal === undefined;
    const all = errors.length > 0 && isBreakdown ? errors : [why, ...errors];
    return this.#answer('answered', { ...refuse(status, all), excerpt });
  }

  #unknown(why: string, others: readonly ApiError[] = []): Answer<C> {
    const { reason = UNSURE_BEFORE, status, errors = [], excerpt }: Partial<Uncertain> = this.#uncertain ?? {};
    const text = `Whether the platform has done this cannot be known: ${reason}; given up because ${why}`;
    const all = [{ Code: null, Error: text, Rule: UNKNOWN_RULE }, ...errors, ...others];
    return this.#answer('unknown', { ...refuse(status ?? 500, all), excerpt });
  }

  get #isUnknown(): boolean {
    return this.#uncertain !== undefined && !this.#call.isReadOnly;
  }

  #answer(
    certainty: Delivery['certainty'],
    { status, envelope, said, ...more }: Answer<C> & Pick<Delivery, 'excerpt' | 'said' | 'mayBeDone'>,
  ): Answer<C> {
    const { excerpts } = this.#context;
    const redacted = said?.map((one) => ({ ...one, text: excerpts.redact(one.text) }));
    const delivery = { timesSent: this.#timesSent, certainty, links: this.#links, said: redacted, ...more };
    return { status, envelope: redactErrors(envelope, excerpts), delivery };
  }
}

function loadSign(verdict: Verdict<unknown>): LoadSign {
  if (verdict.kind === 'settled') return 'succeeded';
  return 'isBusy' in verdict && verdict.isBusy ? 'overloaded' : 'none';
}

function unreachableHint(reason: string): string {
  if (/certificate is (?:self-signed|not trusted)|authority that is not trusted/.test(reason)) {
    return 'Check the address, or name the certificate of the authority with --ca-file FILE.';
  }
  return 'Check the address, the network and the proxy (HTTPS_PROXY, NO_PROXY).';
}

/** What an error of the database means: whether it was reached, and whether anything was done. */
import { errorCode } from '../../../disk/file-access.ts';
import {
  ExamctlError,
  RefusedError,
  StoreError,
  StoreLockedError,
  UnreachableError,
  UsageError,
} from '../../../errors.ts';
import { type Address, placeOf } from './address.ts';

/** The classes and codes of PostgreSQL's appendix A that say that the server, or the way to it, is gone or going. */
const LOST = /^(?:08...|57P0[1-5]|53300|25006)$/;
const LOST_SYSTEM = /^(?:ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ENOENT|EACCES)/;
/** How `pg` says that a socket ended: without a code. */
const LOST_TEXT =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed)/;
/** The transaction was rolled back, and would be right if it were run again: a deadlock, or a failed serialisation. */
const ROLLED_BACK = /^40...$/;
const LOCK_TIMEOUT = '55P03';
const WRONG_PASSWORD = '28P01';
const PASSWORD_HINT = 'The password is read from PGPASSWORD, PGPASSFILE or --store-password-file.';

/** The connection can be used no more, and another one may be made. */
export function isLost(error: unknown): boolean {
  const code = codeOf(error);
  if (code !== undefined) return LOST.test(code) || LOST_SYSTEM.test(code);
  return error instanceof Error && LOST_TEXT.test(error.message);
}

export function wasRolledBack(error: unknown): boolean {
  return ROLLED_BACK.test(codeOf(error) ?? '');
}

/** What a standby says. */
const READ_ONLY = '25006';

/** Whether a commit that was lost so may have been done: not without a connection, and not by a standby. */
export function isInDoubt(error: unknown): boolean {
  return !(error instanceof UnreachableError) && codeOf(error) !== READ_ONLY;
}

const HINTS: Readonly<Record<string, string>> = {
  '3D000': 'Make the database with createdb, then the store with examctl local init.',
  [WRONG_PASSWORD]: PASSWORD_HINT,
  '28000': PASSWORD_HINT,
};

/** The error that stops a command. Details of the database are left out: they may hold data. */
export function databaseFailure(address: Address, cause: unknown, mayBeDone = false): ExamctlError {
  if (cause instanceof ExamctlError) return cause;
  const where = `the database ${placeOf(address)}`;
  const code = codeOf(cause) ?? '';
  const reason = `${cause instanceof Error ? cause.message : String(cause)}${code === '' ? '' : ` (${code})`}`;
  const options = { cause, mayBeDone, hint: reason === NO_TLS ? NO_TLS_HINT : HINTS[code] };
  if (isLost(cause) || TLS.test(code) || reason === NO_TLS)
    return new UnreachableError(`Cannot reach ${where}: ${reason}`, options);
  if (code === LOCK_TIMEOUT)
    return new StoreLockedError(`${where} is locked by a bulk run`.replace(/^t/, 'T'), options);
  if (code === '3D000') return new UsageError(`There is no ${where.slice(4)}`, options);
  if (/^28|^42501$/.test(code))
    return new RefusedError(`${where} refuses the user: ${reason}`.replace(/^t/, 'T'), options);
  return new StoreError(`${where} cannot do what was asked: ${reason}`.replace(/^t/, 'T'), options);
}

/** What Node says of a certificate. */
const TLS = /CERT|ERR_TLS|SELF_SIGNED|UNABLE_TO/;
/** What `pg` says of a server without certificate, without a code. */
const NO_TLS = 'The server does not support SSL connections';
const NO_TLS_HINT = 'Turn TLS on in the server. Only PGSSLMODE=disable does without, and then others can read along.';

function codeOf(error: unknown): string | undefined {
  // `pg` itself notices that a password is wanted and there is none.
  if (error instanceof Error && error.message.startsWith('SASL')) return WRONG_PASSWORD;
  return error instanceof AggregateError ? errorCode(error.errors[0]) : errorCode(error);
}

/** Interprets errors of the database: whether it was reached, and whether a commit may be done. */
import { errorCode } from '../../../disk/file-access.ts';
import {
  ExamctlError,
  type Hint,
  RefusedError,
  StoreError,
  StoreLockedError,
  UnreachableError,
  UsageError,
} from '../../../errors.ts';
import { type Address, describeDatabase } from './address.ts';

/**
 * Codes of PostgreSQL's appendix A for a lost connection, and for a server that stops, or accepts no connections or no
 * writes.
 */
const LOST = /^(?:08...|57P0[1-5]|53300|25006)$/;
const LOST_SYSTEM = /^(?:ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ENOENT|EACCES)/;
/** Messages of `pg` for a lost connection: these errors have no code. */
const LOST_TEXT =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed)/;
/**
 * The database rolled the transaction back, after a deadlock or a failed serialisation. The transaction can run again.
 */
const ROLLED_BACK = /^40...$/;
const LOCK_TIMEOUT = '55P03';
const WRONG_PASSWORD = '28P01';
const PASSWORD_HINT = 'The password is read from PGPASSWORD, PGPASSFILE or --store-password-file.';

/** Whether the connection is unusable. A new connection may work. */
export function isLost(error: unknown): boolean {
  const code = codeOf(error);
  if (code !== undefined) return LOST.test(code) || LOST_SYSTEM.test(code);
  return error instanceof Error && LOST_TEXT.test(error.message);
}

export function wasRolledBack(error: unknown): boolean {
  return ROLLED_BACK.test(codeOf(error) ?? '');
}

/** The code of a server that accepts no writes, such as a standby. */
const READ_ONLY = '25006';

/** Whether a commit may be done in spite of this error. It is not done without a connection, or by a standby. */
export function isInDoubt(error: unknown): boolean {
  return !(error instanceof UnreachableError) && codeOf(error) !== READ_ONLY;
}

/** Throws the error for a server that asks for a password, if none was given. */
export function refuseWithoutPassword(address: Address): never {
  throw new RefusedError(`The database ${describeDatabase(address)} asks for a password, and none was given`, {
    hint: PASSWORD_HINT,
  });
}

/** The code if the server ends a connection: for its own stop, or since a user with the right to it asks for it. */
const ENDED = '57P01';

const HINTS: Readonly<Record<string, Hint>> = {
  [ENDED]: 'Somebody ended it, as "examctl local unlock" does, or the server was stopped.',
  '3D000': (at) => `Make the database with createdb, then the store with "examctl local init${at}".`,
  [WRONG_PASSWORD]: PASSWORD_HINT,
  '28000': PASSWORD_HINT,
};

/** Makes the error that stops a command. It leaves out the details of the database error, which may contain data. */
export function databaseFailure(address: Address, cause: unknown, mayBeDone = false): ExamctlError {
  if (cause instanceof ExamctlError) return cause;
  const where = `the database ${describeDatabase(address)}`;
  const code = codeOf(cause) ?? '';
  const reason = `${cause instanceof Error ? cause.message : String(cause)}${code === '' ? '' : ` (${code})`}`;
  const options = {
    cause,
    mayBeDone,
    hint: TLS_HINTS[reason] ?? HINTS[code] ?? (CERTIFICATE.test(code) ? CERTIFICATE_HINT : undefined),
  };
  if (code === ENDED)
    return new UnreachableError(`${where} has ended the connection: ${reason}`.replace(/^t/, 'T'), options);
  if (isLost(cause) || TLS.test(code) || reason in TLS_HINTS)
    return new UnreachableError(`Cannot reach ${where}: ${reason}`, options);
  if (code === LOCK_TIMEOUT)
    return new StoreLockedError(`${where} is locked by a bulk run`.replace(/^t/, 'T'), options);
  if (code === '3D000') return new UsageError(`There is no ${where.slice(4)}`, options);
  if (/^28|^42501$/.test(code))
    return new RefusedError(`${where} refuses the user: ${reason}`.replace(/^t/, 'T'), options);
  return new StoreError(`${where} cannot do what was asked: ${reason}`.replace(/^t/, 'T'), options);
}

/** Codes of Node for problems with certificates, and for a server that speaks something else. */
const TLS = /CERT|ERR_TLS|ERR_SSL|EPROTO|SELF_SIGNED|UNABLE_TO/;
/** The messages of `pg` for a server that does not answer with TLS: these errors have no code. */
const TLS_HINTS: Readonly<Record<string, string>> = {
  'The server does not support SSL connections':
    'Turn TLS on in the server. Only PGSSLMODE=disable does without, and then others can read along.',
  'There was an error establishing an SSL connection':
    'Check the host and the port: what answers there speaks no PostgreSQL with TLS.',
};

/** Codes for a certificate that is not trusted, or of another name. */
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO/;
const CERTIFICATE_HINT =
  'Name the file of the authority that signed it with PGSSLROOTCERT, or as sslrootcert in the address, and use a name that the certificate has. sslmode=verify-ca ignores the name.';

function codeOf(error: unknown): string | undefined {
  // `pg` itself fails, without a code, if the server needs a password and there is none.
  if (error instanceof Error && error.message.startsWith('SASL')) return WRONG_PASSWORD;
  return error instanceof AggregateError ? errorCode(error.errors[0]) : errorCode(error);
}

/** The error for a connection that could not be opened: nothing of a request has been written. */

export class ConnectError extends Error {
  /** Whether another attempt is useless: the certificate is not trusted, or the proxy refuses the caller. */
  readonly isPermanent: boolean;

  constructor(message: string, { isPermanent = false } = {}) {
    super(message);
    this.name = 'ConnectError';
    this.isPermanent = isPermanent;
  }
}

/** The words for faults of a socket, by the system's code. */
const WORDS: ReadonlyMap<string, string> = new Map([
  ['ECONNREFUSED', 'the connection was refused'],
  ['ECONNRESET', 'the connection was reset'],
  ['EPIPE', 'the connection was closed'],
  ['UND_ERR_SOCKET', 'the connection was closed'],
  ['ENOTFOUND', 'the name of the host is not known'],
  ['EAI_AGAIN', 'the name of the host could not be looked up'],
  ['ETIMEDOUT', 'the connection timed out'],
  ['EHOSTUNREACH', 'there is no route to the host'],
  ['ENETUNREACH', 'there is no route to the network'],
  ['EPROTO', 'the server does not speak TLS as it should'],
  ['CERT_HAS_EXPIRED', 'its certificate has expired'],
  ['CERT_NOT_YET_VALID', 'its certificate is not valid yet'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'its certificate is self-signed'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'its certificate comes from an authority that is not trusted'],
  ['UNABLE_TO_GET_ISSUER_CERT', 'its certificate comes from an authority that is not trusted'],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'its certificate comes from an authority that is not trusted'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'its certificate comes from an authority that is not trusted'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'its certificate is for another name'],
  ['UND_ERR_HEADERS_OVERFLOW', 'the headers of the answer are too long'],
  ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'the answer is shorter than it said'],
]);

/** All codes of rejected certificates, also those without words of their own. */
const CERTIFICATE = /CERT|^UNABLE_TO_VERIFY|^INVALID_(CA|PURPOSE)$|^PATH_LENGTH_EXCEEDED$|^HOSTNAME_MISMATCH$/;

/**
 * Describes the fault of a connection, in our words and with the system's code. The library's own messages are not used,
 * since some hold bytes of the answer.
 */
export function describeSocketError(error: unknown): string {
  const code = codeOf(error);
  if (code.startsWith('HPE_')) return `the answer is not HTTP (${code})`;
  const words =
    WORDS.get(code) ?? (CERTIFICATE.test(code) ? 'its certificate is not trusted' : 'the connection failed');
  return code === '' ? words : `${words} (${code})`;
}

/** Marks an error as one of connecting, so that it differs from all later errors. */
export function toConnectError(error: unknown): ConnectError {
  if (error instanceof ConnectError) return error;
  return new ConnectError(describeSocketError(error), { isPermanent: CERTIFICATE.test(codeOf(error)) });
}

/** The code of an error, if it looks like an identifier. Other texts are not shown. */
function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]{1,63}$/.test(code) ? code : '';
}

import { X509Certificate } from 'node:crypto';
import { createSecureContext, type SecureContext } from 'node:tls';

/** What to do about a file for which `trustOnly` returns nothing. */
export const NO_CERTIFICATE_HINT = 'It should hold blocks that begin with -----BEGIN CERTIFICATE-----.';

const BLOCK = /-----BEGIN CERTIFICATE-----.*?-----END CERTIFICATE-----/gs;

/** Trusts the authorities of a text and no others. Returns undefined if the text holds no certificate in PEM form. */
export function trustOnly(ca: string): SecureContext | undefined {
  try {
    // Node accepts blocks that are no certificates, and then trusts nobody.
    return ca.match(BLOCK)?.some(isCertificate) ? createSecureContext({ ca }) : undefined;
  } catch {
    return undefined;
  }
}

function isCertificate(block: string): boolean {
  try {
    return new X509Certificate(block).raw.length > 0;
  } catch {
    return false;
  }
}

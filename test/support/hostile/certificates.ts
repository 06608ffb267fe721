/** Certificates that must pass and others that must fail. OpenSSL creates them for each run, so no key is in the repository. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

export interface Certificates {
  /** The authority that signed all certificates but the self-signed one. */
  readonly ca: string;
  readonly good: Certificate;
  readonly expired: Certificate;
  readonly wrongName: Certificate;
  readonly selfSigned: Certificate;
  /** For `exams.example.test`, a host that only a proxy can reach. */
  readonly remote: Certificate;
}

export function makeCertificates(): Certificates {
  const folder = mkdtempSync(join(tmpdir(), 'certificates-'));
  const openssl = (...args: string[]): void => void execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
  const newKey = (name: string): void => openssl('ecparam', '-name', 'prime256v1', '-genkey', '-noout', '-out', name);
  const sign = (name: string, host: string, days: number): Certificate => {
    newKey(`${name}.key`);
    writeFileSync(join(folder, `${name}.ext`), `subjectAltName=DNS:${host}\n`);
    openssl('req', '-new', '-key', `${name}.key`, '-subj', `/CN=${host}`, '-out', `${name}.csr`);
    const authority = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial'];
    const output = ['-days', String(days), '-extfile', `${name}.ext`, '-out', `${name}.pem`];
    openssl('x509', '-req', '-in', `${name}.csr`, ...authority, ...output);
    return { key: read(`${name}.key`), cert: read(`${name}.pem`) };
  };
  try {
    newKey('ca.key');
    openssl('req', '-x509', '-new', '-key', 'ca.key', '-subj', '/CN=Test authority', '-days', '2', '-out', 'ca.pem');
    newKey('self.key');
    const alone = ['-addext', 'subjectAltName=DNS:localhost', '-days', '2', '-out', 'self.pem'];
    openssl('req', '-x509', '-new', '-key', 'self.key', '-subj', '/CN=localhost', ...alone);
    return {
      ca: read('ca.pem'),
      good: sign('good', 'localhost', 2),
      expired: sign('expired', 'localhost', -1),
      wrongName: sign('wrong', 'elsewhere.example.test', 2),
      remote: sign('remote', 'exams.example.test', 2),
      selfSigned: { key: read('self.key'), cert: read('self.pem') },
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

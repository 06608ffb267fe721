/** Encrypted connections to a real server, with the environment variables of libpq. */
import { chownSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../../src/store/postgres/connection/database.ts';
import { databaseFailure } from '../../../../src/store/postgres/connection/failures.ts';
import { type Certificates, makeCertificates } from '../../../support/hostile/certificates.ts';
import {
  DATABASE,
  FAR,
  HAS_POSTGRES,
  OWNER,
  type PostgresServer,
  postgresServer,
} from '../../../support/postgres/server.ts';
import { temporaryFolder } from '../../../support/store/temporary-folder.ts';

describe.skipIf(!HAS_POSTGRES)('a connection to PostgreSQL', () => {
  let server: PostgresServer;
  let certificates: Certificates;
  beforeAll(async () => {
    server = await postgresServer();
    certificates = makeCertificates();
  });

  function turnTlsOn(): void {
    const { cert, key } = certificates.good;
    const { uid, gid } = statSync(join(server.folder, 'data'));
    for (const [name, text] of Object.entries({ ssl_cert_file: cert, ssl_key_file: key })) {
      const file = join(server.folder, name);
      writeFileSync(file, text, { mode: 0o600 });
      chownSync(file, uid, gid);
      server.sql(`ALTER SYSTEM SET ${name} = '${file}'`);
    }
    server.sql('ALTER SYSTEM SET ssl = on');
    server.sql('SELECT pg_reload_conf()');
  }

  /** Asks the server whether the connection is encrypted. `authority` is written to the file of PGSSLROOTCERT. */
  async function isEncrypted(host: string, mode?: string, authority?: string): Promise<boolean | undefined> {
    const file = join(await temporaryFolder(), 'ca.pem');
    if (authority !== undefined) writeFileSync(file, authority);
    const env = { PGSSLMODE: mode, PGSSLROOTCERT: authority && file };
    const database = await openDatabase(`postgres://${OWNER}@${host}:${server.port}/${DATABASE}`, env);
    const text = 'SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()';
    try {
      return await database.use(async (session) => (await session.query<{ ssl: boolean }>({ text }))[0]?.ssl);
    } catch (error) {
      throw databaseFailure(database.address, error);
    } finally {
      await database.end();
    }
  }

  it('is refused if the server offers no encryption and one is asked for, as by default', async () => {
    await expect(isEncrypted(FAR)).rejects.toMatchObject({ exitCode: 6 });
    await expect(isEncrypted('localhost', 'require')).rejects.toMatchObject({ exitCode: 6 });
    expect(await isEncrypted('localhost')).toBe(false);
  });

  it('is encrypted and verified as PGSSLMODE says, and on other machines without it', async () => {
    turnTlsOn();
    const { ca, selfSigned } = certificates;
    await expect.poll(() => isEncrypted('localhost', 'verify-full', ca).catch(() => undefined)).toBe(true);
    expect(await isEncrypted('localhost')).toBe(false);
    expect(await isEncrypted(FAR, 'disable')).toBe(false);
    expect(await isEncrypted(FAR, 'require')).toBe(true);
    expect(await isEncrypted(FAR, 'verify-ca', ca)).toBe(true);
    // By default, the name is verified too, and the certificate is for localhost.
    await expect(isEncrypted(FAR, undefined, ca)).rejects.toMatchObject({
      exitCode: 6,
      message: expect.stringContaining('altnames'),
      hint: expect.stringContaining('sslmode=verify-ca'),
    });
    await expect(isEncrypted(FAR)).rejects.toMatchObject({
      exitCode: 6,
      hint: expect.stringMatching(/PGSSLROOTCERT.*sslrootcert/),
    });
    for (const mode of ['require', 'verify-ca', 'verify-full']) {
      await expect(isEncrypted('localhost', mode, selfSigned.cert)).rejects.toMatchObject({ exitCode: 6 });
    }
  });
});

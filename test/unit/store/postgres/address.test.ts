import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { identityOf, parseAddress } from '../../../../src/store/postgres/connection/address.ts';
import { tlsOptions } from '../../../../src/store/postgres/connection/database.ts';
import { findPassword } from '../../../../src/store/postgres/connection/password.ts';
import { temporaryFolder } from '../../../support/store/temporary-folder.ts';

const ELSEWHERE = 'postgres://app@db.example.org/exams';

it.each([
  [ELSEWHERE, {}, 'postgres://db.example.org:5432/exams?tenant=default', 'verify-full'],
  [`${ELSEWHERE}?tenant=law&sslmode=require`, {}, 'postgres://db.example.org:5432/exams?tenant=law', 'require'],
  [ELSEWHERE, { PGSSLMODE: 'disable' }, 'postgres://db.example.org:5432/exams?tenant=default', 'disable'],
  ['postgres://app@localhost:6000/exams', {}, 'postgres://localhost:6000/exams?tenant=default', 'disable'],
  ['postgres://app@localhost/x', { PGSSLMODE: 'verify-ca' }, 'postgres://localhost:5432/x?tenant=default', 'verify-ca'],
  ['postgres://app@localhost/x', { PGSSLMODE: 'prefer' }, 'postgres://localhost:5432/x?tenant=default', 'disable'],
  ['postgresql://app@[::1]/exams', {}, 'postgres://%3A%3A1:5432/exams?tenant=default', 'disable'],
  ['postgres://app@%2Fvar%2Frun/exams', {}, 'postgres://%2Fvar%2Frun:5432/exams?tenant=default', 'disable'],
  [
    'postgres:///',
    { PGHOST: 'h', PGPORT: '1', PGDATABASE: 'd', PGUSER: 'u' },
    'postgres://h:1/d?tenant=default',
    'verify-full',
  ],
])('%s with %j is the place %s, with TLS %s', (text, env, identity, sslMode) => {
  const address = parseAddress(text, env);
  expect(identityOf(address)).toBe(identity);
  expect(address.sslMode).toBe(sslMode);
});

it.each([
  ['postgres://app:SECRET@h/d', 'holds a password'],
  ['postgres://app@h/d?password=SECRET', 'holds a password'],
  ['postgres://app:SEC/RET@h/d', 'no address'],
  ['postgres:/app:SECRET@h/d', 'no address'],
  ['postgres://app@h/d?user=SECRET', 'no others'],
  ['postgres://app@h/d?tenant=SECRET', 'name of the tenant'],
  ['postgres://app@h/d?sslmode=SECRET', 'mode of TLS'],
  ['postgres://app@h/d?sslmode=prefer', 'mode of TLS'],
  ['postgres://app@h/d?connect_timeout=SECRET', 'number of seconds'],
  ['postgres://app@h/SECRET%', 'hexadecimal'],
  ['postgres://app@h/d#SECRET', 'has a #'],
  ['postgres://app@h/d#', 'has a #'],
  ['postgres://app@h/d?tenant=SECRET&tenant=b', 'the parameter tenant more than once'],
])('%s is refused, and its text is not repeated', (text, problem) => {
  const parse = () => parseAddress(text, {});
  expect(parse).toThrow(problem);
  expect(parse).not.toThrow('SECRET');
  expect(parse).toThrow(expect.objectContaining({ reason: 'usage' }));
});

it.each([
  ['', {}, 10_000],
  ['?connect_timeout=3', { PGCONNECT_TIMEOUT: '5' }, 3_000],
  ['', { PGCONNECT_TIMEOUT: '5' }, 5_000],
  ['', { PGCONNECT_TIMEOUT: '0' }, 10_000],
])('the time to connect of %j with %j is %i ms', (parameters, env, ms) => {
  expect(parseAddress(`postgres://app@h/d${parameters}`, env).connectTimeoutMs).toBe(ms);
});

it.each(['abc', '99999', '-1', '55.99', '0', ' '])(
  'the port %j of PGPORT is refused by the name of the variable',
  (port) => {
    const parse = () => parseAddress('postgres://app@h/d', { PGPORT: port });
    expect(parse).toThrow('PGPORT has to be a number');
    expect(parse).toThrow(expect.objectContaining({ reason: 'usage' }));
    expect(parseAddress('postgres://app@h:6000/d', { PGPORT: port }).port).toBe(6000);
    expect(() => parseAddress('postgres://app@h:0/d', {})).toThrow('The port in the address of the store');
  },
);

it.each([
  ['verify-full', { rejectUnauthorized: true }, false],
  ['verify-ca', { rejectUnauthorized: true }, true],
  ['require', { rejectUnauthorized: false }, false],
])('TLS in the mode %s verifies what libpq does', async (mode, options, isNameFree) => {
  const tls = await tlsOptions(parseAddress(`${ELSEWHERE}?sslmode=${mode}`, {}));
  expect(tls).toMatchObject(options);
  expect(tls && 'checkServerIdentity' in tls).toBe(isNameFree);
});

it.each(['', 'no certificate', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n'])(
  'a file of authorities that holds %j is refused',
  async (text) => {
    const file = join(await temporaryFolder(), 'ca.pem');
    await writeFile(file, text);
    const message = `${file}, the file of certificate authorities, holds no certificate in PEM form`;
    for (const address of [
      parseAddress(ELSEWHERE, { PGSSLROOTCERT: file }),
      parseAddress(`${ELSEWHERE}?sslrootcert=${file}`, {}),
    ]) {
      await expect(tlsOptions(address)).rejects.toMatchObject({ exitCode: 2, message });
    }
  },
);

const PASS_FILE = String.raw`# a comment
other:5432:exams:app:wrong
*:5432:ex\:ams:app:colon\:and\\backslash
db.example.org:5432:exams:app:right
*:*:*:*:any`;

it('the password comes from its own file, then PGPASSWORD, then the file that psql reads', async () => {
  const folder = await temporaryFolder();
  const [own, pass] = [join(folder, 'own'), join(folder, 'pass')];
  await writeFile(own, 'own password\n', { mode: 0o600 });
  await writeFile(pass, PASS_FILE, { mode: 0o600 });
  const find = (text: string, env: Record<string, string>) => findPassword(parseAddress(text, env), env);
  const env = { PGPASSFILE: pass, HOME: folder };
  expect(await find(`${ELSEWHERE}?passwordfile=${own}`, { ...env, PGPASSWORD: 'p' })).toBe('own password');
  expect(await find(ELSEWHERE, { ...env, PGPASSWORD: 'p' })).toBe('p');
  expect(await find(ELSEWHERE, env)).toBe('right');
  expect(await find('postgres://app@h/ex%3Aams', env)).toBe('colon:and\\backslash');
  expect(await find('postgres://bob@h/d', env)).toBe('any');
  expect(await find(ELSEWHERE, { HOME: folder })).toBeUndefined();
});

it('the file that psql reads names a socket by its folder, and by localhost in a default folder', async () => {
  const file = join(await temporaryFolder(), 'pass');
  await writeFile(file, '/run/pg:*:*:*:folder\nlocalhost:*:*:*:local\n/tmp:*:*:*:late\n', { mode: 0o600 });
  const find = (host: string) => {
    const env = { PGPASSFILE: file };
    return findPassword(parseAddress(`postgres://app@${encodeURIComponent(host)}/d`, env), env);
  };
  expect(await find('/run/pg')).toBe('folder');
  expect(await find('/run/other')).toBeUndefined();
  expect(await find('/var/run/postgresql')).toBe('local');
  expect(await find('/tmp')).toBe('local');
  expect(await find('localhost')).toBe('local');
});

it.skipIf(process.platform === 'win32')('a file of a password that others can read is refused', async () => {
  const file = join(await temporaryFolder(), 'password');
  await writeFile(file, 'secret');
  await chmod(file, 0o640);
  const own = parseAddress(`${ELSEWHERE}?passwordfile=${file}`, {});
  await expect(findPassword(own, {})).rejects.toThrow('Others can read');
  await expect(findPassword(parseAddress(ELSEWHERE, {}), { PGPASSFILE: file })).rejects.toThrow('Others can read');
});

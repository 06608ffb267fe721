/** Hashes passwords with argon2id, off the main thread. Each hash contains its parameters (PHC string form). */
import { type Algorithm, hash, verify } from '@node-rs/argon2';
import type { PasswordHasher } from './dependencies.ts';

/** The minimum that OWASP recommends: 19 MiB, two passes, one lane. */
const MEMORY_KIB = 19 * 1024;
const PASSES = 2;
const LANES = 1;
/** The package's enum has no value at run time under isolated modules. */
const ARGON2ID = 2 as Algorithm.Argon2id;

export const argon2Hasher: PasswordHasher = {
  hash: (password) =>
    hash(password, { algorithm: ARGON2ID, memoryCost: MEMORY_KIB, timeCost: PASSES, parallelism: LANES }),
  // A text that is not a hash matches no password.
  matches: (known, password) => verify(known, password).catch(() => false),
};

// Hashes passwords, or compares them with their hashes, on all processors and nothing else, with examctl's parameters:
// `passwords.js FILE hash` prints how many there are; `passwords.js FILE verify` hashes one and compares it each time.
import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { readRows } from './users.js';

const ARGON2ID = 2;
const options = { algorithm: ARGON2ID, memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };

const passwords = [];
for await (const { Password } of readRows(process.argv[2])) passwords.push(Password);
const known = await hash('Passw0rd', options);
const queue = passwords.values();
let count = 0;
await Promise.all(
  Array.from({ length: availableParallelism() }, async () => {
    for (const password of queue) {
      await (process.argv[3] === 'hash' ? hash(password, options) : verify(known, password));
      count += 1;
    }
  }),
);
console.log(count);

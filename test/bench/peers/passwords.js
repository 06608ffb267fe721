// Hashes passwords on all processors and does nothing else, with examctl's parameters: `passwords.js FILE` prints how
// many there are.
import { availableParallelism } from 'node:os';
import { hash } from '@node-rs/argon2';
import { readRows } from './users.js';

const ARGON2ID = 2;
const options = { algorithm: ARGON2ID, memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };

const passwords = [];
for await (const { Password } of readRows(process.argv[2])) passwords.push(Password);
const queue = passwords.values();
let count = 0;
await Promise.all(
  Array.from({ length: availableParallelism() }, async () => {
    for (const password of queue) {
      await hash(password, options);
      count += 1;
    }
  }),
);
console.log(count);

// Checks a file of users with csv-parse and zod: `validate-users-zod.js FILE` prints how many rows are wrong.
import { createRepeats, readRows, userOf, userSchema } from './users.js';

const isRepeated = createRepeats();
const problems = [];
let line = 1;
for await (const row of readRows(process.argv[2])) {
  line += 1;
  const user = userOf(row);
  const { success, error } = userSchema.safeParse(user);
  const repeated = isRepeated(user);
  if (!success)
    problems.push({ line, issues: error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) });
  else if (repeated) problems.push({ line, issues: ['is there twice'] });
}
console.log(problems.length);

/** What a Markdown report, and so the summary of a step, says of the target of a run that has sent nothing. */
import { expect, it } from 'vitest';
import { createWorkspace, type Workspace } from '../support/cli/workspace.ts';

const USERS = 'ExternalId,FirstName,LastName,Email\nn-1,Ada,Byron,a@example.org\n';

async function reportOf(space: Workspace, args: readonly string[]): Promise<string> {
  return (await space.run(['user', 'sync', ...args, '--report', '-'])).stdout;
}

it('says "Sent to" only of what was sent', async () => {
  const space = await createWorkspace();
  const file = await space.file('u.csv', USERS);
  const wrong = await space.file('w.csv', USERS.replace('a@example.org', 'a'));
  for (const args of [[wrong], [file, '--max-changes', '0'], ['nowhere.csv']]) {
    const said = await reportOf(space, args);
    expect(said).toContain('For the local platform in ');
    expect(said).not.toContain('Sent to');
  }
  expect(await reportOf(space, [file])).toContain('Sent to the local platform in ');
  const unchanged = await reportOf(space, [file]);
  expect(unchanged).toContain('Nothing to change');
  expect(unchanged).toContain('Compared with the local platform in ');
  expect(unchanged).not.toContain('Sent to');
});

/** `user sync`: its flags. The work is in `run-sync.ts`. */
import { type Command, Option } from 'commander';
import { MISSING_CEILING } from '../../bulk/run/guards.ts';
import { FORMAT_WORDS } from '../../input/formats.ts';
import { defineBulk } from '../bulk/bulk-action.ts';
import type { BulkFlags } from '../options/bulk-options.ts';
import { parseChangeLimit } from '../options/flag-values.ts';
import type { SyncOptions } from './run-sync.ts';

export const syncCommand = defineBulk('sync', {
  kind: 'users',
  summary: "make the platform's users what a file says",
  description:
    "Makes the platform's users what the file says: creates the new, updates the changed, leaves the others.",
  examples: [
    ['examctl user sync users.csv --dry-run', 'who is new, who changes and in what, who stays as they are'],
    ['examctl user sync users.csv', 'send the new and the changed ones'],
    [
      'examctl user sync users.csv --missing disable --max-missing 5%',
      'also turn off the login of all others, after a question',
    ],
    ['examctl user sync roster.zip --dry-run', 'the same with a OneRoster package'],
    ['examctl user sync', 'be asked for one user'],
  ],
  takes: (command) =>
    addMissingOptions(
      command.argument(
        '[file]',
        `users as ${FORMAT_WORDS}, or a OneRoster package (ZIP or folder); - is standard input; without it, questions at a terminal`,
      ),
    ).option('--full', 'send a remote platform all users, the unchanged ones as well'),
  read: ({ missing, maxMissing, returning, replaceMemberships, full }: SyncFlags, file: string | undefined) => ({
    ...{ file, missing, maxMissing, returning, replaceMemberships, full: full === true },
  }),
  run: async (options: SyncOptions) => (await import('./run-sync.ts')).runSync(options),
});

function addMissingOptions(command: Command): Command {
  const { records, percent } = MISSING_CEILING;
  return command
    .addOption(
      new Option(
        '--missing <what>',
        'users whom the file does not have, candidates too (disable: local platform only; asks, or needs --yes)',
      )
        .choices(['keep', 'disable'])
        .default('keep'),
    )
    .option(
      '--max-missing <n>',
      `stop before the first write if --missing disable would disable more logins (50) or a larger share (20%); default: the higher of ${percent}% and ${records}`,
      parseChangeLimit,
    )
    .addOption(
      new Option(
        '--returning <what>',
        'disabled users whose row does not say DisableLogin (local platform only)',
      ).choices(['enable']),
    )
    .option('--replace-memberships', 'take away the memberships that a row does not have (local platform only)');
}

type SyncFlags = BulkFlags &
  Pick<SyncOptions, 'missing' | 'maxMissing' | 'returning' | 'replaceMemberships'> & { readonly full?: true };

/** Asks for one user at a terminal. For an existing user, the values of the platform are offered. */

import { userKind } from '../../bulk/kinds/users.ts';
import type { DraftSource } from '../../model/draft.ts';
import type { UserRequest } from '../../platform/resources/user.ts';
import type { Section } from '../ask/ask-fields.ts';
import { askForRecord } from '../ask/ask-for-record.ts';
import type { Sending } from '../ask/check-request.ts';
import { type Asked, describeEquivalent, equivalentOfRecord } from '../ask/equivalent.ts';
import { openUserMatches } from '../ask/matches.ts';
import type { BulkFlags } from '../options/bulk-options.ts';
import type { TargetCall } from '../options/target-options.ts';
import { readConversion } from '../read/open-sources.ts';
import { meantId, withKnownPlatform } from '../target/known-entries.ts';

export async function askForUser(
  call: TargetCall<BulkFlags>,
  sending: Sending<UserRequest>,
  asked: Asked,
): Promise<DraftSource> {
  const { request, source } = await askForRecord(call, userKind, {
    sending,
    conversion: await readConversion(call.flags),
    find: findUser(call),
    openMatches: openUserMatches(call),
    asked,
    missing: `FILE is missing: name a file of ${userKind.words.many}`,
    hint: 'examctl user sync users.csv --dry-run',
  });
  asked.equivalent = describeEquivalent(equivalentOfRecord(call, ['user', 'sync'], request));
  return source;
}

/** Finds a user by id and prints whether it exists: a typing error in the id would otherwise create a new user. */
export function findUser(call: TargetCall): NonNullable<Section['find']> {
  const { context, target, output } = call;
  return async (id) => {
    const found = await withKnownPlatform(context, target, async (platform) => {
      const user = await platform.entry('Users', id);
      if (user !== undefined) return { user };
      return { meant: await meantId(platform, 'Users', id) };
    });
    if (found === undefined) return undefined;
    const exists = 'user' in found;
    output.note(
      exists ? `${id} is a user already: Enter keeps a value.` : `${id} is a new user. ${found.meant ?? ''}`.trimEnd(),
    );
    return exists ? (found.user as Readonly<Record<string, unknown>>) : undefined;
  };
}

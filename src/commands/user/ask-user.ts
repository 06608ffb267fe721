/** One user, asked for at a terminal. One that the platform has is shown with its values, and what changes of it. */

import { userKind } from '../../bulk/kinds/users.ts';
import type { DraftSource } from '../../model/draft.ts';
import { userResource } from '../../platform/resources/user.ts';
import type { Section } from '../ask/answers.ts';
import { answeredSource, askForRecord, keyOf } from '../ask/ask-for-record.ts';
import { describeEquivalent, equivalentOfRecord } from '../ask/equivalent.ts';
import { openUserMatches } from '../ask/matches.ts';
import type { BulkFlags } from '../options/bulk-options.ts';
import type { TargetCall } from '../options/target-options.ts';
import { meantId, withKnownPlatform } from '../target/known-entries.ts';

export interface AskedUser {
  equivalent?: string;
}

export async function askForUser(call: TargetCall<BulkFlags>, asked: AskedUser): Promise<DraftSource> {
  const request = await askForRecord(call, userKind, {
    find: findUser(call),
    openMatches: openUserMatches(call),
    missing: `FILE is missing: name a file of ${userKind.words.many}`,
    hint: 'examctl user sync users.csv --dry-run',
  });
  asked.equivalent = describeEquivalent(equivalentOfRecord(['user', 'sync'], call.target, request, [userResource]));
  return answeredSource(keyOf(userKind, request), request);
}

/** Says whether there is such a user: a slip of the finger would make a new one. */
export function findUser(call: TargetCall): NonNullable<Section['find']> {
  const { context, target, output } = call;
  return async (id) => {
    const found = await withKnownPlatform(context, target, async (platform) => {
      const user = await platform.entry('Users', id);
      if (user !== undefined) return { user };
      return { meant: await meantId(platform, 'Users', id) };
    });
    if (found === undefined) return undefined;
    const isThere = 'user' in found;
    output.note(
      isThere ? `${id} is a user already: Enter keeps a value.` : `${id} is a new user. ${found.meant ?? ''}`.trimEnd(),
    );
    return isThere ? (found.user as Readonly<Record<string, unknown>>) : undefined;
  };
}

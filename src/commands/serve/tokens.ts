/** Who is let in: the tokens of the store, and that of the environment. */
import { UsageError } from '../../errors.ts';
import { tokenFault } from '../../platform/token.ts';
import { type Authorise, createAuthorise, digestOf, type KnownToken } from '../../server/authorise.ts';
import type { TokenContext } from '../local/token.ts';

/** What logs call the token of the environment. */
const FROM_ENVIRONMENT = 'EXAMCTL_TOKEN';

/** Tokens are read anew when they have changed, so that one can be added or revoked while the server runs. */
export async function prepareTokens({ env, storeBackend }: TokenContext, store: string): Promise<Authorise> {
  const tokens = await storeBackend(store).tokens(store);
  const token = env[FROM_ENVIRONMENT];
  const own: KnownToken[] = token ? [{ id: FROM_ENVIRONMENT, digest: digestOf(requirePresentable(token)) }] : [];
  let listed: unknown;
  let all: readonly KnownToken[] = own;
  const known = async () => {
    const list = await tokens.list();
    // It is the same list as long as nothing has changed.
    if (list !== listed) all = [...own, ...list.map(({ id, digest }) => ({ id, digest: Buffer.from(digest, 'hex') }))];
    listed = list;
    return all;
  };
  if ((await known()).length === 0) {
    throw new UsageError('There is no token, so the server would refuse every request', {
      hint: 'Make one with examctl local token add, or set EXAMCTL_TOKEN.',
    });
  }
  return createAuthorise(known);
}

/** Without a token every request would be refused, so the server does not start. */
function requirePresentable(token: string): string {
  const fault = tokenFault(token);
  if (fault === undefined) return token;
  throw new UsageError(`EXAMCTL_TOKEN ${fault}`, {
    hint: 'It cannot be sent. Set another one, or unset it and make one with examctl local token add.',
  });
}

/** The tokens that a server accepts: those of the store, and the token of the environment. */
import { UsageError } from '../../errors.ts';
import { tokenFault } from '../../platform/token.ts';
import { type Authorise, createAuthorise, digestOf, type KnownToken } from '../../server/authorise.ts';
import type { TokenContext } from '../local/token.ts';

/** The variable with the token of the environment. Logs use its name as the id of that token. */
const FROM_ENVIRONMENT = 'EXAMCTL_TOKEN';

/** Reads the tokens of the store again when they change, so that tokens can be added and revoked during the run. */
export async function prepareTokens({ env, storeBackend }: TokenContext, store: string): Promise<Authorise> {
  const tokens = await storeBackend(store).tokens(store);
  const token = env[FROM_ENVIRONMENT];
  const fromEnvironment: KnownToken[] = token
    ? [{ id: FROM_ENVIRONMENT, digest: digestOf(requireSendable(token)) }]
    : [];
  let listed: unknown;
  let all: readonly KnownToken[] = fromEnvironment;
  const known = async () => {
    const list = await tokens.list();
    // The store returns the same list object until the tokens change.
    if (list !== listed)
      all = [...fromEnvironment, ...list.map(({ id, digest }) => ({ id, digest: Buffer.from(digest, 'hex') }))];
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

/** Refuses a token that no client could send: the server would refuse every request. */
function requireSendable(token: string): string {
  const fault = tokenFault(token);
  if (fault === undefined) return token;
  throw new UsageError(`EXAMCTL_TOKEN ${fault}`, {
    hint: 'It cannot be sent. Set another one, or unset it and make one with examctl local token add.',
  });
}

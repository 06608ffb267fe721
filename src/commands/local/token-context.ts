/** What the commands about tokens need of the context. */
import type { Context } from '../../context.ts';

export type TokenContext = Pick<Context, 'env' | 'openOutput' | 'openTokens'>;

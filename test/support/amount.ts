/**
 * How much of a long test is done: some of it in `npm test`, all of it in `npm run campaign:properties`, which finds the
 * files that import this one. PROPERTY_SHARE=20 there is a twentieth.
 */
const SHARE = Number(process.env['PROPERTY_SHARE']);
const isCampaign = SHARE >= 1;

/** Of cases. */
export function amount(some: number, all: number): number {
  return isCampaign ? Math.max(some, Math.ceil(all / SHARE)) : some;
}

/** Between the places that a test damages: 1 takes each. It is odd, so that each bit of a byte has its turn. */
export function step(wide: number): number {
  return isCampaign ? Math.min(wide, SHARE) | 1 : wide | 1;
}

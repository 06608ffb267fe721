/**
 * The size of long tests: `npm test` runs some cases, and `npm run campaign:properties` all of them. The campaign runs the
 * files that import this one. PROPERTY_SHARE=20 runs a twentieth.
 */
const SHARE = Number(process.env['PROPERTY_SHARE']);
const isCampaign = SHARE >= 1;

/** Returns the number of cases. */
export function amount(some: number, all: number): number {
  return isCampaign ? Math.max(some, Math.ceil(all / SHARE)) : some;
}

/** Returns the distance between the places that a test damages. It is odd, so that all bits of a byte are tested. */
export function step(wide: number): number {
  return isCampaign ? Math.min(wide, SHARE) | 1 : wide | 1;
}

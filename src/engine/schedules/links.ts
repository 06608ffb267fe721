/** "Schedule links": how a candidate gets into the exam. */
import type { Settings } from '../../platform/catalogue.ts';
import type { CandidateEntity } from '../../platform/entities.ts';
import type { Schedule } from '../../platform/resources/schedule.ts';
import type { EngineDependencies } from '../dependencies.ts';
import { omit } from '../rules/merge.ts';

/** Stand in for addresses that a real platform has and that no setting gave. */
const DEFAULT_SITE_URL = 'https://exams.example.org';
const PROCTORING_URL = 'https://proctoring.example.org/launch';

/** A candidate as it is without them. */
export function withoutLinks(candidate: CandidateEntity): object {
  return omit(candidate, 'StartupLink', 'LaunchUrl');
}

/** A candidate keeps the links that it has; a LaunchUrl comes and goes with proctoring. */
export function createLinks(
  { newToken }: Pick<EngineDependencies, 'newToken'>,
  { SiteUrl }: Settings,
  { UseProctoringService }: Schedule,
  stored: Partial<Pick<CandidateEntity, 'StartupLink' | 'LaunchUrl'>>,
): Pick<CandidateEntity, 'StartupLink' | 'LaunchUrl'> {
  const site = (SiteUrl ?? DEFAULT_SITE_URL).replace(/\/+$/, '');
  const StartupLink = stored.StartupLink ?? `${site}/delivery/external-login?session=${newToken()}`;
  if (!UseProctoringService) return { StartupLink };
  return { StartupLink, LaunchUrl: stored.LaunchUrl ?? `${PROCTORING_URL}?q=${newToken()}#${newToken()}` };
}

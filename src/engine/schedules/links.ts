/** Makes the links by which candidates enter the exam ("Schedule links"). */
import type { Settings } from '../../platform/catalogue.ts';
import type { CandidateEntity } from '../../platform/entities.ts';
import type { Schedule } from '../../platform/resources/schedule.ts';
import type { EngineDependencies } from '../dependencies.ts';
import { omit } from '../merge.ts';

/** Placeholders for addresses that only a real platform has. */
const DEFAULT_SITE_URL = 'https://exams.example.org';
const PROCTORING_URL = 'https://proctoring.example.org/launch';

/** A copy of a candidate without the links. */
export function withoutLinks(candidate: CandidateEntity): object {
  return omit(candidate, 'StartupLink', 'LaunchUrl');
}

/** A candidate keeps existing links. Only a proctored candidate has a LaunchUrl. */
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

/** The university of the example catalogue: generated lists name only what it has. */
import catalogue from '../../../fixtures/catalogue/example.json' with { type: 'json' };

export interface YearGroup {
  readonly ExternalId: string;
  readonly Title: string;
  readonly faculty: string;
}

/** The groups whose students sit exams: those below a faculty. */
export const YEAR_GROUPS: readonly YearGroup[] = catalogue.Hierarchies.filter(({ ExternalId }) =>
  /-\d$/.test(ExternalId),
).map(({ ExternalId, Title, ParentExternalId }) => ({ ExternalId, Title, faculty: ParentExternalId ?? '' }));

export function assessmentsOf(faculty: string) {
  return catalogue.Assessments.filter(({ ExternalId }) => ExternalId.startsWith(faculty));
}

export function facultyTitle(faculty: string): string {
  return catalogue.Hierarchies.find(({ ExternalId }) => ExternalId === faculty)?.Title ?? '';
}

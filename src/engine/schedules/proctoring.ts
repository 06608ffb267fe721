/** Decides whether a sitting is proctored online, and finds the template. */
import type { Schedule } from '../../platform/resources/schedule.ts';
import type { StoreView } from '../../store/port.ts';
import type { Problems } from '../request.ts';

type ProctoringFields = Pick<Schedule, 'UseProctoringService' | 'ProctoringServiceTemplateExternalId'>;

/** Defaults: the use comes from the options of the assessment, and the template from the global settings. */
export function checkProctoring(view: StoreView, problems: Problems, schedule: Schedule): ProctoringFields {
  const named = schedule.ProctoringServiceTemplateExternalId;
  if (named && view.get('ProctoringTemplates', named) === undefined) {
    const path = ['Schedule', 'ProctoringServiceTemplateExternalId'];
    problems.add('schedule.proctoring-template.not-found', path, `No proctoring template has the external id ${named}`);
  }
  const assessment = view.get('Assessments', schedule.AssessmentExtId);
  const isUsed = schedule.UseProctoringService ?? assessment?.UseProctoringService ?? false;
  const template = named ?? (isUsed ? findDefaultTemplate(view) : undefined);
  return {
    UseProctoringService: isUsed,
    ...(template === undefined ? {} : { ProctoringServiceTemplateExternalId: template }),
  };
}

function findDefaultTemplate(view: StoreView): string | undefined {
  for (const id of view.ids('ProctoringTemplates')) {
    if (view.get('ProctoringTemplates', id)?.IsDefault) return id;
  }
  return undefined;
}

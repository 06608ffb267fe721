/** Whether a sitting is proctored online, and by which template. */
import type { Schedule } from '../../platform/resources/schedule.ts';
import type { StoreView } from '../../store/port.ts';
import type { Problems } from '../transaction.ts';

type ProctoringFields = Pick<Schedule, 'UseProctoringService' | 'ProctoringServiceTemplateExternalId'>;

/** If not provided: the use as the assessment's options say, the template as the global settings say. */
export async function checkProctoring(
  view: StoreView,
  problems: Problems,
  schedule: Schedule,
): Promise<ProctoringFields> {
  const named = schedule.ProctoringServiceTemplateExternalId;
  if (named && (await view.get('ProctoringTemplates', named)) === undefined) {
    const path = ['Schedule', 'ProctoringServiceTemplateExternalId'];
    problems.add('schedule.proctoring-template.not-found', path, `No proctoring template has the external id ${named}`);
  }
  const assessment = await view.get('Assessments', schedule.AssessmentExtId);
  const isUsed = schedule.UseProctoringService ?? assessment?.UseProctoringService ?? false;
  const template = named ?? (isUsed ? await findDefaultTemplate(view) : undefined);
  return {
    UseProctoringService: isUsed,
    ...(template === undefined ? {} : { ProctoringServiceTemplateExternalId: template }),
  };
}

async function findDefaultTemplate(view: StoreView): Promise<string | undefined> {
  for await (const id of view.ids('ProctoringTemplates')) {
    if ((await view.get('ProctoringTemplates', id))?.IsDefault) return id;
  }
  return undefined;
}

/** Separate columns for the date and the times of a sitting. */
import { datesOf, timeFormatOf } from './contents.ts';
import type { DraftColumn, Proposals } from './proposals.ts';

/** Joins the column of dates with those of times. Nothing is proposed where two columns can be the same part. */
export function proposeSittings(proposals: Proposals): void {
  const [date, second] = withContents(proposals.openPart('date'), (texts) => datesOf(texts)?.hasTime === false);
  if (date === undefined || second !== undefined) return;
  const dates = datesOf(date.texts);
  if (dates === undefined) return;
  const [format = '', another] = dates.formats;
  for (const [name, part] of [
    ['StartDateTime', 'start-time'],
    ['EndDateTime', 'end-time'],
  ] as const) {
    if (proposals.field(name) === undefined || proposals.has(name)) continue;
    const [time, other] = withContents(proposals.openPart(part), (texts) => timeFormatOf(texts) !== undefined);
    if (time === undefined || other !== undefined) continue;
    const timeFormat = timeFormatOf(time.texts) ?? '';
    const from = `{${date.header}} {${time.header}}`;
    const isKnown = another === undefined && (dates.isIso || format !== '');
    const isPlain = dates.isIso && timeFormat.startsWith('HH:mm');
    const dateFormat = `${dates.isIso ? 'YYYY-MM-DD' : format} ${timeFormat}`;
    const why = isKnown
      ? `the date and the time of ${name}${isPlain ? '' : `, written as ${dateFormat}`}`
      : `the dates fit ${dates.formats.join(' as well as ')}: add "dateFormat"`;
    proposals.set(name, isKnown && !isPlain ? { from, dateFormat } : from, [date, time], why);
  }
}

function withContents(columns: readonly DraftColumn[], has: (texts: readonly string[]) => boolean): DraftColumn[] {
  return columns.filter(({ texts }) => has(texts));
}

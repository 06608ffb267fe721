/** Whether a text is a day of the calendar, such as `2026-02-28`. */
export function isCalendarDate(text: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (match === null) return false;
  return isCalendarDay(Number(match[1]), Number(match[2]), Number(match[3]));
}

/** Takes whole numbers; NaN gives false. */
export function isCalendarDay(year: number, month: number, day: number): boolean {
  return day >= 1 && day <= (month === 2 && isLeapYear(year) ? 29 : (DAYS_OF_MONTHS[month - 1] ?? 0));
}

const DAYS_OF_MONTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

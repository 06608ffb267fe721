/** Small lists for tests. A row is an object: its keys are the headers. */
export type Row = Readonly<Record<string, string>>;

/** A schedule that is valid with the example catalogue. */
export const SCHEDULE: Row = {
  ScheduleExtId: 'S-1',
  AssessmentExtId: 'LAW-101',
  Title: 'Contract law',
  StartDateTime: '2027-03-01T09:00:00Z',
  GroupExtId: 'LAW-1',
  GroupName: 'Law, year 1',
};

export function candidate(number: number): Row {
  return {
    CandidateExtId: `c-${number}`,
    FirstName: `First${number}`,
    LastName: `Last${number}`,
    Email: `c${number}@example.org`,
  };
}

export function row(number = 1, changes: Row = {}): Row {
  return { ...SCHEDULE, ...candidate(number), ...changes };
}

/** The first row gives the header. */
export function csv(rows: readonly Row[], delimiter = ','): string {
  const header = Object.keys(rows[0] ?? {});
  const line = (cells: readonly string[]) => `${cells.map((cell) => quote(cell, delimiter)).join(delimiter)}\n`;
  return line(header) + rows.map((cells) => line(header.map((name) => cells[name] ?? ''))).join('');
}

/** Valid users `u-0`, `u-1` and so on. */
export function usersCsv(count: number, lastName = 'Byron'): string {
  const rows = Array.from({ length: count }, (_, i) => `u-${i},Ada,${lastName},u${i}@example.org\n`);
  return `ExternalId,FirstName,LastName,Email\n${rows.join('')}`;
}

export function request(schedule: Row, candidates: readonly Row[]): object {
  return { Schedule: schedule, Candidates: candidates };
}

function quote(cell: string, delimiter: string): string {
  return cell.includes(delimiter) || /["\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

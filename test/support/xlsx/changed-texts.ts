/** Texts that spreadsheets often change. */
export const CHANGED_TEXTS: readonly string[] = [
  '0444021',
  '1E5',
  '12345678901234567890',
  '1-2',
  '3/4',
  'TRUE',
  '00',
  '+31',
  '-7',
  '=1+1',
  '@x',
  "'=a",
  ' x ',
];

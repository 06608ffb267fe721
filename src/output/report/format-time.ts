/** A time such as `2026-11-21 03:15 UTC`. */
export function formatTime(iso: string): string {
  return `${iso.slice(0, 'YYYY-MM-DD'.length)} ${iso.slice('YYYY-MM-DDT'.length, 'YYYY-MM-DDThh:mm'.length)} UTC`;
}

/** A time for people: `2026-11-21 03:15 UTC`, or with a zone `2026-11-21 04:15 Europe/Amsterdam`. */
export function formatTime(iso: string, zone = 'UTC'): string {
  const parts = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
  return `${parts.format(new Date(iso))} ${zone}`;
}

/** The log of a GitLab job. */

/** Wraps a text in a section that GitLab can fold. */
export function asSection(title: string, text: string, now = new Date()): string {
  const id = title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_');
  const seconds = Math.floor(now.getTime() / 1000);
  const mark = (what: string) => `${CLEAR_LINE}section_${what}:${seconds}:${id}\r${CLEAR_LINE}`;
  return `${mark('start')}${title}\n${text}${mark('end')}\n`;
}

const CLEAR_LINE = '\u001b[0K';

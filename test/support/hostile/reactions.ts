/** The reactions of which a test makes a script. */
import type { Reaction } from './server.ts';

export function head(status: number, headers: Readonly<Record<string, string | number>>): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} Status\r\n${lines.join('')}\r\n`;
}

export function answer(
  status: number,
  body: string | Buffer,
  headers: Readonly<Record<string, string>> = {},
): Reaction {
  return (socket) => {
    socket.write(head(status, { 'content-length': Buffer.byteLength(body), ...headers }));
    socket.write(body);
  };
}

export function json(status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): Reaction {
  return answer(status, JSON.stringify(value), { 'content-type': 'application/json', ...headers });
}

export function accept(content: unknown): Reaction {
  return json(200, { Content: content, Success: true, Errors: null });
}

export function refuse(errors: unknown, status = 400): Reaction {
  return json(status, { Content: null, Success: false, Errors: errors });
}

export const reset: Reaction = (socket) => socket.resetAndDestroy();
export const silence: Reaction = () => undefined;

/** Plays one reaction after the other, and then repeats the last one. */
export function inTurn(...reactions: readonly Reaction[]): Reaction {
  return (socket, request, index) => reactions[Math.min(index, reactions.length - 1)]?.(socket, request, index);
}

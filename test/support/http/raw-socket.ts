/** A connection on which a test controls every sent byte, and sees every received byte. */
import { connect } from 'node:net';
import { onTestFinished } from 'vitest';

export function openRaw(port: number) {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  onTestFinished(() => void socket.destroy());
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1');
  });
  const closed = new Promise<string>((resolve) => {
    // A reset also closes the connection.
    socket.on('error', () => resolve(text));
    socket.on('end', () => resolve(text));
    socket.on('close', () => resolve(text));
  });
  return {
    socket,
    send: (part: string | Buffer) => void socket.write(part),
    received: () => text,
    /** Everything that was received until the other side closed the connection. */
    closed,
    /** Resolves when the received bytes contain the text. */
    waitFor: (wanted: string | RegExp) =>
      new Promise<string>((resolve, reject) => {
        const check = () => {
          if (typeof wanted === 'string' ? !text.includes(wanted) : !wanted.test(text)) return;
          socket.off('data', check);
          resolve(text);
        };
        socket.on('data', check);
        socket.on('close', () => reject(new Error(`closed before ${wanted} came, after: ${text}`)));
        check();
      }),
  };
}

/** Sends one text and returns everything that is received until the connection is closed. */
export function exchangeRaw(port: number, text: string | Buffer): Promise<string> {
  const connection = openRaw(port);
  connection.send(text);
  return connection.closed;
}

/** Makes a request as text. `Host` and `Connection: close` are added if they are missing. */
export function requestText(
  line: string,
  { headers = {}, body = '' }: { headers?: Readonly<Record<string, string>>; body?: string } = {},
): string {
  const all = { Host: 'localhost', Connection: 'close', ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return `${line} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`;
}

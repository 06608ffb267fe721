/** A connection on which a test says byte by byte what is sent, and sees byte by byte what comes back. */
import { connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

export interface RawConnection {
  readonly socket: Socket;
  send(text: string | Buffer): void;
  received(): string;
  /** Everything that was received until the other side closed the connection. */
  readonly closed: Promise<string>;
  /** Settles when what was received holds the text. */
  waitFor(text: string | RegExp): Promise<string>;
}

export function openRaw(port: number): RawConnection {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  onTestFinished(() => void socket.destroy());
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1');
  });
  const closed = new Promise<string>((resolve) => {
    // A reset is a way of closing too.
    socket.on('error', () => resolve(text));
    socket.on('end', () => resolve(text));
    socket.on('close', () => resolve(text));
  });
  return {
    socket,
    send: (part) => void socket.write(part),
    received: () => text,
    closed,
    waitFor: (wanted) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (typeof wanted === 'string' ? !text.includes(wanted) : !wanted.test(text)) return;
          socket.off('data', look);
          resolve(text);
        };
        socket.on('data', look);
        socket.on('close', () => reject(new Error(`closed before ${wanted} came, after: ${text}`)));
        look();
      }),
  };
}

/** Sends one text and gives everything that comes until the connection is closed. */
export function exchangeRaw(port: number, text: string | Buffer): Promise<string> {
  const connection = openRaw(port);
  connection.send(text);
  return connection.closed;
}

/** A request as text. `Host` and `Connection: close` are added unless they are given. */
export function requestText(
  line: string,
  { headers = {}, body = '' }: { headers?: Readonly<Record<string, string>>; body?: string } = {},
): string {
  const all = { Host: 'localhost', Connection: 'close', ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return `${line} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`;
}

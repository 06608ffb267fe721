/**
 * Runs a command line in the process of the test, on a simulated terminal. Tests of the modes and signals of a real terminal
 * use `process.ts`.
 */
import { PassThrough, Writable } from 'node:stream';
import { runWithStreams } from '../cli/in-process.ts';
import { createTerminal, DEFAULT_COLUMNS, type OpenTerminal } from './terminal.ts';

export const openInProcess: OpenTerminal = (args, { columns = DEFAULT_COLUMNS, rows, env, ...options }) =>
  createTerminal(columns, ({ data, end }) => {
    const stdin = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => stdin });
    // A stream that is piped to standard output or standard error does not end them.
    const facts = { isTTY: true, columns, rows, _isStdio: true };
    const output = () =>
      Object.assign(
        writing((text) => void data(text)),
        facts,
      );
    const given = { ...options, env: { TERM: 'xterm-256color', ...env } };
    void runWithStreams(args, given, { stdin, stdout: output(), stderr: output() }).then(end);
    return {
      write: (keys) => void stdin.write(keys),
      kill: () => {
        throw new Error('Only a process gets signals');
      },
      close: () => void stdin.destroy(),
    };
  });

function writing(put: (text: string) => void): Writable {
  return new Writable({
    decodeStrings: false,
    write(chunk: string | Buffer, _encoding, done) {
      // As a terminal does.
      put(String(chunk).replaceAll('\n', '\r\n'));
      done();
    },
  });
}

// A platform that does nothing: every request is answered at once with an envelope that says success. Run as a process of
// its own; prints its port. With a file as argument, it also writes each body to that file, one a line. A GET is told how
// many requests there were.
import { createWriteStream } from 'node:fs';
import { createServer } from 'node:http';

const ANSWER = '{"Content":{"User":{"ExternalId":"u"},"GroupErrors":[]},"Success":true,"Errors":null}';
const HEADERS = { 'Content-Type': 'application/json', 'Content-Length': ANSWER.length };
const file = process.argv[2] === undefined ? undefined : createWriteStream(process.argv[2]);

let requests = 0;

const server = createServer((request, response) => {
  if (request.method === 'GET') return response.end(String(requests));
  requests += 1;
  const chunks = [];
  request.on('data', (chunk) => file && chunks.push(chunk));
  request.on('end', () => {
    file?.write(`${Buffer.concat(chunks)}\n`);
    response.writeHead(200, HEADERS).end(ANSWER);
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
process.on('SIGTERM', () => (file ? file.end(() => process.exit(0)) : process.exit(0)));

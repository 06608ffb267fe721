// A platform that does nothing: it answers every request at once with a successful envelope that names the sent user. It
// runs as a process of its own and prints its port. With a file as argument, it also writes each body to a line of that
// file. The answer to a GET is the number of requests.
import { createWriteStream } from 'node:fs';
import { createServer } from 'node:http';

const EXTERNAL_ID = /"ExternalId":("[^"]*")/;
const file = process.argv[2] === undefined ? undefined : createWriteStream(process.argv[2]);

let requests = 0;

const server = createServer((request, response) => {
  if (request.method === 'GET') return response.end(String(requests));
  requests += 1;
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const body = String(Buffer.concat(chunks));
    file?.write(`${body}\n`);
    const [, id] = EXTERNAL_ID.exec(body) ?? [];
    const answer = `{"Content":{"User":{"ExternalId":${id}},"GroupErrors":[]},"Success":true,"Errors":null}`;
    response
      .writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(answer) })
      .end(answer);
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
process.on('SIGTERM', () => (file ? file.end(() => process.exit(0)) : process.exit(0)));

// A bare hono server with the two routes that are measured: it answers a user with what was sent, and a review session
// with the text of a file. Prints its port. `hono-server.js FILE`.
import { readFileSync } from 'node:fs';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';

const session = readFileSync(process.argv[2], 'utf8');
const app = new Hono();
app.post('/api/v1/integrations/user', async (c) =>
  c.json({ Content: { User: await c.req.json(), GroupErrors: [] }, Success: true, Errors: null }),
);
app.get('/api/v1/integrations/external/review-sessions/:id', (c) =>
  c.body(session, 200, { 'content-type': 'application/json' }),
);
serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => console.log(JSON.stringify({ port })));
process.on('SIGTERM', () => process.exit(0));

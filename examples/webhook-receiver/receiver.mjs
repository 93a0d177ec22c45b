// A webhook receiver: WEBHOOK_SECRET=whsec_... node receiver.mjs [PORT]
import { createServer } from 'node:http';
import { verifyService, verifyStandard } from './verify.mjs';

const secret = process.env.WEBHOOK_SECRET;
const port = Number(process.argv[2] ?? 4000);
const MAX_BODY_BYTES = 1_000_000;

if (!secret) {
  console.error('Set WEBHOOK_SECRET to the signing_secret that was shown when the endpoint was created.');
  process.exit(1);
}

/** Deliveries come at least once. A real receiver stores the ids in its database, together with their effects. */
const handled = new Set();

const server = createServer(async (request, response) => {
  const body = await read(request);
  if (body === undefined) return answer(response, 413);
  // One of the two is enough; both are shown as examples.
  if (!verifyStandard(request.headers, body, secret) || !verifyService(request.headers, body, secret)) {
    return answer(response, 401);
  }
  const event = JSON.parse(body);
  if (!handled.has(event.id)) {
    handled.add(event.id);
    handle(event);
  }
  // Respond first and work later: a response after the endpoint's timeout_ms counts as a failure.
  answer(response, 204);
});

function handle(event) {
  const { name, metric, operator, threshold_value: threshold, current_value: value } = event.data;
  if (event.type === 'alerts.triggered') {
    console.log(`ALERT ${name}: ${metric} is ${value} (${operator} ${threshold})`);
  } else if (event.type === 'alerts.resolved') {
    console.log(`RESOLVED ${name}: ${metric} is ${value}`);
  } else {
    console.log(`${event.type}: ${JSON.stringify(event.data)}`);
  }
}

async function read(request) {
  const chunks = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function answer(response, status) {
  response.writeHead(status).end();
}

server.listen(port, '127.0.0.1', () => {
  console.log(`Waiting for webhooks at http://127.0.0.1:${server.address().port}/`);
});

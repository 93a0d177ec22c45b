// A backend that serves pages and mints call tokens for them. Only the backend has the API key.
import path from 'node:path';
import express from 'express';

const { EARSHOT_URL = 'http://localhost:3000', EARSHOT_API_KEY, AGENT_ID, CONNECTOR_ID } = process.env;
const { PORT = '8080', PAGES = path.join(import.meta.dirname, '..', 'plain-page') } = process.env;
for (const [name, value] of Object.entries({ EARSHOT_API_KEY, AGENT_ID, CONNECTOR_ID })) {
  if (!value) throw new Error(`Set ${name}.`);
}
const mintUrl = `${EARSHOT_URL}/v1/agents/${AGENT_ID}/telephony/connectors/${CONNECTOR_ID}/call-tokens`;

const app = express();

app.post('/call-token', async (request, response) => {
  // Here you know who is signed in. Refuse users who may not call.
  const customer = { id: 'customer-1234', name: 'Ada' };
  const answer = await fetch(mintUrl, {
    method: 'POST',
    headers: { 'X-API-KEY': EARSHOT_API_KEY, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      caller: customer.id,
      variables: { name: customer.name },
      // Restricts the token to pages of this origin.
      ...(request.headers.origin && { origins: [request.headers.origin] }),
    }),
  });
  const body = await answer.json();
  if (!answer.ok) return response.status(502).json({ error: body.error_message });
  response.json({ token: body.token, expiresAt: body.expiresAt });
});

// The page asks for the service's address; you would write it into the page.
app.get('/earshot.json', (_request, response) => response.json({ url: EARSHOT_URL }));

app.use(express.static(PAGES));

const server = app.listen(Number(PORT), () => {
  console.log(`http://localhost:${server.address().port}`);
});

import type { AppConfig } from '../common/config/index.js';
import { documented, SIGNALING_PATH, typesSentBy, WIRE_MESSAGES } from '../signaling/wire/index.js';
import { ComponentSchemas } from './component-schemas.js';

const DESCRIPTION =
  'Opens a real-time audio session with an agent. Open the socket, send an offer with authToken, set the answer, exchange ' +
  'candidates, talk, send close. Every frame gets an outcome; none is dropped in silence.';

const types = Object.keys(WIRE_MESSAGES);

/**
 * The AsyncAPI 3 document of the signaling channel, generated from the schema that validates frames.
 * @param port Listening port, for the address without PUBLIC_URL.
 */
export function createAsyncApiDocument(config: AppConfig, port = config.http.port) {
  const channel = { $ref: '#/channels/signal' };
  return {
    asyncapi: '3.0.0',
    info: { title: 'Earshot signaling', version: '1.0.11', description: DESCRIPTION },
    defaultContentType: 'application/json',
    servers: { [config.instance.region]: serverOf(config, port) },
    channels: {
      signal: {
        address: SIGNALING_PATH,
        messages: Object.fromEntries(types.map((type) => [type, { $ref: `#/components/messages/${type}` }])),
      },
    },
    operations: {
      receiveFromClient: { action: 'receive', channel, messages: references(typesSentBy('client')) },
      sendToClient: { action: 'send', channel, messages: references(typesSentBy('server')) },
    },
    components: frameComponents(),
  };
}

function serverOf({ instance, http }: AppConfig, port: number) {
  const { host, protocol, pathname } = new URL(http.publicUrl ?? `http://localhost:${port}`);
  const basePath = pathname.replace(/\/+$/, '');
  return {
    host,
    ...(basePath !== '' && { pathname: basePath }),
    protocol: protocol === 'https:' ? 'wss' : 'ws',
    description: `The region ${instance.region}.`,
  };
}

/** The payload of each frame type, and their shared schemas. */
export function frameComponents() {
  const schemas = new ComponentSchemas();
  const messages = Object.fromEntries(
    Object.entries(WIRE_MESSAGES).map(([name, { schema, example }]) => [
      name,
      { name, payload: schemas.rewrite(documented(schema)), examples: [{ payload: example }] },
    ]),
  );
  return { schemas: schemas.all(), messages };
}

const references = (names: readonly string[]) =>
  names.map((name) => ({ $ref: `#/channels/signal/messages/${name}` }));

import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { EARSHOT_VERSION } from '../common/assets/index.js';
import { bearerToken, TAKES_DOCUMENTS } from '../http/index.js';
import { type ApiTool, apiTools, DOCUMENT_SCHEMA_URI, documentSchema } from './api-tools.js';
import { type Caller, callTool, requestApi } from './call-api.js';
import { Guides } from './guides.js';

const PATH = '/mcp';

const INSTRUCTIONS = `Earshot runs voice agents. To make one: read the resource ${DOCUMENT_SCHEMA_URI} and the guides; \
agents_create; drafts_get and drafts_patch (send the revision that you read) until the document is as wished; topics_create for what \
the agent knows; debug_chat_begin and debug_chat_go_on to talk to the draft in text; test_sets_create, test_sets_add_case, \
test_runs_start and test_runs_get to test it; deployments_publish to "sandbox". Publish to "live" only if the user asks for it: \
callers get it at once. drafts_patch takes a JSON Merge Patch: lists are replaced as a whole, null removes a field.`;

/** Serves agents, drafts, tests, deployments and conversations to coding assistants, at `/mcp`. */
export function serveMcp(app: NestFastifyApplication, openApi: () => OpenAPIObject): void {
  const fastify = app.getHttpAdapter().getInstance();
  const service = new McpService(fastify, openApi);
  fastify.post(PATH, { config: TAKES_DOCUMENTS }, (request, reply) => service.answer(request, reply));
}

interface Account {
  readonly accountId: string;
  readonly scopes: readonly string[];
}

class McpService {
  private readonly guides = new Guides();
  private tools: readonly ApiTool[] | undefined;

  constructor(
    private readonly fastify: FastifyInstance,
    private readonly openApi: () => OpenAPIObject,
  ) {}

  async answer(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const caller = callerOf(request);
    const { status, headers, text } = await requestApi(this.fastify, caller, 'get', '/v1/account');
    if (status !== 200) {
      const retryAfter = headers['retry-after'];
      if (typeof retryAfter === 'string') reply.header('Retry-After', retryAfter);
      if (status === 401) reply.header('WWW-Authenticate', 'Bearer realm="Earshot", error="invalid_token"');
      return reply.status(status).type('application/json').send(text);
    }
    const account = JSON.parse(text) as Account;
    const response = await this.handle(request, { ...caller, ...account });
    return reply
      .status(response.status)
      .headers(Object.fromEntries(response.headers))
      .send(await response.text());
  }

  /** Without sessions: each request has a server of its own. */
  private async handle(request: FastifyRequest, caller: Caller & Account): Promise<Response> {
    const { WebStandardStreamableHTTPServerTransport: Transport } =
      await import('@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js');
    const transport = new Transport({ enableJsonResponse: true });
    const server = await this.serverFor(caller);
    await server.connect(transport);
    try {
      const { 'content-type': type = '', accept = '', 'mcp-protocol-version': version } = request.headers;
      const headers = {
        'content-type': type,
        accept,
        ...(typeof version === 'string' && { 'mcp-protocol-version': version }),
      };
      const asked = new Request(`http://localhost${PATH}`, { method: 'POST', headers });
      return await transport.handleRequest(asked, { parsedBody: request.body });
    } finally {
      await server.close();
    }
  }

  private async serverFor(caller: Caller & Account): Promise<McpServer> {
    const [{ McpServer }, types] = await Promise.all([
      import('@modelcontextprotocol/sdk/server/mcp.js'),
      import('@modelcontextprotocol/sdk/types.js'),
    ]);
    const mcp = new McpServer(
      { name: 'earshot', title: 'Earshot', version: EARSHOT_VERSION },
      { capabilities: { tools: {}, resources: {} }, instructions: INSTRUCTIONS },
    );
    // Its own tools need schemas of another library.
    const { server } = mcp;
    const allowed = this.toolsFor(caller);
    server.setRequestHandler(types.ListToolsRequestSchema, () => ({
      tools: allowed.map(({ tool }) => tool),
    }));
    server.setRequestHandler(types.CallToolRequestSchema, ({ params }) => {
      const chosen = allowed.find(({ tool }) => tool.name === params.name);
      if (chosen) return callTool(this.fastify, caller, chosen, params.arguments ?? {});
      throw new types.McpError(types.ErrorCode.InvalidParams, `No tool ${params.name} for this key.`);
    });
    server.setRequestHandler(types.ListResourcesRequestSchema, async () => ({
      resources: await this.resources(),
    }));
    server.setRequestHandler(types.ReadResourceRequestSchema, async ({ params: { uri } }) => {
      const content = await this.resource(uri);
      if (content) return { contents: [{ uri, ...content }] };
      throw new types.McpError(types.ErrorCode.InvalidParams, `No resource ${uri}.`);
    });
    return mcp;
  }

  private toolsFor({ scopes }: Account): readonly ApiTool[] {
    this.tools ??= apiTools(this.openApi());
    return this.tools.filter(({ scope }) => scope === undefined || scopes.includes(scope));
  }

  private async resources() {
    const guides = await this.guides.all();
    return [
      {
        uri: DOCUMENT_SCHEMA_URI,
        name: 'agent-document-schema',
        title: 'The JSON Schema of agent documents',
        mimeType: 'application/schema+json',
      },
      ...guides.map(({ uri, name, title }) => ({ uri, name, title, mimeType: 'text/markdown' })),
    ];
  }

  private async resource(uri: string): Promise<{ mimeType: string; text: string } | undefined> {
    if (uri === DOCUMENT_SCHEMA_URI)
      return { mimeType: 'application/schema+json', text: JSON.stringify(documentSchema(this.openApi())) };
    const guide = (await this.guides.all()).find((one) => one.uri === uri);
    return guide && { mimeType: 'text/markdown', text: guide.text };
  }
}

/** MCP clients send the key as a bearer token or, if they can, as the header of the API. */
function callerOf({ headers, ip }: FastifyRequest): Caller {
  const key = headers['x-api-key'];
  return { apiKey: typeof key === 'string' ? key : (bearerToken(headers.authorization) ?? ''), address: ip };
}

/** As much of oidc-provider as the tests use; it brings no types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  interface Grant {
    addOIDCScope(scope: string): void;
    save(): Promise<string>;
  }

  interface Context {
    readonly oidc: {
      readonly provider: { readonly Grant: new (of: { clientId: string; accountId: string }) => Grant };
      readonly session: { readonly accountId: string };
    };
  }

  interface Configuration {
    readonly findAccount: (context: Context, id: string) => object;
    readonly loadExistingGrant: (context: Context) => Promise<Grant>;
    readonly interactions: { readonly url: (context: Context, interaction: { uid: string }) => string };
    readonly [setting: string]: unknown;
  }

  export class Provider {
    constructor(issuer: string, configuration: Configuration);
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: { readonly login: { readonly accountId: string } },
    ): Promise<void>;
  }
}

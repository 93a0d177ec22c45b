import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Type } from '@sinclair/typebox';
import { Operation, responseShape, shape } from '../../http/openapi/index.js';
import { OidcProviders } from './oidc-providers.js';

const ProvidersSchema = responseShape({
  password: Type.Boolean(),
  oidc: Type.Array(
    shape('SignInProvider', { id: Type.String(), name: Type.String(), startUrl: Type.String() }),
  ),
});

/** The identity providers for the sign-in page. */
@ApiTags('Sessions')
@Controller('v1/session/providers')
export class SignInProvidersController {
  constructor(private readonly oidc: OidcProviders) {}

  @Get()
  @Operation({
    id: 'session.providers',
    summary: 'How people can sign in here',
    public: true,
    response: {
      schema: ProvidersSchema,
      example: {
        password: true,
        oidc: [{ id: 'company', name: 'Company', startUrl: '/v1/session/oidc/company/start' }],
      },
    },
  })
  providers() {
    const oidc = this.oidc
      .list()
      .map(({ id, name }) => ({ id, name, startUrl: `/v1/session/oidc/${id}/start` }));
    return { password: true, oidc };
  }
}

import { Type } from '@sinclair/typebox';
import { ROLES } from '../../common/access/index.js';
import { oneOf, responseShape, shape } from '../../http/openapi/index.js';

export const SessionSchema = responseShape({
  user: shape('SignedInUser', {
    id: Type.String(),
    email: Type.String(),
    name: Type.String(),
    role: oneOf(ROLES),
    alertMails: Type.Boolean({ description: 'Whether they get e-mails about alerts.' }),
    weeklyMails: Type.Boolean({ description: 'Whether they get the summary of the week.' }),
    accountId: Type.String(),
    accountName: Type.String(),
  }),
  csrfToken: Type.String({ description: 'For the header `X-CSRF-Token` of every change.' }),
});

export const SESSION_EXAMPLE = {
  user: {
    id: 'per_3hJ5kL7mN9pQ1rS3tU5vW7',
    email: 'ada@example.com',
    name: 'Ada Lovelace',
    role: 'owner',
    alertMails: true,
    weeklyMails: true,
    accountId: 'acc_4fJ2kQ9xN1bV7cR5tY8uHe',
    accountName: 'Example',
  },
  csrfToken: 'Zk1xV0p3c2hQm9uT4yR7bE2wL5nA8dF1gJ6sK3vC0xM',
};

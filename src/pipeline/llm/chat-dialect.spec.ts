import { BadRequestError } from 'openai';
import { FULL_DIALECT, simplerDialect } from './chat-dialect.js';

const refused = (message: string) => new BadRequestError(400, { message }, undefined, new Headers());

it.each([
  ['Unrecognized request argument supplied: stream_options', { withoutUsage: true }],
  ['System role not supported', { withoutSystem: true }],
  ['Conversation roles must alternate user/assistant/user/assistant/...', { withoutSystem: true }],
  ['Only user and assistant roles are supported!', { withoutSystem: true }],
  ["This model doesn't support system messages", { withoutSystem: true }],
  ['Assistant message must have either content or tool_calls, but not both.', { withoutWordsAndCalls: true }],
])('a request refused with "%s" is retried once without the option', (message, without) => {
  const simpler = simplerDialect(FULL_DIALECT, refused(message));
  expect(simpler).toEqual({ ...FULL_DIALECT, ...without });
  expect(simplerDialect(simpler!, refused(message))).toBeUndefined();
});

it.each(['max_tokens is too large', 'The model x does not exist', 'Input is too long for the system', ''])(
  'a request refused with "%s" is not retried',
  (message) => {
    expect(simplerDialect(FULL_DIALECT, refused(message))).toBeUndefined();
    expect(simplerDialect(FULL_DIALECT, new Error('stream_options'))).toBeUndefined();
  },
);

import type { AgentDocument } from '../agent-document/index.js';
import { destinationProblemsOf } from './destination-rules.js';

const transferTo = (number: string) => ({ destinations: [{ name: 'desk', to: { number } }] });

it('rejects destinations that are not phone numbers, also in variants', () => {
  const document: AgentDocument = {
    schemaVersion: 1,
    transfer: transferTo('+4477'),
    variants: { b: { overrides: { transfer: transferTo('+4402079460000') } } },
  };
  const wrong = 'to/number is no phone number; write it as +442079460000';
  expect(destinationProblemsOf(document)).toEqual([
    `/transfer/destinations/0/${wrong}`,
    `/variants/b/overrides/transfer/destinations/0/${wrong}`,
  ]);
});

it('accepts valid phone numbers and URLs', () => {
  const transfer = { destinations: [{ name: 'web', to: { url: 'https://example.com' } }] };
  expect(destinationProblemsOf({ schemaVersion: 1, transfer: transferTo('+442079460000') })).toEqual([]);
  expect(destinationProblemsOf({ schemaVersion: 1, transfer })).toEqual([]);
});

import { createValidationPipe } from '../common/http/index.js';
import { PublishDto } from './deployment.dto.js';

/** The result of the rules alone, without the fast path. */
class ByTheRules extends PublishDto {}

const outcome = async (body: unknown, metatype: typeof PublishDto): Promise<unknown> => {
  try {
    return { ...((await createValidationPipe().transform(body, { type: 'body', metatype })) as object) };
  } catch (error) {
    return (error as Error).message;
  }
};

it('reads plain publish bodies exactly as the validation rules do', async () => {
  const bodies: unknown[] = [
    ...[{}, { deploymentMessage: '' }, { deploymentMessage: 'Hello' }, { environment: 'live' }],
    { environment: 'pre-release', deploymentMessage: 'é' },
    ...[{ environment: 'moon' }, { environment: null }, { environment: ['live'] }, { environment: '' }],
    ...[{ deploymentMessage: null }, { deploymentMessage: 5 }, { deploymentMessage: {} }],
    ...[{ luck: 1 }, { wait: true }, { wait: 'yes' }, { override: { reason: 'Fire' } }, { rollout: {} }],
    ...[[], 'text', null, undefined, 7],
    JSON.parse('{"__proto__": {"environment": "live"}}'),
  ];
  for (const body of bodies)
    expect([body, await outcome(body, PublishDto)]).toEqual([body, await outcome(body, ByTheRules)]);
  expect(await outcome({ environment: 'live' }, PublishDto)).toMatchObject({ environment: 'live' });
});

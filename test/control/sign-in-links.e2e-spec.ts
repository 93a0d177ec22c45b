import type { SignInLinks } from '../../src/auth/index.js';
import { sharedApp, type TestApp } from '../support/app.js';
import { envelope } from '../support/http.js';
import { Browser, createPerson, type TestPerson } from '../support/people.js';

describe('sign-in link', () => {
  let service: TestApp;
  let person: TestPerson;

  beforeAll(async () => {
    service = sharedApp();
    person = await createPerson(service, await service.createAccount(), 'editor');
  });
  afterAll(() => service?.close());

  const newLink = () =>
    service.inTransaction<SignInLinks>('SignInLinks').create(person.personId, service.baseUrl);
  const tokenOf = ({ signInUrl }: { signInUrl: string }) => signInUrl.split('#sign-in=')[1] ?? '';
  const follow = (signInToken: string) => new Browser(service.baseUrl).signIn({ signInToken });

  it("carries its secret in the fragment, out of servers' and logs' sight, and signs its person in", async () => {
    const link = await newLink();
    expect(new URL(link.signInUrl).hash).toMatch(/^#sign-in=esl_\w{49}$/);
    expect(new URL(link.signInUrl).pathname).toBe('/studio/');
    const { status, body } = await follow(tokenOf(link));
    expect([status, body.user]).toMatchObject([200, { id: person.personId, role: 'editor' }]);
  });

  it('works once, even with concurrent uses', async () => {
    const token = tokenOf(await newLink());
    const answers = await Promise.all([1, 2, 3, 4].map(() => follow(token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401]);
    const refused = answers.find(({ status }) => status === 401);
    expect(refused?.body).toEqual(refused && envelope(refused, 'SIGN_IN_LINK_INVALID'));
  });

  it('expires', async () => {
    const link = await newLink();
    expect(link.expiresAt.getTime() - Date.now()).toBeLessThanOrEqual(600_000);
    const { personId } = person;
    await service.prisma.signInLink.updateMany({ where: { personId }, data: { expiresAt: new Date() } });
    expect((await follow(tokenOf(link))).body).toMatchObject({ error_code: 'SIGN_IN_LINK_INVALID' });
  });
});

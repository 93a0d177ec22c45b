import type { Role } from '../../src/common/access/index.js';
import { newId } from '../../src/common/ids/index.js';
import type { Passwords } from '../../src/auth/sessions/passwords.js';
import { newSecretToken, hashToken } from '../../src/auth/credentials/secret-token.js';
import type { TestAccount, TestApp } from './app.js';
import { type HttpAnswer, httpClient, type HttpRequest } from './http.js';

export const PASSWORD = 'seven green bottles on a wall';

export interface TestPerson extends TestAccount {
  readonly personId: string;
}

/** All people of a process share one password, hashed once. */
let hashed: Promise<string> | undefined;

/** A person of the account with `PASSWORD`. */
export async function createPerson(
  { prisma, provider }: TestApp,
  { accountId }: TestAccount,
  role: Role = 'owner',
): Promise<TestPerson> {
  const id = newId('per');
  const email = `${id.toLowerCase()}@example.test`;
  hashed ??= provider<Passwords>('Passwords').hash(PASSWORD, 'a@b.c');
  const passwordHash = await hashed;
  await prisma.person.create({ data: { id, accountId, email, name: 'Ada', role, passwordHash } });
  return { accountId, email, personId: id };
}

/** A browser: keeps its cookie and sends the page's origin with each change. */
export class Browser {
  cookie: string | undefined;
  csrfToken: string | undefined;
  private readonly call: ReturnType<typeof httpClient>;

  constructor(private readonly baseUrl: string) {
    this.call = httpClient(baseUrl);
  }

  /** A browser with a signed-in person, without the time of a password check. */
  static async of(
    { prisma, baseUrl }: TestApp,
    { personId }: Pick<TestPerson, 'personId'>,
  ): Promise<Browser> {
    const token = newSecretToken('ess');
    const expiresAt = new Date(Date.now() + 3_600_000);
    const data = {
      id: newId('pse'),
      personId,
      tokenHash: hashToken(token),
      startedBy: 'password',
      expiresAt,
    };
    await prisma.personSession.create({ data });
    const browser = new Browser(baseUrl);
    browser.cookie = `earshot_session=${token}`;
    browser.csrfToken = (await browser.send('GET', '/v1/session')).body.csrfToken;
    return browser;
  }

  async signIn(body: object): Promise<HttpAnswer> {
    const answer = await this.send('POST', '/v1/session', { body });
    this.csrfToken = answer.body.csrfToken ?? this.csrfToken;
    return answer;
  }

  async send(method: string, path: string, { headers, ...request }: HttpRequest = {}): Promise<HttpAnswer> {
    const answer = await this.call(method, path, {
      ...request,
      headers: { ...this.headers(method), ...headers },
    });
    const given = answer.headers.get('set-cookie')?.split(';', 1)[0];
    if (given !== undefined) this.cookie = given.endsWith('=') ? undefined : given;
    return answer;
  }

  /** Headers a browser adds to a request. */
  headers(method: string): Record<string, string> {
    return {
      ...(this.cookie !== undefined && { cookie: this.cookie }),
      'sec-fetch-site': 'same-origin',
      ...(method !== 'GET' && { origin: this.baseUrl }),
      ...(this.csrfToken !== undefined && { 'x-csrf-token': this.csrfToken }),
    };
  }
}

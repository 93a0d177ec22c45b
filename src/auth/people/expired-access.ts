import { Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { JobRunner, PeriodicService } from '../../jobs/index.js';
import { InvitationsService } from './invitations.service.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { SignInLinks } from '../sessions/sign-in-links.js';

const CLEANUP_INTERVAL_MS = 60 * 60 * 1_000;

/** Removes expired sessions, links and invitations. */
@Injectable()
export class ExpiredAccess extends PeriodicService {
  constructor(
    private readonly sessions: SessionsService,
    private readonly links: SignInLinks,
    private readonly invitations: InvitationsService,
    runner: JobRunner,
    logger: PinoLogger,
  ) {
    super(
      runner,
      CLEANUP_INTERVAL_MS,
      logger,
      'expired sessions, links and invitations could not be removed',
    );
  }

  protected async run(): Promise<void> {
    await this.sessions.removeExpired();
    await this.links.removeExpired();
    await this.invitations.removeExpired();
  }
}

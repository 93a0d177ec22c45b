/** E-mails to people of accounts, if the operator has configured an SMTP server. */
export type { Letter } from './letter.js';
export { MailModule } from './mail.module.js';
export { Mail } from './mail.service.js';

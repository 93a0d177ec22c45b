import type { EarshotCall } from '../../client/src/index.js';
import { type Account, type Agent, api } from './api.js';
import { CallPanel } from './call-panel.js';
import { CallSetup } from './call-setup.js';
import { ConnectionPanel } from './connection-panel.js';
import { byId } from './dom.js';
import { KeyForm } from './key-form.js';
import { keyStore } from './key-store.js';
import { Notice } from './notice.js';
import { Problem, toProblem } from './problem.js';
import { PublishPanel } from './publish-panel.js';

/** The page: either the form for a key, or the studio of the account behind it. */
const studioView = byId('studio-view', HTMLElement);
const accountEmail = byId('account-email', HTMLElement);
const forgetButton = byId('forget-key', HTMLButtonElement);
const notice = new Notice(byId('page-notice', HTMLElement));

const setup: CallSetup = new CallSetup(
  (error) => notice.show(error),
  (agentId) => publishPanel.showWarnings(agentId),
);
const callPanel = new CallPanel(setup, (call) => onCallChange(call));
const connectionPanel = new ConnectionPanel(setup, (busy) => callPanel.enable(!busy));
const keyForm = new KeyForm(() => enter());
const publishPanel: PublishPanel = new PublishPanel(
  () => setup.choice.agentId,
  () => setup.refreshTargets(),
);

function onCallChange(call: EarshotCall | undefined): void {
  connectionPanel.follow(call);
}

/** Shows the studio of the stored key's account, or says why not. */
async function enter(): Promise<void> {
  if (keyStore.get() === undefined) return leave();
  try {
    const account = await api.account();
    show(account, await api.agents(account.accountId));
  } catch (error) {
    leave(error);
  }
}

function show(account: Account, agents: readonly Agent[]): void {
  keyForm.hide();
  notice.clear();
  studioView.hidden = false;
  forgetButton.hidden = false;
  accountEmail.textContent = account.email;
  void setup
    .load(agents)
    .then(() => {
      callPanel.enable(setup.hasAgents);
      connectionPanel.enable(setup.hasAgents);
    })
    .catch((error: unknown) => notice.show(error));
}

/** Back to the form. A key that was refused is not kept; one that could not be checked is. */
function leave(error?: unknown): void {
  callPanel.hangUp();
  studioView.hidden = true;
  forgetButton.hidden = true;
  accountEmail.textContent = '';
  const wasRefused = error !== undefined && toProblem(error).code === 'UNAUTHORIZED';
  if (wasRefused) keyStore.forget();
  keyForm.show(
    wasRefused
      ? new Problem(
          'That key was not accepted.',
          'Check that it was copied whole and has not been revoked or expired.',
          'UNAUTHORIZED',
        )
      : error,
  );
}

forgetButton.addEventListener('click', () => {
  keyStore.forget();
  leave();
});

window.addEventListener('hashchange', () => {
  if (keyStore.takeFromFragment()) void enter();
});

// A call must not go on unheard in a page that is gone.
window.addEventListener('pagehide', () => callPanel.hangUp());

keyStore.takeFromFragment();
void enter();

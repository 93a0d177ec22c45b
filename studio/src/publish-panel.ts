import { api, type Deployment } from './api.js';
import { byId, make } from './dom.js';
import { Notice } from './notice.js';
import { shortVersion } from './words.js';

/** Publishes the draft of the chosen agent to an environment. */
export class PublishPanel {
  private readonly form = byId('publish-form', HTMLFormElement);
  private readonly environment = byId('publish-environment', HTMLSelectElement);
  private readonly message = byId('publish-message', HTMLInputElement);
  private readonly button = byId('publish', HTMLButtonElement);
  private readonly warnings = byId('draft-warnings', HTMLUListElement);
  private readonly result = byId('publish-result', HTMLElement);
  private readonly notice = new Notice(byId('publish-notice', HTMLElement));

  constructor(
    private readonly chosenAgentId: () => string,
    private readonly onPublished: () => Promise<void>,
  ) {
    this.form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.publish().catch((error: unknown) => this.notice.show(error));
    });
  }

  /** Says before a publish what of the draft will not work on this instance. */
  async showWarnings(agentId: string): Promise<void> {
    const warnings = agentId === '' ? [] : await api.draftWarnings(agentId);
    // Another agent may have been chosen while this one was asked for.
    if (agentId !== this.chosenAgentId()) return;
    this.warnings.replaceChildren(...warnings.map((warning) => make('li', 'warning', warning)));
    this.warnings.hidden = warnings.length === 0;
  }

  private async publish(): Promise<void> {
    this.notice.clear();
    this.result.textContent = '';
    this.button.disabled = true;
    try {
      const { value: environment } = this.environment;
      this.showResult(await api.publish(this.chosenAgentId(), environment, this.message.value.trim()));
      this.message.value = '';
      await this.onPublished();
    } finally {
      this.button.disabled = false;
    }
  }

  private showResult({ environment, version, warnings }: Deployment): void {
    const done = `Published to ${environment} as version ${shortVersion(version)}.`;
    this.result.textContent = [done, ...warnings].join(' ');
  }
}

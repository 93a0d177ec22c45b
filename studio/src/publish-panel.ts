import { api, type Deployment } from './api.js';
import { byId } from './dom.js';
import { Notice } from './notice.js';
import { shortVersion } from './words.js';

/** Publishes the draft of the chosen agent to an environment. */
export class PublishPanel {
  private readonly form = byId('publish-form', HTMLFormElement);
  private readonly environment = byId('publish-environment', HTMLSelectElement);
  private readonly message = byId('publish-message', HTMLInputElement);
  private readonly button = byId('publish', HTMLButtonElement);
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

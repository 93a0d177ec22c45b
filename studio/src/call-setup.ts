import type { AgentMode } from '../../client/src/index.js';
import { type Agent, api, type Deployment } from './api.js';
import { byId, fillSelect } from './dom.js';
import { formatAge, shortVersion } from './words.js';

/** What is to be called. */
export interface CallChoice {
  readonly agentId: string;
  /** `draft` or an environment. */
  readonly target: string;
  readonly mode: AgentMode;
}

/** The form that chooses agent, target and mode. */
export class CallSetup {
  private readonly agentSelect = byId('agent', HTMLSelectElement);
  private readonly targetSelect = byId('target', HTMLSelectElement);
  private readonly modes = byId('modes', HTMLFieldSetElement);
  private readonly echoOption = byId('echo-option', HTMLLabelElement);
  private readonly noAgents = byId('no-agents', HTMLElement);

  /**
   * @param onError takes what goes wrong while the choices of an agent are loaded.
   * @param onAgent is told whenever they are read anew.
   */
  constructor(
    private readonly onError: (error: unknown) => void,
    private readonly onAgent: (agentId: string) => Promise<void>,
  ) {
    this.agentSelect.addEventListener('change', () => void this.refreshTargets().catch(this.onError));
  }

  get choice(): CallChoice {
    const checked = this.modes.querySelector<HTMLInputElement>('input:checked');
    return { agentId: this.agentSelect.value, target: this.targetSelect.value, mode: toMode(checked?.value) };
  }

  get hasAgents(): boolean {
    return this.agentSelect.value !== '';
  }

  async load(agents: readonly Agent[]): Promise<void> {
    fillSelect(
      this.agentSelect,
      agents.map(({ agentId, agentName }) => ({ value: agentId, label: agentName || agentId })),
    );
    this.noAgents.hidden = agents.length > 0;
    const { echoAllowed } = await api.settings();
    this.echoOption.hidden = !echoAllowed;
    await this.refreshTargets();
  }

  /** Reads anew what is active where; after a publish, for example. */
  async refreshTargets(): Promise<void> {
    const agentId = this.agentSelect.value;
    const active = agentId === '' ? [] : await api.activeDeployments(agentId);
    // Another agent may have been chosen while this one was asked for.
    if (agentId !== this.agentSelect.value) return;
    fillSelect(this.targetSelect, [
      ...active.map(toChoice),
      { value: 'draft', label: 'draft (what is being edited)' },
    ]);
    await this.onAgent(agentId);
  }

  /** While a call runs, what it calls can't be changed. */
  lock(locked: boolean): void {
    this.agentSelect.disabled = locked;
    this.targetSelect.disabled = locked;
    this.modes.disabled = locked;
  }
}

function toChoice({ environment, version, createdAt }: Deployment) {
  return {
    value: environment,
    label: `${environment} · ${shortVersion(version)} · ${formatAge(createdAt, Date.now())}`,
  };
}

function toMode(value: string | undefined): AgentMode {
  return value === 'traditional' || value === 'echo' ? value : 'end-to-end';
}

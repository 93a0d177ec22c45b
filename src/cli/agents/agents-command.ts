import path from 'node:path';
import { Command, Option } from 'commander';
import { ENVIRONMENTS } from '../../common/access/index.js';
import { type AgentFolder, readFolders, writeFolder } from './agent-folder.js';
import { clientAt, type Service, withService } from '../service-options.js';
import { differences } from './compare.js';
import { RemoteAgents } from './remote-agents.js';

/** Exit code of `diff` if files and service differ; 1 is for errors. */
const EXIT_DIFFERENT = 2;

interface Options extends Service {
  readonly agent: readonly string[];
}

interface PushOptions extends Options {
  readonly prune: boolean;
  readonly publish?: string;
}

/** `agents pull|push|diff DIR`: agents as files, over HTTP. */
export function agentsCommand(): Command {
  const agents = new Command('agents').description(
    'Agents as files, over HTTP with the key in EARSHOT_API_KEY (scopes agents:read and, for push, agents:write)',
  );
  withPlace(agents.command('pull'))
    .description('write drafts, what they know and test sets of the service into DIR')
    .action(pull);
  withPlace(agents.command('push'))
    .description('make drafts, what they know and test sets of the service what DIR says')
    .option('--prune', 'delete topics, documents and test sets that DIR does not have', false)
    .addOption(
      new Option('--publish <environment>', 'publish what was pushed (scope deployments:write)').choices(
        ENVIRONMENTS,
      ),
    )
    .action(push);
  withPlace(agents.command('diff'))
    .description('print what a push would change; exits 2 where there is something')
    .action(diff);
  return agents;
}

const withPlace = (command: Command): Command =>
  withService(command)
    .argument('<dir>', 'a folder with one folder for each agent')
    .option('--agent <id...>', 'only these agents', []);

async function pull(dir: string, options: Options): Promise<void> {
  for (const found of await remoteAt(options).list(options.agent)) {
    await writeFolder(path.resolve(options.from, dir), found);
    console.log(`pulled ${found.agentId}`);
  }
}

async function push(dir: string, options: PushOptions): Promise<void> {
  const { prune, publish } = options;
  const remote = remoteAt(options);
  for (const folder of await chosen(dir, options)) {
    const changes = await changesOf(remote, folder);
    await remote.push(folder, prune);
    for (const change of changes) console.log(change);
    if (publish !== undefined) await remote.publish(folder.agentId, publish);
    console.log(`pushed ${folder.agentId}${publish === undefined ? '' : ` and published it to ${publish}`}`);
  }
}

async function diff(dir: string, options: Options): Promise<void> {
  const remote = remoteAt(options);
  for (const folder of await chosen(dir, options)) {
    const changes = await changesOf(remote, folder);
    for (const change of changes) console.log(change);
    if (changes.length > 0) process.exitCode = EXIT_DIFFERENT;
  }
}

const changesOf = async (remote: RemoteAgents, folder: AgentFolder) =>
  differences(await remote.find(folder.agentId, folder.name), folder);

async function chosen(dir: string, { agent: only, from }: Options): Promise<AgentFolder[]> {
  const folders = await readFolders(path.resolve(from, dir));
  const missing = only.find((id) => !folders.some(({ agentId }) => agentId === id));
  if (missing !== undefined) throw new Error(`${dir} has no folder ${missing} with an agent.yaml.`);
  const wanted = folders.filter(({ agentId }) => only.length === 0 || only.includes(agentId));
  if (wanted.length === 0) throw new Error(`${dir} has no agent: a folder of its id with an agent.yaml.`);
  return wanted;
}

const remoteAt = (service: Service): RemoteAgents => new RemoteAgents(clientAt(service));

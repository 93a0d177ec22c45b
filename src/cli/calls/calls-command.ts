import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Command } from 'commander';
import { clientAt, type Service, withService } from '../service-options.js';
import { type Bundle, parseBundle } from './bundle.js';
import { changedTurns, explanationOf } from './explanation.js';
import { settingsFrom } from './other-settings.js';

/** Exit code of `explain` if decisions differ from the call; 1 is for errors. */
const EXIT_DIFFERENT = 2;
const BUNDLE_FILE = 'bundle.ndjson';
const AUDIO_FILE = 'audio.ogg';

interface SaveOptions extends Service {
  readonly to: string;
}

interface ExplainOptions extends Service {
  readonly bundle?: string;
  readonly set: readonly string[];
}

/** `calls bundle|explain`: why turns began and ended as they did, and the effect of other settings. */
export function callsCommand(): Command {
  const calls = new Command('calls').description(
    'Calls of which is kept what decided about their turns, over HTTP with the key in EARSHOT_API_KEY (scope conversations:read)',
  );
  withService(calls.command('bundle'))
    .description(`write ${BUNDLE_FILE}, and ${AUDIO_FILE} where the call was recorded, into a folder`)
    .argument('<conversationId>')
    .requiredOption('--to <dir>', 'the folder')
    .action(save);
  withService(calls.command('explain'))
    .description('decide about the turns once more, and say why; exits 2 where anything comes out otherwise')
    .argument('[conversationId]', 'a conversation of the service; without it, --bundle')
    .option('--bundle <file>', `a ${BUNDLE_FILE} that was written before`)
    .option(
      '--set <setting...>',
      'other settings, like turnTaking.endpointing.completeMs=500: which turns would change',
      [],
    )
    .action(explain);
  return calls;
}

async function save(id: string, options: SaveOptions): Promise<void> {
  const client = clientAt(options);
  const dir = path.resolve(options.from, options.to);
  const content = await client.download(pathOf(id, 'bundle'));
  await mkdir(dir, { recursive: true });
  await writeFile(path.join(dir, BUNDLE_FILE), content);
  const { hasRecording } = parseBundle(new TextDecoder().decode(content));
  if (hasRecording) await writeFile(path.join(dir, AUDIO_FILE), await client.download(pathOf(id, 'audio')));
  console.log(`wrote ${path.join(dir, BUNDLE_FILE)}${hasRecording ? ` and ${AUDIO_FILE}` : ''}`);
}

async function explain(id: string | undefined, options: ExplainOptions): Promise<void> {
  const settings = settingsFrom(options.set);
  const bundle = await bundleOf(id, options);
  const { lines, isSame } = explanationOf(bundle);
  for (const line of lines) console.log(line);
  if (!isSame) process.exitCode = EXIT_DIFFERENT;
  if (options.set.length === 0) return;
  console.log(`\nWith ${options.set.join(', ')}:`);
  for (const line of changedTurns(bundle, settings)) console.log(line);
}

async function bundleOf(id: string | undefined, options: ExplainOptions): Promise<Bundle> {
  const { bundle: file, from } = options;
  if (file !== undefined) return parseBundle(await readFile(path.resolve(from, file), 'utf8'));
  if (id === undefined) throw new Error('Name a conversation, or a file with --bundle.');
  return parseBundle(new TextDecoder().decode(await clientAt(options).download(pathOf(id, 'bundle'))));
}

const pathOf = (id: string, part: string) => `/v1/conversations/${encodeURIComponent(id)}/${part}`;

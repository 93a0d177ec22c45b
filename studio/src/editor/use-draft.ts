import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { allActiveQuery, draftKey, readDraft } from '../agents/queries.js';
import { api, type Schemas, take } from '../api/client.js';
import { isProblem, Problem, toProblem } from '../api/problem.js';
import { documentFaults } from './document-faults.js';
import { DraftEditor, type DraftServer, type SavedDraft } from './draft-editor.js';
import type { JsonObject } from './json.js';
import { toolNamesOf } from './tool-names.js';

/** Typed as plain JSON: the server validates it against its own schema. */
const asJson = (draft: Schemas['Draft']): SavedDraft => ({
  ...draft,
  document: draft.document as unknown as JsonObject,
});

function serverOf(agentId: string): DraftServer {
  const params = { path: { agentId } };
  return {
    read: async () => asJson(await readDraft(agentId)),
    save: async (document, revision) =>
      asJson(
        await take(
          api.PUT('/v1/agents/{agentId}/draft', {
            params,
            body: { revision, document: document as unknown as Schemas['AgentDocument'] },
          }),
        ),
      ),
    isConflict: (error) => isProblem(error, 'DRAFT_REVISION_CONFLICT'),
    isUnreachable: (error) => isProblem(error, 'UNREACHABLE'),
  };
}

type Opening = { readonly editor?: DraftEditor; readonly error?: unknown };

/** The editor of an agent's draft, while the page is open. */
export function useDraftEditor(agentId: string) {
  const [opening, setOpening] = useState<Opening>({});
  const queries = useQueryClient();
  useEffect(() => {
    let editor: DraftEditor | undefined;
    let isGone = false;
    const server = serverOf(agentId);
    server.read().then(
      (saved) => {
        if (isGone) return;
        editor = new DraftEditor(server, saved);
        setOpening({ editor });
      },
      (error: unknown) => setOpening({ error }),
    );
    const refresh = () => void editor?.refresh();
    window.addEventListener('focus', refresh);
    return () => {
      isGone = true;
      window.removeEventListener('focus', refresh);
      editor?.close();
      void queries.invalidateQueries({ queryKey: draftKey(agentId) });
      void queries.invalidateQueries({ queryKey: allActiveQuery.queryKey });
    };
  }, [agentId, queries]);
  return opening;
}

/** Saves pending changes. Rejects with a message if that fails; the form shows the details. */
export async function saved(editor: DraftEditor): Promise<void> {
  try {
    await editor.flush();
  } catch (error) {
    if (!documentFaults(toProblem(error).message, {})) throw error;
    throw new Problem('The draft could not be saved.', 'Correct the marked fields.', '', '', {
      cause: error,
    });
  }
}

export const useEditorView = (editor: DraftEditor) => useSyncExternalStore(editor.subscribe, editor.snapshot);

const never = () => () => {};

/** Tool names of the edited draft; empty until it is loaded. */
export function useToolNames(editor: DraftEditor | undefined): readonly string[] {
  // Joined to one string, which stays identical while other fields are edited.
  const names = useSyncExternalStore(editor?.subscribe ?? never, () =>
    editor ? toolNamesOf(editor.snapshot().document).join('\n') : '',
  );
  return names === '' ? [] : names.split('\n');
}

import type { Schemas } from '../api/client.js';

export type Role = Schemas['Person']['role'];

export const ROLE_OPTIONS: readonly { readonly value: Role; readonly label: string }[] = [
  { value: 'viewer', label: 'Viewer: reads' },
  { value: 'editor', label: 'Editor: builds and ships agents' },
  { value: 'owner', label: 'Owner: everything' },
];

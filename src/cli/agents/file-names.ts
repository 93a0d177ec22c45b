/** A unique name that is valid on every file system. */
export function fileName(name: string, taken: Set<string>, otherwise: string): string {
  const plain =
    name
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '')
      .slice(0, 60) || otherwise;
  let free = plain;
  for (let number = 2; taken.has(free); number++) free = `${plain}-${number}`;
  taken.add(free);
  return free;
}

export function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT') return undefined;
  throw error;
}

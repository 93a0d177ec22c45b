/** Gives the person a file. */
export function saveAs(name: string, content: Blob): void {
  const href = URL.createObjectURL(content);
  Object.assign(document.createElement('a'), { href, download: name }).click();
  URL.revokeObjectURL(href);
}

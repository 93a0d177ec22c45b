/** Twice the size at which the widget shows it. */
const SIDE = 80;
const QUALITY = 0.8;

/**
 * The picture as a small square, for an attribute: a `data:` address of some kilobytes.
 * @throws Error if the browser cannot read it.
 */
export async function smallPicture(file: Blob): Promise<string> {
  const image = new Image();
  image.src = await addressOf(await withSize(file));
  await image.decode();
  const canvas = Object.assign(document.createElement('canvas'), { width: SIDE, height: SIDE });
  const { naturalWidth, naturalHeight } = image;
  const scale = SIDE / Math.min(naturalWidth, naturalHeight);
  const [width, height] = [naturalWidth * scale, naturalHeight * scale];
  canvas.getContext('2d')?.drawImage(image, (SIDE - width) / 2, (SIDE - height) / 2, width, height);
  return canvas.toDataURL('image/webp', QUALITY);
}

/** A drawing with a width and a height, without which Firefox draws none. */
async function withSize(file: Blob): Promise<Blob> {
  if (!file.type.startsWith('image/svg')) return file;
  const drawing = new DOMParser().parseFromString(await file.text(), 'image/svg+xml');
  const { documentElement: root } = drawing;
  const isSized = ['width', 'height'].every((name) => Number.parseFloat(root.getAttribute(name) ?? '') > 0);
  if (isSized && !root.getAttribute('width')?.endsWith('%')) return file;
  const [, , width = SIDE, height = SIDE] = (root.getAttribute('viewBox') ?? '').split(/[\s,]+/).map(Number);
  root.setAttribute('width', `${width}`);
  root.setAttribute('height', `${height}`);
  return new Blob([new XMLSerializer().serializeToString(drawing)], { type: 'image/svg+xml' });
}

const addressOf = (file: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(reader.error ?? new Error('The picture could not be read'));
    reader.readAsDataURL(file);
  });

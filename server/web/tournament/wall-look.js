// Preferences of a wall screen: sound, look, the club's colours and picture. They belong to the device on the wall, so this browser keeps them.

/**
 * @typedef {object} Look
 * @property {'plain' | 'stage'} look
 * @property {number} volume 0 is off.
 * @property {boolean} isSpoken
 * @property {string} ground A colour as `#rrggbb`; empty for that of the look.
 * @property {string} accent
 * @property {string} picture A PNG in base64; empty without one.
 */

/** @type {Readonly<Look>} */
export const PLAIN = { look: 'plain', volume: 0.6, isSpoken: true, ground: '', accent: '', picture: '' };

export const LOOKS = /** @type {const} */ (['plain', 'stage']);

const KEY = 'poker.wall';

/** Colours of the stage, unless the club has its own. */
const STAGE = { ground: '#10231d', accent: '#f4bd48' };
/** Contrast that large numbers need with the ground. */
const CONTRAST = 4.5;
/** Longest stored picture, in characters, and the sides that it is reduced to, in pixels. */
const PICTURE = 400_000;
const WIDE = 900;
const HIGH = 300;

const COLOUR = /^#[0-9a-f]{6}$/i;

/** Preferences from what was stored; anything else than a known value counts as none. @param {string | null} text @returns {Look} */
export function readLook(text) {
  /** @type {any} */
  let stored = null;
  try {
    stored = JSON.parse(text ?? 'null');
  } catch {
    // A broken entry counts as none.
  }
  const { look, volume, isSpoken, ground, accent, picture } = stored ?? {};
  const colour = (/** @type {unknown} */ value) => (typeof value === 'string' && COLOUR.test(value) ? value : '');
  return {
    look: LOOKS.includes(look) ? look : PLAIN.look,
    volume: typeof volume === 'number' && volume >= 0 && volume <= 1 ? volume : PLAIN.volume,
    isSpoken: typeof isSpoken === 'boolean' ? isSpoken : PLAIN.isSpoken,
    ground: colour(ground),
    accent: colour(accent),
    picture: typeof picture === 'string' && picture.length <= PICTURE && /^[0-9a-z+/]+=*$/i.test(picture) ? picture : '',
  };
}

/** @returns {Look} */
export function storedLook() {
  try {
    return readLook(localStorage.getItem(KEY));
  } catch {
    return { ...PLAIN };
  }
}

/** @param {Look} look */
export function storeLook(look) {
  try {
    localStorage.setItem(KEY, JSON.stringify(look));
  } catch {
    // If storage is blocked, the preferences last as long as the page.
  }
}

/** Relative luminance, by WCAG. @param {string} colour */
function luminance(colour) {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** @param {string} one @param {string} other */
export function contrastOf(one, other) {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

/**
 * Colours of the screen, `null` for those of the page. Text is black or white, whichever is easier to read on the ground, and an accent that could
 * not be read on it gives way to the text.
 *
 * @param {Look} look
 * @returns {{ ground: string, ink: string, accent: string } | null}
 */
export function coloursOf({ look, ground: own, accent: wanted }) {
  const ground = own || (look === 'stage' ? STAGE.ground : '');
  if (!ground) return null;
  const ink = contrastOf('#ffffff', ground) >= contrastOf('#000000', ground) ? '#ffffff' : '#000000';
  const accent = wanted || (look === 'stage' ? STAGE.accent : ink);
  return { ground, ink, accent: contrastOf(accent, ground) >= CONTRAST ? accent : ink };
}

/**
 * A chosen file as a picture of at most {@link WIDE} by {@link HIGH} pixels.
 *
 * @param {Blob} file
 * @returns {Promise<string | null>} In base64; `null` if it is no picture, or too detailed for the browser's store.
 */
export async function pictureOf(file) {
  try {
    const image = await createImageBitmap(file);
    const scale = Math.min(1, WIDE / image.width, HIGH / image.height);
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(image.width * scale));
    canvas.height = Math.max(1, Math.round(image.height * scale));
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const [, data = ''] = canvas.toDataURL('image/png').split(',');
    return data && data.length <= PICTURE ? data : null;
  } catch {
    return null;
  }
}

/** Draws a stored picture. The content security policy admits no image without an address. @param {HTMLCanvasElement} canvas @param {string} picture */
export async function drawPicture(canvas, picture) {
  try {
    const bytes = Uint8Array.from(atob(picture), (sign) => sign.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    canvas.width = image.width;
    canvas.height = image.height;
    canvas.getContext('2d')?.drawImage(image, 0, 0);
  } catch {
    canvas.remove();
  }
}

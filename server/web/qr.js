// QR codes: bytes, at medium error correction, in the smallest of the first 15 versions that fits. After ISO/IEC 18004. A test reads the codes with
// an independent decoder.

/** By version, from 1: error correction words per block, and number of blocks. */
const CORRECTION = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24];
const BLOCKS = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10];

/** Masks over the data, to avoid large areas and false patterns. @type {((x: number, y: number) => boolean)[]} */
const MASKS = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** Number of words in a code, apart from its patterns. @param {number} version */
function wordsOf(version) {
  let places = (16 * version + 128) * version + 64;
  if (version >= 2) {
    const marks = Math.floor(version / 7) + 2;
    places -= (25 * marks - 10) * marks - 55;
  }
  if (version >= 7) places -= 36;
  return places >> 3;
}

/** @param {number} version */
const dataOf = (version) => wordsOf(version) - CORRECTION[version - 1] * BLOCKS[version - 1];

/** A product in the 256-element field of the error correction. @param {number} a @param {number} b */
function times(a, b) {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >> 7) * 0x11d);
    product ^= ((b >> bit) & 1) * a;
  }
  return product;
}

/** Error correction words for some data words. @param {number[]} data @param {number} count */
function correctionOf(data, count) {
  /** @type {number[]} */
  const divisor = Array.from({ length: count }, (_, at) => (at === count - 1 ? 1 : 0));
  let root = 1;
  for (let n = 0; n < count; n++) {
    for (let at = 0; at < count; at++) divisor[at] = times(divisor[at], root) ^ (divisor[at + 1] ?? 0);
    root = times(root, 2);
  }
  const rest = new Array(count).fill(0);
  for (const word of data) {
    const factor = word ^ rest.shift();
    rest.push(0);
    divisor.forEach((one, at) => (rest[at] ^= times(one, factor)));
  }
  return rest;
}

/** The text as data words, padded to the capacity of a version. @param {Uint8Array} bytes @param {number} version */
function dataWords(bytes, version) {
  /** @type {number[]} */
  const bits = [];
  const push = (/** @type {number} */ value, /** @type {number} */ length) => {
    for (let bit = length - 1; bit >= 0; bit--) bits.push((value >> bit) & 1);
  };
  push(4, 4);
  push(bytes.length, version < 10 ? 8 : 16);
  for (const byte of bytes) push(byte, 8);
  const room = dataOf(version) * 8;
  push(0, Math.min(4, room - bits.length));
  push(0, (8 - (bits.length % 8)) % 8);
  for (let filler = 0xec; bits.length < room; filler ^= 0xec ^ 0x11) push(filler, 8);
  return Array.from({ length: room / 8 }, (_, at) => bits.slice(at * 8, at * 8 + 8).reduce((word, bit) => word * 2 + bit, 0));
}

/** All words in the order of writing: interleaved by block. @param {number[]} data @param {number} version */
function interleaved(data, version) {
  const [blocks, count] = [BLOCKS[version - 1], CORRECTION[version - 1]];
  const short = Math.floor(data.length / blocks);
  const longer = data.length % blocks;
  /** @type {number[][]} */
  const parts = [];
  for (let n = 0, from = 0; n < blocks; n++) {
    const length = short + (n >= blocks - longer ? 1 : 0);
    parts.push(data.slice(from, from + length));
    from += length;
  }
  const corrections = parts.map((part) => correctionOf(part, count));
  /** @type {number[]} */
  const words = [];
  for (let at = 0; at <= short; at++) for (const part of parts) if (at < part.length) words.push(part[at]);
  for (let at = 0; at < count; at++) for (const part of corrections) words.push(part[at]);
  return words;
}

/** Positions of the alignment patterns, on both axes. @param {number} version @param {number} size */
function markPlaces(version, size) {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = Math.ceil((version * 4 + 4) / (count * 2 - 2)) * 2;
  const places = Array.from({ length: count - 1 }, (_, at) => size - 7 - at * step);
  return [6, ...places.reverse()];
}

/** Remainder that protects a few bits. @param {number} value @param {number} bits @param {number} divisor */
function protectedBits(value, bits, divisor) {
  let rest = value;
  for (let n = 0; n < bits; n++) rest = (rest << 1) ^ ((rest >> (bits - 1)) * divisor);
  return (value << bits) | rest;
}

/** Penalty of a code: how hard it is to read. @param {boolean[][]} code */
function penalty(code) {
  const size = code.length;
  let sum = 0;
  let dark = 0;
  for (const isColumn of [false, true]) {
    for (let a = 0; a < size; a++) {
      const line = Array.from({ length: size }, (_, b) => (isColumn ? code[b][a] : code[a][b]));
      for (let from = 0; from < size; ) {
        let to = from;
        while (to < size && line[to] === line[from]) to++;
        if (to - from >= 5) sum += to - from - 2;
        from = to;
      }
      const text = line.map(Number).join('');
      for (let at = 0; at + 11 <= size; at++) {
        const part = text.slice(at, at + 11);
        if (part === '10111010000' || part === '00001011101') sum += 40;
      }
    }
  }
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      if (code[y][x]) dark += 1;
      if (x > 0 && y > 0 && code[y][x] === code[y - 1][x] && code[y][x] === code[y][x - 1] && code[y][x] === code[y - 1][x - 1]) sum += 3;
    }
  }
  return sum + 10 * Math.floor(Math.abs((20 * dark) / (size * size) - 10));
}

/**
 * The code of a text: rows of modules, `true` for dark. `null` if the text is too long, over some 400 bytes.
 *
 * @param {string} text
 * @returns {boolean[][] | null}
 */
export function qrCode(text) {
  const bytes = new TextEncoder().encode(text);
  const version = CORRECTION.findIndex((_, at) => bytes.length + (at + 1 < 10 ? 2 : 3) <= dataOf(at + 1)) + 1;
  if (version === 0) return null;
  const size = version * 4 + 17;
  const words = interleaved(dataWords(bytes, version), version);
  const codes = MASKS.map((mask, number) => drawn(version, size, words, mask, number));
  return codes.reduce((best, code) => (penalty(code) < penalty(best) ? code : best));
}

/**
 * @param {number} version
 * @param {number} size
 * @param {number[]} words
 * @param {(x: number, y: number) => boolean} mask
 * @param {number} number Number of the mask.
 */
function drawn(version, size, words, mask, number) {
  /** Fixed patterns first, then the words. @type {(boolean | null)[][]} */
  const code = Array.from({ length: size }, () => new Array(size).fill(null));
  const set = (/** @type {number} */ x, /** @type {number} */ y, /** @type {boolean} */ isDark) => {
    if (x >= 0 && y >= 0 && x < size && y < size) code[y][x] = isDark;
  };
  for (let at = 0; at < size; at++) {
    set(6, at, at % 2 === 0);
    set(at, 6, at % 2 === 0);
  }
  for (const [cx, cy] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ]) {
    for (let dy = -4; dy <= 4; dy++) {
      for (let dx = -4; dx <= 4; dx++) {
        const ring = Math.max(Math.abs(dx), Math.abs(dy));
        set(cx + dx, cy + dy, ring !== 2 && ring !== 4);
      }
    }
  }
  const marks = markPlaces(version, size);
  marks.forEach((cx, a) =>
    marks.forEach((cy, b) => {
      const last = marks.length - 1;
      if ((a === 0 && b === 0) || (a === 0 && b === last) || (a === last && b === 0)) return;
      for (let dy = -2; dy <= 2; dy++) {
        for (let dx = -2; dx <= 2; dx++) set(cx + dx, cy + dy, Math.max(Math.abs(dx), Math.abs(dy)) !== 1);
      }
    }),
  );
  // Medium error correction is written as 0.
  const format = protectedBits(number, 10, 0x537) ^ 0x5412;
  const bit = (/** @type {number} */ value, /** @type {number} */ at) => ((value >> at) & 1) !== 0;
  for (let at = 0; at < 15; at++) {
    const near = at < 6 ? at : at < 8 ? at + 1 : size - 15 + at;
    set(8, near, bit(format, at));
    const far = at < 8 ? size - 1 - at : at < 9 ? 15 - at : 14 - at;
    set(far, 8, bit(format, at));
  }
  set(8, size - 8, true);
  if (version >= 7) {
    const told = protectedBits(version, 12, 0x1f25);
    for (let at = 0; at < 18; at++) {
      const [a, b] = [size - 11 + (at % 3), Math.floor(at / 3)];
      set(a, b, bit(told, at));
      set(b, a, bit(told, at));
    }
  }
  let next = 0;
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    const isUp = ((right + 1) & 2) === 0;
    for (let step = 0; step < size; step++) {
      const y = isUp ? size - 1 - step : step;
      for (const x of [right, right - 1]) {
        if (code[y][x] !== null) continue;
        const word = words[next >> 3] ?? 0;
        code[y][x] = bit(word, 7 - (next & 7)) !== mask(x, y);
        next += 1;
      }
    }
  }
  return /** @type {boolean[][]} */ (code);
}

/** The quiet zone that readers need, in modules. */
export const BORDER = 4;

/** A code as the path of an image, including its border. @param {boolean[][]} code */
export const qrPath = (code) => code.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x + BORDER} ${y + BORDER}h1v1h-1z` : ''))).join('');

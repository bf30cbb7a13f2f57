// Codes are read back by an independent decoder.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import jsQR from 'jsqr';

import { BORDER, qrCode, qrPath } from '../../qr.js';

/** The image that a camera would see. @param {boolean[][]} code */
function picture(code) {
  const zoom = 4;
  const side = (code.length + 2 * BORDER) * zoom;
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255);
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const isDark = code[Math.floor(y / zoom) - BORDER]?.[Math.floor(x / zoom) - BORDER];
      if (isDark) pixels.fill(0, (y * side + x) * 4, (y * side + x) * 4 + 3);
    }
  }
  return { pixels, side };
}

test('texts of every length are read again', () => {
  const versions = new Set();
  for (let length = 1; length <= 412; length += 7) {
    const text = Array.from({ length }, (_, at) => 'https://poker.example/table/'[at] ?? String.fromCharCode(33 + ((at * 37 + length) % 94))).join('');
    const code = qrCode(text);
    assert.ok(code, `${length}`);
    versions.add((code.length - 17) / 4);
    const { pixels, side } = picture(code);
    assert.equal(jsQR(pixels, side, side)?.data, text, `${length} bytes`);
  }
  assert.deepEqual(
    [...versions].sort((a, b) => a - b),
    Array.from({ length: 15 }, (_, at) => at + 1),
  );
});

test('other scripts are read again, and what is too long is no code', () => {
  const text = 'https://exämple.org/table/été♠';
  const code = qrCode(text);
  assert.ok(code);
  const { pixels, side } = picture(code);
  assert.equal(jsQR(pixels, side, side)?.data, text);
  assert.equal(qrPath(code).match(/M/g)?.length, code.flat().filter(Boolean).length);
  assert.equal(qrCode('x'.repeat(500)), null);
});

// File downloads.

/**
 * Offers a text, or other content, to the visitor as a file.
 *
 * @param {string} name
 * @param {readonly BlobPart[]} parts
 * @param {string} [type]
 */
export function saveFile(name, parts, type = 'text/plain;charset=utf-8') {
  const url = URL.createObjectURL(new Blob([...parts], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

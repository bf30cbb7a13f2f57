// File downloads.

/**
 * Offers a text to the visitor as a file.
 *
 * @param {string} name
 * @param {readonly string[]} parts
 */
export function saveFile(name, parts) {
  const url = URL.createObjectURL(new Blob([...parts], { type: 'text/plain;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

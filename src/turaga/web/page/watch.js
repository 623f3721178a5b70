/** To be made. */

/**
 * @param {HTMLElement} _root
 * @param {object} _context
 */
export function make(_root, _context) {
  return { show(_params) {}, hide() {} };
}

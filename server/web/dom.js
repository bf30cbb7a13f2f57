// A view is a function from state to a tree of plain nodes; `patch` makes the page equal to it. Elements that stay keep
// their identity, so focus, scroll positions and running animations survive a render.

/**
 * @typedef {object} VNode
 * @property {string} tag
 * @property {string | number | undefined} key
 * @property {Props} props
 * @property {Kid[]} kids
 */
/** @typedef {VNode | string | number | null | undefined | false} Kid */
/** @typedef {(event: any) => void} Listener */
/**
 * @typedef {{
 *   key?: string | number,
 *   class?: string,
 *   style?: Record<string, string | number | null>,
 *   on?: Record<string, Listener | null>,
 *   prop?: Record<string, unknown>,
 *   enter?: (element: HTMLElement) => void,
 *   [attribute: string]: unknown,
 * }} Props
 */

const SVG = 'http://www.w3.org/2000/svg';

/** Props last written to an element. @type {WeakMap<Element, Props>} */
const written = new WeakMap();

/**
 * A node of a view. `class`, `style`, `on`, `prop` and `enter` are special, everything else is an attribute: `true`
 * sets it empty, `false` and `null` remove it, ARIA attributes keep their booleans as words.
 *
 * @param {string} tag
 * @param {Props | null} [props]
 * @param {...(Kid | Kid[])} kids
 * @returns {VNode}
 */
export function h(tag, props, ...kids) {
  return { tag, key: props?.key, props: props ?? {}, kids: kids.flat() };
}

/** `true` if a child is rendered. @param {Kid} kid @returns {kid is VNode | string | number} */
const isShown = (kid) => kid !== null && kid !== undefined && kid !== false && kid !== '';

/**
 * Makes the children of an element equal to the view.
 *
 * @param {Element} parent
 * @param {Kid | Kid[]} view
 */
export function patch(parent, view) {
  const isOuter = !isPatching;
  isPatching = true;
  try {
    patchKids(parent, view);
  } finally {
    if (isOuter) isPatching = false;
  }
}

/** @param {Element} parent @param {Kid | Kid[]} view */
function patchKids(parent, view) {
  const kids = (Array.isArray(view) ? view : [view]).filter(isShown);
  /** @type {Map<string, ChildNode>} */
  const keyed = new Map();
  /** @type {ChildNode[]} */
  const loose = [];
  for (const node of parent.childNodes) {
    const key = node instanceof Element ? written.get(node)?.key : undefined;
    if (key === undefined) loose.push(node);
    else keyed.set(String(key), node);
  }

  /** @type {ChildNode[]} */
  const wanted = kids.map((kid) => {
    if (typeof kid !== 'object') {
      const at = loose.findIndex((node) => node.nodeType === 3);
      const text = at >= 0 ? loose.splice(at, 1)[0] : document.createTextNode('');
      if (text.nodeValue !== String(kid)) text.nodeValue = String(kid);
      return text;
    }
    const name = kid.tag.toLowerCase();
    /** @type {ChildNode | undefined} */
    let node;
    if (kid.key !== undefined) {
      node = keyed.get(String(kid.key));
      if (node?.nodeName.toLowerCase() === name) keyed.delete(String(kid.key));
      else node = undefined;
    } else {
      const at = loose.findIndex((one) => one.nodeName.toLowerCase() === name);
      if (at >= 0) node = loose.splice(at, 1)[0];
    }
    const isNew = !node;
    const element = /** @type {Element} */ (node ?? make(kid.tag, parent));
    update(element, kid);
    if (isNew) kid.props.enter?.(/** @type {HTMLElement} */ (element));
    return element;
  });

  // Removing first keeps the rest in order, and an element that does not move keeps the focus.
  for (const node of [...loose, ...keyed.values()]) node.remove();
  wanted.forEach((node, at) => {
    const there = parent.childNodes[at];
    if (there !== node) parent.insertBefore(node, there ?? null);
  });
}

/** @param {string} tag @param {Element} parent @returns {Element} */
function make(tag, parent) {
  const inSvg = tag === 'svg' || (parent.namespaceURI === SVG && parent.tagName !== 'foreignObject');
  return inSvg ? document.createElementNS(SVG, tag) : document.createElement(tag);
}

/** @param {Element} element @param {VNode} node */
function update(element, node) {
  const old = written.get(element) ?? {};
  const { props } = node;
  written.set(element, props);
  for (const name in old) {
    if (!(name in props)) setOne(element, name, undefined, old[name]);
  }
  // A custom element owns its content.
  if (!node.tag.includes('-')) patchKids(element, node.kids);
  // After the children, as a <select> takes its value only once its options are there.
  const isLeft = isWrittenIn(element, props, old);
  for (const name in props) if (name !== 'prop' || !isLeft) setOne(element, name, props[name], old[name]);
}

/**
 * `true` while text is being typed into a field that reports it only when complete. Until then the text exists only in the field, so redrawing the
 * view for other reasons leaves it there.
 *
 * @param {Element} element @param {Props} props @param {Props} old
 */
const isWrittenIn = (element, props, old) =>
  element === document.activeElement &&
  element.matches('input:not([type="range"], [type="checkbox"], [type="radio"])') &&
  !props.on?.input &&
  old.prop !== undefined &&
  props.prop?.value === old.prop.value;

/** @param {Element} element @param {string} name @param {any} value @param {any} old */
function setOne(element, name, value, old) {
  if (name === 'key' || name === 'enter') return;
  if (name === 'class') {
    if (value !== old || value === undefined) setAttribute(element, 'class', value || null);
  } else if (name === 'style') {
    setStyle(/** @type {HTMLElement} */ (element), value ?? {}, old ?? {});
  } else if (name === 'on') {
    setListeners(element, value ?? {}, old ?? {});
  } else if (name === 'prop') {
    for (const key in value) {
      const target = /** @type {any} */ (element);
      if (target[key] !== value[key]) target[key] = value[key];
    }
  } else if (value !== old) {
    setAttribute(element, name, value);
  }
}

/** @param {Element} element @param {string} name @param {any} value */
function setAttribute(element, name, value) {
  if (name.startsWith('aria-') && typeof value === 'boolean') value = String(value);
  if (value === null || value === undefined || value === false) element.removeAttribute(name);
  else element.setAttribute(name, value === true ? '' : String(value));
}

/** @param {HTMLElement} element @param {Record<string, any>} style @param {Record<string, any>} old */
function setStyle(element, style, old) {
  // Via the CSSOM: the content security policy allows no style attributes.
  for (const name in old) if (!(name in style)) element.style.removeProperty(name);
  for (const name in style) {
    if (style[name] === old[name]) continue;
    if (style[name] === null || style[name] === undefined) element.style.removeProperty(name);
    else element.style.setProperty(name, String(style[name]));
  }
}

/** Listeners of an element by event, called through one function so that a render never re-registers. */
/** @type {WeakMap<Element, Record<string, Listener | null>>} */
const listeners = new WeakMap();

/** `true` during a patch. Removing a focused element fires an event immediately, and nothing may draw then. */
let isPatching = false;

/** @param {Event} event */
function dispatch(event) {
  if (isPatching) return;
  const element = /** @type {Element} */ (event.currentTarget);
  listeners.get(element)?.[event.type]?.(event);
}

/**
 * @param {Element} element
 * @param {Record<string, Listener | null>} wanted
 * @param {Record<string, Listener | null>} old
 */
function setListeners(element, wanted, old) {
  for (const type in old) if (!(type in wanted)) element.removeEventListener(type, dispatch);
  for (const type in wanted) {
    if (type in old) continue;
    // A wheel that sets an amount must be able to keep the page from scrolling.
    element.addEventListener(type, dispatch, type === 'wheel' ? { passive: false } : undefined);
  }
  listeners.set(element, wanted);
}

/**
 * Joins class names, leaving out those that are off.
 *
 * @param {...(string | false | null | undefined)} names
 */
export const cls = (...names) => names.filter(Boolean).join(' ');

/**
 * An icon drawn by strokes in a 24-box.
 *
 * @param {string} d
 * @param {Kid[]} more
 */
export const icon = (d, ...more) => h('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true' }, h('path', { d }), ...more);

/* From description to document, in place: render(parent, [h('li', { key: id }, name)]) makes the
 * children of `parent` look like that by changing as little as it can. Running it twice changes
 * nothing. What has focus is never moved or replaced while it is still described; a field in which
 * somebody typed keeps its text unless the description itself changed. */

/** A function makes its kid when it is asked, and may fail without harm to the others. @typedef {string | number | null | undefined | false | Described | (() => any)} Kid */
/** @typedef {{ tag: string, key: string | undefined, attrs: Record<string, any>, kids: (Described | string)[] }} Described */

const svgSpace = 'http://www.w3.org/2000/svg';
/** Attributes that belong to the reader or to a script, not to the description. @type {Record<string, string[]>} */
const kept = { details: ['open'], dialog: ['open'] };
/** @type {WeakMap<Element, Record<string, (event: any) => void>>} */
const handlers = new WeakMap();

/**
 * `attrs`: key (who it is among its siblings), on ({ click: function }), anything else an attribute;
 * true means present, false, null and undefined mean absent.
 * @param {string} tag
 * @param {Record<string, any> | null} [attrs]
 * @param {...(Kid | Kid[])} kids
 * @returns {Described}
 */
export function h(tag, attrs, ...kids) {
  const { key, ...rest } = attrs || {};
  return { tag, key: key === undefined ? undefined : String(key), attrs: rest, kids: flat(kids) };
}

/** What failed is told once, not with every view. @type {Set<string>} */
const told = new Set();

/** One thing that cannot be drawn is left out; the rest is there. @param {() => any} make */
export function made(make) {
  try {
    return make();
  } catch (error) {
    const text = String(error);
    if (!told.has(text)) console.error('a part of the table of this room cannot be drawn:', error);
    told.add(text);
    return null;
  }
}

/** @param {(Kid | Kid[])[]} kids @returns {(Described | string)[]} */
function flat(kids) {
  /** @type {(Described | string)[]} */
  const out = [];
  for (const kid of kids.flat(3).flatMap((one) => (typeof one === 'function' ? flat([made(one)]) : [one]))) {
    if (kid === null || kid === undefined || kid === false || kid === '') continue;
    if (typeof kid === 'object') {
      out.push(/** @type {Described} */ (kid));
      continue;
    }
    const last = out.length - 1;
    if (typeof out[last] === 'string')
      out[last] += String(kid); // as the document would
    else out.push(String(kid));
  }
  return out;
}

/** @param {Event} event */
function dispatch(event) {
  const own = handlers.get(/** @type {Element} */ (event.currentTarget));
  own?.[event.type]?.(event);
}

/** @param {Element} element @param {Record<string, (event: any) => void>} on */
function listen(element, on) {
  const before = handlers.get(element);
  for (const type of Object.keys(on)) {
    if (!before?.[type]) element.addEventListener(type, dispatch);
  }
  for (const type of Object.keys(before || {})) {
    if (!on[type]) element.removeEventListener(type, dispatch);
  }
  handlers.set(element, on);
}

/** The property follows the attribute only when the description changes, never over what was typed. @param {any} element @param {string} name @param {string | null} value */
function setAttribute(element, name, value) {
  if (element.getAttribute(name) === value) return;
  if (value === null) element.removeAttribute(name);
  else element.setAttribute(name, value);
  if (name === 'value' && 'value' in element && element !== document.activeElement)
    element.value = value ?? '';
  if (name === 'checked' && 'checked' in element) element.checked = value !== null;
  if (name === 'selected' && 'selected' in element) element.selected = value !== null;
}

/** @param {Element} element @param {Described} described */
function update(element, described) {
  const { on, ...attrs } = described.attrs;
  listen(element, on || {});
  const mine = kept[described.tag] || [];
  for (const name of element.getAttributeNames()) {
    const gone = attrs[name] === undefined || attrs[name] === null || attrs[name] === false;
    if (gone && name !== 'style' && name !== 'data-key' && !mine.includes(name))
      setAttribute(element, name, null);
  }
  for (const [name, value] of Object.entries(attrs)) {
    if (value === undefined || value === null || value === false || mine.includes(name)) continue;
    setAttribute(element, name, value === true ? '' : String(value));
  }
  if (described.key !== undefined) setAttribute(element, 'data-key', described.key);
  if (attrs['data-filled'] === undefined) place(element, described.kids); // else a script fills it
}

/** @param {Element} parent @param {Described} described */
function create(parent, described) {
  const inSvg =
    described.tag === 'svg' || (parent.namespaceURI === svgSpace && parent.tagName !== 'foreignObject');
  const element = inSvg
    ? document.createElementNS(svgSpace, described.tag)
    : document.createElement(described.tag);
  update(element, described);
  return element;
}

/** @param {Node} node */
const keyOf = (node) => (node instanceof Element ? (node.getAttribute('data-key') ?? undefined) : undefined);
/** @param {Node} node */
const tagOf = (node) => (node instanceof Element ? node.localName : '');

/** An old child that may become the new one, or undefined. @param {Set<ChildNode>} old @param {Described | string} kid */
function reuse(old, kid) {
  for (const node of old) {
    if (typeof kid === 'string') {
      if (node.nodeType === Node.TEXT_NODE) return node;
    } else if (tagOf(node) === kid.tag.toLowerCase() && keyOf(node) === kid.key) return node;
  }
  return undefined;
}

/** @param {Element} parent @param {(Described | string)[]} kids */
function place(parent, kids) {
  const old = new Set(parent.childNodes);
  /** @type {ChildNode[]} */
  const nodes = kids.map((kid) => {
    const node = reuse(old, kid);
    if (node) old.delete(node);
    if (typeof kid === 'string') {
      if (!node) return document.createTextNode(kid);
      if (node.nodeValue !== kid) node.nodeValue = kid;
      return node;
    }
    if (!node) return create(parent, kid);
    update(/** @type {Element} */ (node), kid);
    return node;
  });
  const lostFocus = [...old].some((node) => node.contains(document.activeElement));
  for (const node of old) node.remove();
  order(parent, nodes);
  if (lostFocus) refocus(parent);
}

/** Moves children around the one that holds the focus: a moved element would lose it. @param {Element} parent @param {ChildNode[]} nodes */
function order(parent, nodes) {
  const still = Math.max(
    0,
    nodes.findIndex((node) => node.parentNode === parent && node.contains(document.activeElement)),
  );
  if (!nodes.length) return;
  if (nodes[still].parentNode !== parent) parent.insertBefore(nodes[still], parent.firstChild);
  for (let i = still - 1; i >= 0; i--) {
    if (nodes[i + 1].previousSibling !== nodes[i]) parent.insertBefore(nodes[i], nodes[i + 1]);
  }
  for (let i = still + 1; i < nodes.length; i++) {
    if (nodes[i - 1].nextSibling !== nodes[i]) parent.insertBefore(nodes[i], nodes[i - 1].nextSibling);
  }
}

/** The focused thing is gone: what the table says comes next, or the nearest place that is left, so that Tab goes on from there. @param {Element} parent */
function refocus(parent) {
  const next = /** @type {HTMLElement | null} */ (
    parent.querySelector('[data-focus-next]') ??
      parent.querySelector('button:not([disabled]), a[href], input, select, summary')
  );
  if (next) return next.focus({ preventScroll: true });
  if (!(parent instanceof HTMLElement)) return undefined;
  if (!parent.hasAttribute('tabindex')) parent.tabIndex = -1;
  return parent.focus({ preventScroll: true });
}

/** @param {Element} parent @param {Kid | Kid[]} kids */
export function render(parent, kids) {
  place(parent, flat([kids]));
}

/** @param {Node} node @returns {Described | string | null} */
function describe(node) {
  if (node.nodeType === Node.TEXT_NODE) return node.nodeValue;
  if (!(node instanceof Element)) return null;
  /** @type {Record<string, any>} */
  const attrs = {};
  for (const name of node.getAttributeNames()) attrs[name] = node.getAttribute(name);
  const key = attrs['data-key'] ?? undefined;
  return { tag: node.localName, key, attrs, kids: flat([...node.childNodes].map(describe)) };
}

/** Makes the inside of `target` look like `fragment`, which a server rendered. @param {Element} target @param {ParentNode} fragment */
export function morph(target, fragment) {
  place(target, flat([...fragment.childNodes].map(describe)));
}

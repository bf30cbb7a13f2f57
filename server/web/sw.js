// The service worker: keeps the page for offline use. The bundler prepends the page's version and files as `PAGE`.

/** @type {any} Globals of a worker; the type checker only knows those of pages. */
const worker = self;

/** @type {{ version: string, files: string[] }} */
const { version, files } = worker.PAGE;

/** Cache of this version of the page. */
const SHELL = `page-${version}`;
/** Viewed hands, for reading offline. */
const HANDS = 'hands';
/** Study hands, which belong to no account. */
const STUDY = 'study';
const STUDY_PATH = '/api/v1/practice/hands';
/** Maximum number of hand answers that are kept. */
const HANDS_KEPT = 300;
/** Texts of calls in the language of the page, and their picture. */
const CALLS = 'calls';
const WORDS = '/words';
/** Route that tells the server the address for calls. */
const PUSH_PATH = '/api/v1/push';
/** Longest wait for a page before the kept one is shown. */
const PATIENCE_MS = 8000;

worker.addEventListener('install', (/** @type {any} */ event) => {
  event.waitUntil(keepPage().then(() => worker.skipWaiting()));
});

worker.addEventListener('activate', (/** @type {any} */ event) => {
  event.waitUntil(forgetOthers().then(() => worker.clients.claim()));
});

worker.addEventListener('fetch', (/** @type {any} */ event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (request.mode === 'navigate') event.respondWith(page(request));
  else if (pathname.startsWith('/assets/')) event.respondWith(asset(request));
  else if (pathname.startsWith('/api/v1/hands')) event.respondWith(hands(event));
  else if (pathname === STUDY_PATH) event.respondWith(newest(request, STUDY));
});

/** A page reports files it has loaded that are not kept for everyone, such as those of its language, or the texts of calls. */
worker.addEventListener('message', (/** @type {any} */ event) => {
  const { keep: wanted, words } = event.data ?? {};
  if (words) event.waitUntil(caches.open(CALLS).then((cache) => cache.put(WORDS, new Response(JSON.stringify(words)))));
  if (!Array.isArray(wanted)) return;
  const paths = wanted.filter((path) => typeof path === 'string' && path.startsWith('/assets/'));
  const kept = paths.map((path) => asset(new Request(path)));
  if (wanted.includes(STUDY_PATH)) kept.push(newest(new Request(STUDY_PATH), STUDY));
  event.waitUntil(Promise.all(kept));
});

/** The server calls the player to a table. */
worker.addEventListener('push', (/** @type {any} */ event) => event.waitUntil(call(event.data)));

/** The push service changed or ended this browser's subscription. */
worker.addEventListener('pushsubscriptionchange', (/** @type {any} */ event) => event.waitUntil(renew(event)));

worker.addEventListener('notificationclick', (/** @type {any} */ event) => {
  event.notification.close();
  event.waitUntil(lead(event.notification.data.path));
});

/** Shows a call, unless a page is in view, which notifies the player itself. @param {any} data */
async function call(data) {
  const windows = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (windows.some((/** @type {any} */ one) => one.visibilityState === 'visible')) return;
  const { table = '', tournament = '', place = false, name = '' } = read(data);
  const words = await (await caches.match(WORDS, { cacheName: CALLS }))?.json();
  const event = place ? (words?.place ?? 'You have a place') : (words?.event ?? 'A new event');
  const title = tournament ? event : (words?.turn ?? 'Your turn');
  await worker.registration.showNotification(title, {
    body: name,
    lang: words?.lang ?? 'en',
    icon: words?.icon,
    // A later call to the same table replaces this one, and makes a sound.
    tag: tournament ? `event-${tournament}` : `turn-${table}`,
    renotify: true,
    data: { path: pathOf(table, tournament) },
  });
}

/** Where a call leads. @param {string} table @param {string} tournament */
function pathOf(table, tournament) {
  if (tournament) return `/tournament/${encodeURIComponent(tournament)}`;
  return table ? `/table/${encodeURIComponent(table)}` : '/';
}

/** @param {any} data @returns {{ table?: string, tournament?: string, place?: boolean, name?: string }} */
function read(data) {
  try {
    return data?.json() ?? {};
  } catch {
    // A message without content is still a call.
    return {};
  }
}

/**
 * Reports the new address to the server, or requests one from the push service: without it no call would come until the next visit. If the session is
 * over or the server cannot be reached, the next visit does the same.
 *
 * @param {any} event
 */
async function renew({ oldSubscription: old, newSubscription: fresh }) {
  const token = await session();
  if (!token) return;
  const { key } = await (await ask('GET', token)).json();
  const { pushManager } = worker.registration;
  const { endpoint, keys } = (fresh ?? (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }))).toJSON();
  await ask('PUT', token, { endpoint, keys });
  if (old && old.endpoint !== endpoint) await ask('DELETE', token, { endpoint: old.endpoint });
}

/** A token for the player's session, `null` if there is none. It is renewed under the lock that pages use, as its cookie can be used once. @returns {Promise<string | null>} */
async function session() {
  const take = async () => {
    const response = await fetch('/api/v1/refresh', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' });
    return response.ok ? (await response.json()).access_token : null;
  };
  return navigator.locks ? navigator.locks.request('poker.refresh', take) : take();
}

/** @param {string} method @param {string} token @param {object} [body] */
async function ask(method, token, body) {
  const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) };
  const response = await fetch(PUSH_PATH, { method, headers, body: body && JSON.stringify(body) });
  if (!response.ok) throw new Error(`${method} ${PUSH_PATH}: ${response.status}`);
  return response;
}

/** Brings the window of a table to the front, otherwise any window, otherwise a new one. @param {string} path */
async function lead(path) {
  const windows = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const at = windows.find((/** @type {any} */ one) => new URL(one.url).pathname === path);
  const one = at ?? windows[0];
  if (!one) return worker.clients.openWindow(path);
  if (!at) one.postMessage({ open: path });
  return one.focus();
}

/** Keeps the page with its files. Fails if the server already has another page, which its own worker will keep. */
async function keepPage() {
  const response = await fetch('/', { cache: 'no-cache' });
  const text = await response.clone().text();
  if (!response.ok || !text.includes(`data-version="${version}"`)) throw new Error('another page');
  const cache = await caches.open(SHELL);
  await cache.addAll(files);
  await cache.put('/', response);
}

async function forgetOthers() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith('page-') && name !== SHELL).map((name) => caches.delete(name)));
}

/** The server's page, or the kept one if the server cannot be reached. @param {Request} request */
async function page(request) {
  try {
    return await fetch(request, { signal: AbortSignal.timeout(PATIENCE_MS) });
  } catch (error) {
    const kept = await caches.match('/', { cacheName: SHELL });
    if (kept) return kept;
    throw error;
  }
}

/** A file whose name changes with its content: once kept, it stays valid. @param {Request} request */
async function asset(request) {
  const kept = await caches.match(request, { cacheName: SHELL });
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok) {
    const cache = await caches.open(SHELL);
    await cache.put(request, response.clone());
  }
  return response;
}

/** Hands and lists of hands: from the server, otherwise as last seen. @param {any} event */
async function hands({ request }) {
  const response = await newest(request, HANDS);
  const cache = await caches.open(HANDS);
  const keys = await cache.keys();
  await Promise.all(keys.slice(0, Math.max(0, keys.length - HANDS_KEPT)).map((key) => cache.delete(key)));
  return response;
}

/** The server's answer, otherwise the one last seen. @param {Request} request @param {string} name Name of the cache. */
async function newest(request, name) {
  const cache = await caches.open(name);
  let response;
  try {
    response = await fetch(request);
  } catch (error) {
    // The account is named in a header, and only one account has used the cache since it was emptied.
    const kept = await cache.match(request, { ignoreVary: true });
    if (kept) return kept;
    throw error;
  }
  if (response.ok) await cache.put(request, response.clone());
  return response;
}

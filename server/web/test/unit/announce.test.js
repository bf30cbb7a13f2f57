// Requests of the dialog that announces a tournament.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import './catalogue.js';

// The dialog draws cards, which are elements of a page.
Object.assign(globalThis, { HTMLElement: class {}, customElements: { define: () => {} } });
const { termsOf } = await import('../../tournament/sections.js');
const { configOf, draftOf, faultOf, isForHosts, localField, newDraft, ownText, soon, structureOf, targetsOf } = await import('../../tournament/draft.js');

const { structures } = JSON.parse(readFileSync(new URL('../../../../protocol/golden/v1/rest/structures_response.json', import.meta.url), 'utf8'));
const timed = { ...structures[0], guarantee: 0, start: 'time' };
const full = { ...timed, id: 'sit-and-go', start: 'full' };
const NOW = Date.UTC(2026, 0, 5, 17, 50, 30);

test('a field of local time tells the instant that it means', () => {
  for (const at of [NOW, NOW + 200 * 86_400_000]) {
    const minute = Math.floor(at / 60_000) * 60_000;
    assert.equal(new Date(localField(at)).getTime(), minute);
  }
  const first = new Date(soon(NOW)).getTime();
  assert.equal(first % 900_000, 0);
  assert.ok(first >= NOW + 900_000 && first < NOW + 1_800_000);
});

test('what is announced is what was chosen, and nothing else', () => {
  const draft = newDraft(NOW);
  const at = new Date(draft.start).getTime();
  assert.deepEqual(configOf(draft, timed), { structure: timed.id, starts_at: at });
  assert.deepEqual(configOf(draft, full), { structure: 'sit-and-go' }, 'one that starts when full has no time');
  const more = { ...draft, name: ' Monday ', isPrivate: true, bots: ' 9 ' };
  assert.deepEqual(configOf(more, timed), { structure: timed.id, name: 'Monday', starts_at: at, private: true });
  assert.equal(configOf({ ...more, isPrivate: false }, timed).bots, 9, 'house bots know no links');
  assert.deepEqual(configOf({ ...draft, isOwn: true, definition: 'id = "x"' }, full), { definition: 'id = "x"' });
});

test('a time that has passed, one too far ahead and bots that are no number are named', () => {
  const draft = newDraft(NOW);
  assert.equal(faultOf(draft, timed, NOW), null);
  assert.equal(faultOf(draft, timed, NOW + 86_400_000), 'start');
  assert.equal(faultOf({ ...draft, start: '' }, timed, NOW), 'start');
  assert.equal(faultOf({ ...draft, start: localField(NOW + 32 * 86_400_000) }, timed, NOW), 'start');
  assert.equal(faultOf({ ...draft, start: '' }, full, NOW), null);
  assert.equal(faultOf({ ...draft, bots: 'many' }, full, NOW), 'bots');
});

test('a satellite names the tournament whose seats it pays', () => {
  const satellite = { ...timed, id: 'satellite', pays: { kind: 'seats', seats: 2, of: 'deep' } };
  const line = { tournament: '4', structure: 'deep', phase: 'registering' };
  const all = [
    line,
    { ...line, tournament: '5', phase: 'running' },
    { ...line, tournament: '6', structure: 'turbo' },
    { ...line, tournament: '7', live: true },
  ];
  assert.deepEqual(targetsOf(satellite, all), [line]);
  assert.deepEqual(targetsOf(timed, all), []);
  const draft = newDraft(NOW);
  assert.equal(faultOf(draft, satellite, NOW), 'target');
  const named = { ...draft, target: '4' };
  assert.equal(faultOf(named, satellite, NOW), null);
  assert.equal(configOf(named, satellite).target, '4');
  assert.equal(configOf(named, timed).target, undefined);
});

test('a live tournament needs no time, takes no bots and pays no seats', () => {
  const draft = { ...newDraft(NOW), isLive: true, bots: '5', start: '' };
  assert.equal(faultOf(draft, timed, NOW), null);
  assert.deepEqual(configOf(draft, timed), { structure: timed.id, live: true });
  assert.equal(faultOf(draft, { ...timed, pays: { kind: 'seats', seats: 1, of: 'deep' } }, NOW), 'live');
});

test('a tournament for adults takes no bots', () => {
  const draft = { ...newDraft(NOW), isForAdults: true, bots: 'many' };
  assert.equal(faultOf(draft, full, NOW), null, 'what is not asked for is not wrong');
  assert.deepEqual(configOf({ ...draft, bots: '5' }, full), { structure: 'sit-and-go', adults_only: true });
  assert.equal(configOf(newDraft(NOW), full).adults_only, undefined);
});

test('those who watch may see a tournament late, but not one with real cards', () => {
  const draft = { ...newDraft(NOW), delay: 5 };
  assert.equal(configOf(draft, full).watch_delay, 5);
  assert.equal(configOf({ ...draft, isLive: true }, full).watch_delay, undefined);
  assert.equal(configOf(newDraft(NOW), full).watch_delay, undefined);
});

test('languages of the chat are declared by their tags', () => {
  const draft = { ...newDraft(NOW), languages: ' en, fr-CA;de ' };
  assert.equal(faultOf(draft, timed, NOW), null);
  assert.deepEqual(configOf(draft, timed).languages, ['en', 'fr-CA', 'de']);
  assert.equal(configOf(newDraft(NOW), timed).languages, undefined, 'none is declared');
  for (const languages of ['french', 'fr, FR', 'e', 'fr_CA', 'aa bb cc dd ee ff gg hh ii'])
    assert.equal(faultOf({ ...draft, languages }, timed, NOW), 'languages', languages);
  assert.equal(faultOf({ ...draft, isLive: true, languages: 'french' }, timed, NOW), 'languages');
});

test('a structure of one’s own counts once the server found its very text to be good', () => {
  const draft = { ...newDraft(NOW), isOwn: true, definition: 'b', checked: { text: 'a', structure: timed } };
  assert.equal(structureOf(draft, [full]), undefined);
  assert.equal(structureOf({ ...draft, definition: 'a' }, [full]), timed);
  assert.equal(structureOf({ ...draft, isOwn: false }, [full, timed]), full, 'the first, until one is chosen');
  assert.equal(structureOf({ ...draft, isOwn: false, structure: timed.id }, [full, timed]), timed);
});

test('hosts begin with what hosts may announce', () => {
  assert.ok(isForHosts(timed));
  assert.ok(!isForHosts({ ...timed, house_only: true }));
  assert.equal(ownText('# A note.\nid = "deep"\nguarantee = 500\nprice = 5\n'), '# A note.\nid = "my-deep"\nprice = 5\n');
  assert.match(ownText(`id = "${'x'.repeat(40)}"`), /^id = "my-x{37}"$/);
});

test('what players have to know of penalties, absent players and rounds stands among the terms', () => {
  const said = (change) => new Map(termsOf({ ...timed, ...change }));
  const strict = said({ severity: 'heavy', absent_hand: 'live', ante: 'button', hand_for_hand: [{ kind: 'money' }, { kind: 'jump', left: 3 }] });
  assert.equal(strict.get('Penalties'), 'heavy: no warnings');
  assert.equal(strict.get('Absent players'), 'post, and the clock plays their hands');
  assert.equal(strict.get('Ante'), 'paid by the button for all');
  assert.equal(strict.get('Hand-for-hand'), 'before the money and before 3 players are left');
  assert.equal(said({ hand_for_hand: [] }).has('Hand-for-hand'), false);
  assert.equal(said({ clock: 'live' }).get('Time to act'), 'a minute, then half a minute once Time is called');
});

test('a template of an event is the draft it was made of', () => {
  const more = { name: 'Monday', bots: '', isForAdults: true, languages: 'en, fr', isLive: true };
  for (const draft of [
    { ...newDraft(NOW), structure: full.id, bots: '9' },
    { ...newDraft(NOW), ...more, structure: full.id, isPrivate: true },
    { ...newDraft(NOW), isOwn: true, definition: 'id = "mine"', name: '<b>' },
  ]) {
    const config = configOf(draft, full);
    assert.deepEqual(configOf({ ...draftOf(config), start: draft.start }, full), config);
  }
});

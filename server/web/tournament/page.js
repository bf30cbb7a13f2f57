// The page of a tournament: its state, the viewer's options, and everything published about it.

/** @import { Entrant, Finished } from '../gen/protocol.d.ts' */
/** @import { App, View } from '../app.js' */
/** @import { Invited } from '../invite.js' */
/** @import { Tournament } from './model.js' */
/** @import { TournamentSession } from './session.js' */

import { invitedTo } from '../card.js';
import { copyText } from '../clipboard.js';
import { h, patch } from '../dom.js';
import { local, num, t } from '../i18n.js';
import { newId } from '../net.js';
import { cutOff, gone } from '../nowhere.js';
import { saveFile } from '../save.js';
import { pageTop } from '../top.js';
import { Asking, lacksAge, questionsOf } from './asking.js';
import { priceText } from './price.js';
import { dealPart, proposePart } from './deal.js';
import { Floor, TRAIL_MS } from './floor-desk.js';
import { mayPropose, withAll } from './model.js';
import { REASONS } from './reasons.js';
import { certificatePath, clockPart, invitePart, playersPart, prizesPart, resultsPart, seatLink, structurePart, tablesPart, termsPart } from './sections.js';
import { trailPart } from './trail.js';
import { fieldText, phaseText, standText, startText } from './words.js';

/** @implements {View} */
class TournamentPage extends HTMLElement {
  /** @type {App} */
  // @ts-ignore: set by the parent before the first update.
  app;
  tournamentId = '';
  search = '';
  /** All places, once requested. @type {{ places: Finished[], entrants: Entrant[] } | null} */
  #all = null;
  /** `true` if the operator has verified the account's age, once requested. @type {{ account: string, isAdult: boolean } | null} */
  #age = null;
  /** Officials' decisions here. @type {Floor | null} */
  floor = null;
  asking = new Asking(
    () => this.app,
    () => this.session,
    () => this.update(),
  );
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #ticker;

  connectedCallback() {
    this.#ticker = setInterval(() => {
      // Without events, only clocks change.
      if (!document.hidden && (this.session?.live?.clock || this.asking.question)) this.update();
    }, 500);
  }

  disconnectedCallback() {
    clearInterval(this.#ticker);
    this.floor?.stop();
  }

  /** @returns {TournamentSession | null} */
  get session() {
    return this.app.hall.events.get(this.tournamentId) ?? null;
  }

  update() {
    if (!this.isConnected) return;
    if (!this.floor) {
      this.floor = new Floor(
        this.tournamentId,
        () => this.app.account,
        () => this.update(),
      );
      this.floor.start(TRAIL_MS);
    }
    this.floor.look();
    const { session } = this;
    const live = session?.live;
    if (live) this.floor.heard(session.told);
    if (live?.summary.adults_only) this.#askAge();
    if (this.app.hall.wish === this.tournamentId && live) {
      this.app.hall.wish = null;
      // The page of an adults-only tournament says first who may enter.
      if (!live.summary.adults_only) this.asking.open('register');
    }
    patch(this, this.view());
    /** @type {any} */ (this.querySelector('p-invite'))?.update?.();
  }

  /** Requests once if the account's age is verified. Visitors without a name have none. */
  async #askAge() {
    const account = this.app.account.session?.you.id ?? '';
    if (this.#age?.account === account) return;
    this.#age = { account, isAdult: false };
    if (!account) return;
    try {
      const { adult = false } = await this.app.account.me();
      if (this.#age.account === account) this.#age = { account, isAdult: adult };
    } catch (error) {
      this.app.toastError(error);
    }
    this.update();
  }

  view() {
    const { session } = this;
    const live = session?.live ?? null;
    const back = '/tournaments';
    return h(
      'div',
      { class: 'tpage' },
      h('a', { class: 'skip', href: '#tournament' }, t('t.skip')),
      pageTop(
        this.app,
        live ? local(live.summary.name) : t('t.list'),
        { path: back, name: t('t.back') },
        this.app.account.session &&
          h(
            'span',
            { key: 'purse', class: 'purse plain', 'aria-label': t('purse', { n: this.app.purse.balance }), role: 'img' },
            h('i', { class: 'chip k', 'aria-hidden': 'true' }),
            h('b', null, num(this.app.purse.balance)),
          ),
      ),
      h('main', { id: 'tournament', tabindex: '-1' }, live ? this.content(live) : this.nothing(session)),
      this.asking.view(this.app.reach.now),
    );
  }

  /** @param {TournamentSession | null} session */
  nothing(session) {
    if (session?.status === 'gone') return gone(this.app, 'event', this.tournamentId, false);
    if (this.app.isDown || this.app.isCutOff) return cutOff(this.app);
    return h(
      'div',
      { key: 'loading', class: 'skeleton' },
      h('p', { class: 'vh' }, t('t.loading')),
      [1, 2, 3].map((n) => h('i', { key: n, 'aria-hidden': 'true' })),
    );
  }

  /** @param {Tournament} live */
  content(live) {
    const { now } = this.app.reach;
    const { summary } = live;
    const lacks = lacksAge(live, this.#age?.isAdult ?? false);
    const invited = invitedTo(this.app, 'event', this.tournamentId, `${summary.phase} ${summary.entries} ${summary.alive}`);
    return h(
      'div',
      { key: 'content', class: 't-content' },
      h(
        'section',
        { class: 't-head', 'aria-label': t('t.you') },
        invited && h('p', { key: 'invited', class: 't-mine' }, h('b', null, invited.head), ` · ${invited.line}`),
        h(
          'p',
          { class: 't-line' },
          h('b', null, phaseText(summary, live.clock?.break)),
          h('span', null, fieldText(summary)),
          h('span', null, priceText(summary)),
          summary.phase === 'registering' && h('span', { key: 'start' }, startText(summary)),
        ),
        h('p', { class: 't-mine' }, standText(live)),
        lacks && h('p', { key: 'age', class: 't-mine' }, t('t.age.lacks')),
        this.buttons(live, lacks),
        this.links(live),
      ),
      live.deal && dealPart(live, live.deal, (answer) => this.answer(answer)),
      mayPropose(live) &&
        proposePart(live, (kind, keep, shares) => this.ask({ type: 'propose_deal', tournament: this.tournamentId, kind, keep, ...(shares && { shares }) })),
      summary.private && summary.phase !== 'completed' && summary.phase !== 'cancelled' && invitePart(this.app, this),
      clockPart(live, now),
      prizesPart(live),
      tablesPart(this.app, live),
      resultsPart(this.app, this.#all ? withAll(live, this.#all) : live, this.#all ? null : () => this.askAll(), () => this.saveResults()),
      playersPart(live, this.search, (search) => {
        this.search = search;
        this.update();
      }),
      this.floor && this.floor.entries.length > 0 && trailPart(this.floor, this.floor.named(live)),
      structurePart(this.app, live),
      termsPart(this.app, live),
    );
  }

  /** Saves the results for hand trackers. */
  async saveResults() {
    try {
      // The name of a private tournament includes its invitation, which must not appear in a file name.
      saveFile(`tournament-${parseInt(this.tournamentId, 10)}.txt`, [await this.app.account.resultsFile(this.tournamentId)]);
    } catch (error) {
      this.app.toastError(error);
    }
  }

  /** Requests the places and players that a state leaves out. */
  async askAll() {
    try {
      const { account } = this.app;
      const [places, entrants] = await Promise.all([account.places(this.tournamentId), account.entrants(this.tournamentId)]);
      this.#all = { places, entrants };
    } catch (error) {
      this.app.toastError(error);
    }
    this.update();
  }

  /** @param {Tournament} live @param {boolean} lacks `true` if an entry requires an age that is not verified. */
  buttons(live, lacks) {
    const { seat, out } = live.you;
    const [first, ...more] = questionsOf(live, !lacks);
    const isFree = !seat || out;
    return h(
      'div',
      { class: 't-buttons' },
      this.#mayStart(live) && h('button', { key: 'start', class: 'btn-s hot', on: { click: () => this.#start() } }, t('floor.do.start')),
      seat && seatLink(this.app, seat, t('t.go')),
      [first, ...more].filter(Boolean).map(({ question, label }, at) =>
        h(
          'button',
          {
            key: question,
            class: at === 0 && isFree && question !== 'unregister' && question !== 'leave_waitlist' ? 'btn-s hot' : 'btn-s',
            'aria-disabled': this.session?.sending ? true : null,
            on: { click: () => this.asking.open(question) },
          },
          label,
        ),
      ),
    );
  }

  /** `true` for the host of a private event once enough players have entered. @param {Tournament} live */
  #mayStart({ summary }) {
    const isReady = summary.phase === 'registering' && Boolean(summary.private) && !summary.live && summary.entries >= summary.entries_min;
    return isReady && this.floor?.role === 'director' && !this.floor.denied.some(({ action }) => action === 'start');
  }

  async #start() {
    const refusal = await this.floor?.decide(newId(), { kind: 'start' }, REASONS.none);
    if (refusal) this.app.toastError(refusal);
  }

  /** Links to the tournament's other pages. @param {Tournament} live */
  links({ id, you }) {
    const here = `/tournament/${encodeURIComponent(id)}`;
    /** @param {string} path @param {string} label */
    const link = (path, label) => h('a', { key: path, class: 'btn-s quiet', href: path, on: { click: (event) => this.app.follow(event, path) } }, label);
    return h(
      'div',
      { class: 't-buttons' },
      link(`${here}/screen`, t('wall.link')),
      this.floor?.role && link(`${here}/floor`, t('floor.link')),
      you.place && you.player !== undefined && link(certificatePath(id, you.player), t('cert.open')),
    );
  }

  /** Invitation to a private tournament. @returns {Invited | null} */
  invited() {
    const summary = this.session?.live?.summary;
    if (!summary) return null;
    const name = local(summary.name);
    return {
      link: `${location.origin}/tournament/${encodeURIComponent(summary.tournament)}`,
      why: t('t.invite.why'),
      title: name,
      text: t('t.invite.text', { name }),
    };
  }

  /** @param {string} text */
  async copy(text) {
    this.app.toast(t((await copyText(text)) ? 'copied' : 'copy.failed'));
  }

  /** @param {import('../gen/protocol.d.ts').DealAnswer} answer */
  answer(answer) {
    return this.ask({ type: 'deal', tournament: this.tournamentId, answer });
  }

  /** @param {import('../net.js').Ask} ask */
  async ask(ask) {
    const refusal = await this.session?.request(ask);
    if (refusal) this.app.toastError(refusal);
  }
}

customElements.define('p-tournament', TournamentPage);

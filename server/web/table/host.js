// The host panel: dealing, seats, players, stakes, bots, closing.

/** @import { HostAction, HostStakes, SeatRequest } from '../gen/protocol.d.ts' */
/** @import { Seat, Table } from '../model.js' */

import { h, patch } from '../dom.js';
import { shown } from '../evening.js';
import { isHost } from '../facts.js';
import { clockTime, num, parseNum, t } from '../i18n.js';
import { heirPart } from './heir.js';
import { HostForm } from './host-form.js';
import { classPart } from './stopped.js';
import { typedLink } from './voice.js';
import { parseChips, typedChips } from './words.js';

/** Fields of the stakes. @typedef {'small_blind' | 'big_blind' | 'ante' | 'multiplier' | 'buy_in_min' | 'buy_in_max'} Field */

/** Minutes of a pause to choose from. */
const PAUSES = ['5', '10', '15', '30', '60'];

/** The host's pause in words. @param {Table['host']} host */
const pauseText = ({ paused, paused_until: until }) =>
  until ? `${t('log.host.paused_until', { time: clockTime(until) })}.` : t(paused ? 'host.paused' : 'host.dealing');

class HostDrawer extends HostForm {
  /** The player being dealt with. */
  #player = '';
  #chips = '';
  /** The player who pays a buy-in instead, and the reason for a correction. */
  #payer = '';
  #reason = '';
  #seat = '';
  /** Stakes typed in place of the current ones. @type {Partial<Record<Field, string>>} */
  #typed = {};
  /** Minutes of a pause; empty for one without an end. */
  #minutes = '';
  /** The link to the voice room as it is typed. @type {string | null} */
  #voice = null;
  /** `true` if the next press closes the table. */
  #isSure = false;
  /** The player whom the next press makes the host. */
  #heir = '';
  /** `true` once the viewer was the host while it was open. */
  #wasHost = false;

  /** @override @param {Table} table */
  draw(table) {
    if (table.closed || (this.#wasHost && !isHost(table))) {
      this.room.closeDialog();
      return;
    }
    this.#wasHost = isHost(table);
    const isRunning = Boolean(table.hand && !table.hand.over);
    patch(this, [
      h('p', { key: 'told', class: 'note', role: 'status' }, this.told),
      this.#play(table),
      table.info.session?.class && this.section('class', ...this.#class(table)),
      this.#requests(table),
      this.#rebuys(table),
      this.#about(table, isRunning),
      this.#stakes(table),
      table.info.private && this.#bots(table),
      table.info.private && this.#talk(table),
      this.#end(table),
    ]);
  }

  /** @param {Table} table */
  #play({ host, info, pick }) {
    const isTurns = info.mix?.kind === 'rotation' || pick !== null;
    /** @type {HostAction} */
    const pause = { kind: 'pause', ...(info.private && this.#minutes && { minutes: Number(this.#minutes) }) };
    return this.section(
      'play',
      h('p', { class: 'note' }, pauseText(host)),
      info.private &&
        this.select(
          t('host.pause.time'),
          ['', ...PAUSES].map((minutes) => [minutes, minutes ? t('minutes.short', { n: Number(minutes) }) : t('host.pause.open')]),
          this.#minutes,
          (minutes) => (this.#minutes = minutes),
        ),
      h(
        'div',
        { class: 'host-do' },
        this.button(t(host.paused ? 'host.resume' : 'host.pause'), () => this.ask(host.paused ? { kind: 'resume' } : pause), {
          key: 'pause',
          hot: host.paused,
        }),
        host.paused && info.private && this.button(t('host.pause.again'), () => this.ask(pause), { key: 'again' }),
        isTurns &&
          this.button(t(pick ? 'host.pick_now' : 'host.next_game'), () => this.ask({ kind: 'next_game' }), {
            key: 'next',
            why: host.next_game ? t('host.next_game.soon') : '',
          }),
      ),
    );
  }

  /** @param {Table} table */
  #class(table) {
    return classPart(table, this.#minutes, (label, action, why) => this.button(label, () => this.ask(action), { key: action.kind, why }));
  }

  /** @param {Table} table */
  #requests({ host }) {
    const answer = (/** @type {'accept' | 'refuse'} */ kind, /** @type {SeatRequest} */ { player }) =>
      this.button(t(`host.${kind}`), () => this.ask({ kind, player: player.id }), {
        key: kind,
        name: t(`host.${kind}.name`, { name: player.name }),
        hot: kind === 'accept',
      });
    const requests = host.requests ?? [];
    return this.section(
      'seats',
      h(
        'label',
        { class: 'check' },
        h('input', {
          type: 'checkbox',
          prop: { checked: Boolean(host.approval) },
          on: { change: () => this.ask({ kind: 'approval', on: !host.approval }) },
        }),
        h('span', null, t('host.approval')),
      ),
      host.approval && requests.length === 0 && h('p', { key: 'none', class: 'note' }, t('host.no_requests')),
      requests.length > 0 &&
        h(
          'ul',
          { key: 'list', class: 'host-requests' },
          requests.map((request) =>
            h(
              'li',
              { key: request.player.id },
              h('span', null, h('b', null, request.player.name), h('small', null, t(`host.request.${request.state}`))),
              h(
                'div',
                { class: 'host-do' },
                request.state !== 'accepted' && answer('accept', request),
                request.state !== 'refused' && answer('refuse', request),
              ),
            ),
          ),
        ),
    );
  }

  /** Requests for rebuys. @param {Table} table */
  #rebuys({ host, info }) {
    const asked = host.rebuys ?? [];
    if (asked.length === 0) return null;
    return this.section(
      'rebuys',
      h(
        'ul',
        { class: 'host-requests' },
        asked.map(({ player, amount }) => {
          /** @param {'accept' | 'refuse'} what @param {HostAction} action */
          const answer = (what, action) =>
            this.button(t(`host.${what}`), () => this.ask(action, true), {
              key: what,
              name: t(`host.${what}_rebuy.name`, { name: player.name }),
              hot: what === 'accept',
            });
          return h(
            'li',
            { key: player.id },
            h('span', null, h('b', null, player.name), h('small', null, shown(amount, info.session ?? {}))),
            h(
              'div',
              { class: 'host-do' },
              answer('accept', { kind: 'accept_rebuy', player: player.id, amount }),
              answer('refuse', { kind: 'refuse_rebuy', player: player.id }),
            ),
          );
        }),
      ),
    );
  }

  /** Corrects the ledger: a late buy-in, or one that another player pays. @param {Table} table @param {Seat} chosen */
  #correct({ info, ledger }, { player, stack }) {
    const payers = (ledger?.players ?? []).filter((line) => line.player.id !== player.id);
    const amount = parseChips(this.#chips, info) ?? 0;
    const payer = payers.some((line) => line.player.id === this.#payer) ? this.#payer : '';
    // A late buy-in fills the stack, and another player takes over what has been bought.
    const bought = ledger?.players.find((line) => line.player.id === player.id)?.bought ?? 0;
    const most = payer ? bought : Math.max(0, info.buy_in_max - stack);
    const mostText = shown(most, info.session ?? {});
    const isLegal = amount > 0 && amount <= most && this.#reason.trim() !== '';
    return h(
      'form',
      {
        key: 'correct',
        class: 'host-stakes',
        on: {
          submit: async (event) => {
            event.preventDefault();
            if (!isLegal) {
              this.told = amount > most ? t('host.correct.range', { n: mostText }) : t('host.correct.why');
              this.update();
              return;
            }
            const reason = this.#reason.trim();
            if (await this.ask({ kind: 'correct', player: player.id, amount, reason, ...(payer && { paid_by: payer }) }, true)) {
              [this.#chips, this.#reason] = ['', ''];
              this.update();
            }
          },
        },
      },
      this.select(
        t('host.correct.what'),
        [
          ['', t('host.correct.late')],
          ...payers.map((line) => /** @type {[string, string]} */ ([line.player.id, t('host.correct.paid', { name: line.player.name })])),
        ],
        payer,
        (id) => (this.#payer = id),
      ),
      this.field(t('host.correct.amount'), this.#chips, (text) => (this.#chips = text), t('host.chips.most', { n: mostText })),
      this.field(t('host.correct.reason'), this.#reason, (text) => (this.#reason = text), '', 'text'),
      h('button', { class: 'btn quiet', 'aria-disabled': !isLegal }, t('host.correct')),
    );
  }

  /** @param {Table} table @param {boolean} isRunning */
  #about(table, isRunning) {
    const seats = Object.values(table.seats);
    if (seats.length === 0) return null;
    const others = seats.filter(({ player }) => player.id !== table.me);
    const chosen = seats.find(({ player }) => player.id === this.#player) ?? others[0] ?? seats[0];
    const free = Array.from({ length: table.info.seats }, (_, at) => at + 1).filter((seat) => !table.seats[seat]);
    const why = isRunning ? t('host.after_hand') : '';
    const isFree = table.info.session?.free_stacks;
    return this.section(
      'player',
      this.select(
        t('host.player'),
        seats.map(({ player }) => [player.id, player.name]),
        chosen.player.id,
        (id) => (this.#player = id),
      ),
      !isFree && (table.ledger ? this.#correct(table, chosen) : this.#give(table, chosen, isRunning && chosen.play ? why : '')),
      free.length > 0 &&
        h(
          'div',
          { key: 'move', class: 'host-line' },
          this.select(
            t('host.to_seat'),
            free.map((seat) => [String(seat), t('seat.n', { n: seat })]),
            free.includes(Number(this.#seat)) ? this.#seat : String(free[0]),
            (seat) => (this.#seat = seat),
          ),
          this.button(t('host.move'), () => this.ask({ kind: 'move', player: chosen.player.id, seat: Number(this.#seat) || free[0] }), { why }),
        ),
      heirPart(table, chosen, this.#heir, (label, isSure) => {
        const { id } = chosen.player;
        const press = () => {
          this.#heir = isSure ? '' : id;
          return isSure ? this.ask({ kind: 'hand_over', player: id }) : this.update();
        };
        return this.button(label, press, { key: 'heir', hot: isSure });
      }),
    );
  }

  /** @param {Table} table @param {Seat} chosen @param {string} running */
  #give({ info }, chosen, running) {
    const most = Math.max(0, Math.min(info.buy_in_max - chosen.stack, this.room.app.purse.balance));
    const amount = parseNum(this.#chips) ?? 0;
    const isLegal = amount >= 1 && amount <= most;
    return h(
      'form',
      {
        key: 'give',
        class: 'host-line',
        on: {
          submit: async (event) => {
            event.preventDefault();
            if (running || !isLegal) {
              this.told = running || t('host.chips.range', { n: most });
              this.update();
            } else if (await this.ask({ kind: 'add_chips', player: chosen.player.id, amount }, true)) {
              this.#chips = '';
              this.update();
            }
          },
        },
      },
      this.field(t('host.chips'), this.#chips, (text) => (this.#chips = text), t('host.chips.most', { n: most })),
      h('button', { class: 'btn quiet', 'aria-disabled': Boolean(running) || !isLegal }, t('host.give')),
    );
  }

  /** @param {Table} table */
  #stakes({ info, host }) {
    /** @type {Field[]} */
    const fields = info.mix
      ? ['multiplier', 'buy_in_min', 'buy_in_max']
      : [...(info.big_blind > 0 ? /** @type {Field[]} */ (['small_blind', 'big_blind']) : []), 'ante', 'buy_in_min', 'buy_in_max'];
    const now = { ...info, multiplier: 1 };
    return this.section(
      'stakes',
      h('p', { class: 'note' }, t(host.stakes ? 'host.stakes.soon' : 'host.stakes.when')),
      h(
        'form',
        {
          class: 'host-stakes',
          on: {
            submit: async (event) => {
              event.preventDefault();
              if (await this.ask({ kind: 'stakes', stakes: this.#wanted(fields, now, info) })) {
                this.#typed = {};
                this.update();
              }
            },
          },
        },
        fields.map((field) =>
          this.field(
            t(`host.field.${field}`),
            this.#typed[field] ?? (field === 'multiplier' ? num(now[field]) : typedChips(now[field], info)),
            (text) => (this.#typed[field] = text),
          ),
        ),
        h('button', { class: 'btn quiet' }, t('host.stakes.change')),
      ),
    );
  }

  /**
   * The stakes as typed. Amounts already set stay; buy-ins scale with the stakes unless they are typed.
   *
   * @param {Field[]} fields
   * @param {Record<Field, number>} now
   * @param {Table['info']} info
   * @returns {HostStakes}
   */
  #wanted(fields, now, info) {
    /** @type {HostStakes} */
    const stakes = {};
    for (const field of fields) {
      const typed = this.#typed[field];
      const amount = typed === undefined ? now[field] : field === 'multiplier' ? parseNum(typed) : parseChips(typed, info);
      const follows = field === 'buy_in_min' || field === 'buy_in_max' || (field === 'ante' && amount === 0);
      if (amount !== null && !(typed === undefined && follows)) stakes[field] = amount;
    }
    return stakes;
  }

  /** @param {Table} table */
  #bots({ host, info }) {
    const counts = Array.from({ length: info.seats }, (_, count) => count);
    return this.section(
      'bots',
      this.select(
        t('host.bots'),
        counts.map((count) => [String(count), num(count)]),
        String(host.bots ?? 0),
        (count) => this.ask({ kind: 'bots', count: Number(count) }),
      ),
      h('p', { class: 'note' }, t('host.bots.note')),
    );
  }

  /** The link to the voice room. @param {Table} table */
  #talk({ host }) {
    const typed = this.#voice ?? host.voice ?? '';
    const link = typedLink(typed);
    const set = async (/** @type {string | null} */ to) => {
      if (await this.ask({ kind: 'voice', ...(to !== null && { link: to }) })) {
        this.#voice = null;
        this.update();
      }
    };
    return this.section(
      'voice',
      h('p', { class: 'note' }, t('host.voice.note')),
      h(
        'form',
        {
          key: 'voice',
          class: 'host-line',
          on: {
            submit: (event) => {
              event.preventDefault();
              if (link) set(link);
              else {
                this.told = t('host.voice.why');
                this.update();
              }
            },
          },
        },
        this.field(t('invite.link'), typed, (text) => (this.#voice = text), '', 'url'),
        h('button', { class: 'btn quiet', 'aria-disabled': !link }, t('host.voice.set')),
      ),
      host.voice && this.button(t('host.voice.gone'), () => set(null), { key: 'gone' }),
    );
  }

  /** @param {Table} table */
  #end({ host }) {
    const close = () => {
      if (!this.#isSure) {
        this.#isSure = true;
        this.told = t('host.close.sure');
        this.update();
      } else this.ask({ kind: 'close' });
    };
    return this.section(
      'end',
      h('p', { class: 'note' }, t(host.closing ? 'host.closing' : 'host.close.note')),
      this.button(t(this.#isSure ? 'host.close.really' : 'host.close'), close, {
        key: 'close',
        why: host.closing ? t('host.closing') : '',
      }),
    );
  }
}

customElements.define('p-host', HostDrawer);

export { HostDrawer };

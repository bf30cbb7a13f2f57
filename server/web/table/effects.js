// Effects of events on the eye and ear, beyond the changes of state.

/** @import { PublicEvent } from '../gen/protocol.d.ts' */
/** @import { Table } from '../model.js' */
/** @import { Sounds } from '../sound.js' */
/** @import { Spot } from './motion.js' */

import { deal, pop, push, slide, spotOf, turn } from './motion.js';

/** @typedef {'deal' | 'turn' | 'bet' | 'pop'} Entrance */

export class Effects {
  #room;
  /** @type {{ element: HTMLElement, kind: Entrance }[]} */
  #entered = [];
  /** Animations to run once the page is drawn. @type {(() => void)[]} */
  #after = [];

  /** @param {HTMLElement} room */
  constructor(room) {
    this.#room = room;
  }

  /** For a view: notes an element being created. @param {Entrance} kind */
  entering(kind) {
    return (/** @type {HTMLElement} */ element) => {
      this.#entered.push({ element, kind });
    };
  }

  /** Schedules something for after the page is drawn. @param {() => void} step */
  then(step) {
    this.#after.push(step);
  }

  /** Animates what is new since the last drawing. @param {boolean} mayMove */
  run(mayMove) {
    const entered = this.#entered.splice(0);
    for (const step of this.#after.splice(0)) step();
    if (!mayMove) return;
    const of = (/** @type {Entrance} */ kind) => entered.filter((one) => one.kind === kind && one.element.isConnected).map((one) => one.element);
    const middle = this.#find('.centre');
    const cards = of('deal');
    if (cards.length > 0 && middle) deal(cards, spotOf(middle));
    turn(of('turn'));
    of('pop').forEach(pop);
    for (const bet of of('bet')) {
      const plate = this.#find(`[data-plate="${bet.dataset.bet}"]`);
      if (plate) push(bet, spotOf(plate));
    }
  }

  /** @param {string} selector */
  #find(selector) {
    return /** @type {HTMLElement | null} */ (this.#room.querySelector(selector));
  }

  /**
   * Prepares the animation of an event. Call it before the page is redrawn, while elements are still in their old places.
   *
   * @param {PublicEvent} event
   * @param {Table} before
   * @param {(chips: number) => string} money
   */
  move(event, before, money) {
    switch (event.kind) {
      case 'pots_formed':
        this.#collect();
        break;
      case 'pot_awarded':
        if (!before.hand?.pots.length) this.#collect();
        this.#pay(event, money);
        break;
      case 'seven_deuce_paid':
        this.#reveal([event.seat]);
        this.#give(event, money);
        break;
      case 'hand_shown':
        this.#reveal([event.seat]);
        break;
      case 'hands_tabled':
      case 'hands_opened':
        this.#reveal(event.hands.map((hand) => hand.seat));
        break;
      default:
    }
  }

  /** Slides all bets to the pot. */
  #collect() {
    const bets = [...this.#room.querySelectorAll('.bet[data-bet]')].map((bet) => ({
      chips: bet.cloneNode(true),
      from: spotOf(bet),
    }));
    this.then(() => {
      const pots = this.#find('.pots');
      for (const { chips, from } of bets) if (pots) this.#slide(/** @type {HTMLElement} */ (chips), from, spotOf(pots));
    });
  }

  /** @param {Extract<PublicEvent, { kind: 'pot_awarded' }>} event @param {(chips: number) => string} money */
  #pay(event, money) {
    const pot = this.#find(`[data-pot="${event.pot}"]`) ?? this.#find('.pots');
    if (!pot) return;
    const from = spotOf(pot);
    for (const { seat, amount } of event.shares) {
      const chips = document.createElement('span');
      chips.textContent = money(amount);
      this.then(() => {
        const plate = this.#find(`[data-plate="${seat}"]`);
        if (plate) this.#slide(chips, from, spotOf(plate));
      });
    }
  }

  /** Animates payments from the others to a player. @param {Extract<PublicEvent, { kind: 'seven_deuce_paid' }>} event @param {(chips: number) => string} money */
  #give(event, money) {
    for (const { seat, amount } of event.payments) {
      const chips = document.createElement('span');
      chips.textContent = money(amount);
      this.then(() => {
        const [from, to] = [seat, event.seat].map((one) => this.#find(`[data-plate="${one}"]`));
        if (from && to) this.#slide(chips, spotOf(from), spotOf(to));
      });
    }
  }

  /** @param {number[]} seats */
  #reveal(seats) {
    this.then(() => {
      for (const seat of seats) turn([.../** @type {NodeListOf<HTMLElement>} */ (this.#room.querySelectorAll(`li[data-seat="${seat}"] p-card`))]);
    });
  }

  /** @param {HTMLElement} chips @param {Spot} from @param {Spot} to */
  #slide(chips, from, to) {
    const sky = this.#find('.flying');
    if (sky) slide(sky, chips, from, to);
  }
}

/** @param {Sounds} sounds @param {PublicEvent} event @param {Table} after */
export function sound(sounds, event, after) {
  switch (event.kind) {
    case 'hole_cards_dealt':
    case 'board_dealt':
    case 'cards_drawn':
      sounds.play('deal');
      break;
    case 'action_taken':
      sounds.play(event.action === 'fold' || event.action === 'check' ? event.action : 'chips');
      break;
    case 'pot_awarded':
      sounds.play(event.shares.some((share) => share.seat === after.you?.seat) ? 'win' : 'chips');
      break;
    case 'seven_deuce_paid':
      sounds.play(event.seat === after.you?.seat ? 'win' : 'chips');
      break;
    default:
  }
}

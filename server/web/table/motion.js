// Animations: cards dealt and turned, chips to the pot and to the winner. Only transform and opacity, and only for news: the state never waits for
// the picture.

const EASE = 'cubic-bezier(.2, .8, .2, 1)';
const DEAL_MS = 220;
const DEAL_GAP_MS = 60;
/** Longest duration of a whole deal. */
const DEAL_LIMIT_MS = 1200;
const CHIP_MS = 320;

/** @typedef {{ x: number, y: number }} Spot */

/** Centre of an element. @param {Element} element @returns {Spot} */
export function spotOf(element) {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}

/**
 * Cards fly in from a spot, one after the other.
 *
 * @param {HTMLElement[]} cards
 * @param {Spot} from
 */
export function deal(cards, from) {
  const gap = Math.min(DEAL_GAP_MS, (DEAL_LIMIT_MS - DEAL_MS) / Math.max(1, cards.length));
  cards.forEach((card, at) => {
    const to = spotOf(card);
    card.animate(
      [
        { transform: `translate(${from.x - to.x}px, ${from.y - to.y}px) scale(.6) rotate(-12deg)`, opacity: 0 },
        { opacity: 1, offset: 0.3 },
        { transform: 'none', opacity: 1 },
      ],
      { duration: DEAL_MS, delay: at * gap, easing: EASE, fill: 'backwards' },
    );
  });
}

/** Cards turn over in place. @param {HTMLElement[]} cards @param {number} [gap] */
export function turn(cards, gap = 90) {
  cards.forEach((card, at) =>
    card.animate(
      [
        { transform: 'rotateY(90deg)', opacity: 0.4 },
        { transform: 'none', opacity: 1 },
      ],
      {
        duration: DEAL_MS,
        delay: at * gap,
        easing: EASE,
        fill: 'backwards',
      },
    ),
  );
}

/** Something appears. @param {HTMLElement} element */
export function pop(element) {
  element.animate(
    [
      { transform: 'translateY(6px) scale(.7)', opacity: 0 },
      { transform: 'none', opacity: 1 },
    ],
    {
      duration: DEAL_MS,
      easing: EASE,
      fill: 'backwards',
    },
  );
}

/** Chips are pushed forward by their owner. @param {HTMLElement} bet @param {Spot} from */
export function push(bet, from) {
  const to = spotOf(bet);
  bet.animate(
    [
      {
        transform: `translate(calc(-50% + ${from.x - to.x}px), calc(-50% + ${from.y - to.y}px)) scale(.7)`,
        opacity: 0,
      },
      { transform: 'translate(-50%, -50%)', opacity: 1 },
    ],
    { duration: 200, easing: 'ease-out' },
  );
}

/**
 * Chips slide from one spot to another and disappear.
 *
 * @param {HTMLElement} sky Container for them, outside anything that is redrawn.
 * @param {HTMLElement} chips
 * @param {Spot} from
 * @param {Spot} to
 */
export function slide(sky, chips, from, to) {
  const box = sky.getBoundingClientRect();
  chips.className = 'bet';
  chips.removeAttribute('data-bet');
  chips.style.left = `${from.x - box.left}px`;
  chips.style.top = `${from.y - box.top}px`;
  sky.append(chips);
  const there = `translate(calc(-50% + ${to.x - from.x}px), calc(-50% + ${to.y - from.y}px))`;
  const flight = chips.animate(
    [
      { transform: 'translate(-50%, -50%)', opacity: 1 },
      { transform: there, opacity: 1, offset: 0.85 },
      { transform: `${there} scale(.9)`, opacity: 0 },
    ],
    { duration: CHIP_MS, easing: EASE, fill: 'both' },
  );
  flight.onfinish = () => chips.remove();
  flight.oncancel = () => chips.remove();
}

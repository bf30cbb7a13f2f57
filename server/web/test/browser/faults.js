// Layout faults of a table's page. `faults` runs in the page and may use nothing of this module.

/**
 * Finds text cut off by its container; plates, pots, card indices and controls covered by something; cards outside the stage; a page wider than its
 * window.
 *
 * @returns {string[]}
 */
export function faults() {
  const found = [];
  const isSeen = (element) => {
    const style = getComputedStyle(element);
    return style.visibility !== 'hidden' && style.display !== 'none' && !element.closest('.vh, [hidden]');
  };
  const label = (element) => {
    const seat = element.closest('[data-seat]')?.dataset.seat;
    return `${element.className || element.localName}${seat ? ` of seat ${seat}` : ''} "${element.textContent.trim().slice(0, 40)}"`;
  };
  const isOver = (element, x, y) => {
    const top = document.elementFromPoint(x, y);
    return top && (element === top || element.contains(top) || top.contains(element)) ? null : (top ?? document.body);
  };
  const isSheetOpen = Boolean(document.querySelector('.panel.open'));
  checkTexts();
  checkPlates();
  // A sheet may cover the table, but never the current question.
  if (!isSheetOpen) checkCards();
  checkControls();
  if (document.documentElement.scrollWidth > innerWidth) found.push('wider than the page');
  return [...new Set(found)];

  function checkTexts() {
    const walker = document.createTreeWalker(document.querySelector('.tiles, .room'), NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    while (walker.nextNode()) {
      const { parentElement: parent, textContent } = walker.currentNode;
      if (!textContent.trim() || !isSeen(parent) || parent.closest('.panel, svg, p-card, .skip')) continue;
      range.selectNodeContents(walker.currentNode);
      const boxes = [...range.getClientRects()].filter((box) => box.width > 0);
      if (boxes.length === 0) continue;
      checkCut(parent, boxes);
      if (!isSheetOpen && parent.closest('.plate, .pot, .bet, .made, .street, .ask')) checkCovered(parent, boxes);
    }
  }

  function checkCut(parent, boxes) {
    for (let over = parent; over && over !== document.body; over = over.parentElement) {
      const style = getComputedStyle(over);
      if (style.overflowX === 'visible' && style.overflowY === 'visible') continue;
      // Names may be of any length and yield before anything else. A scrolling list hides nothing for good.
      if (over.matches('.who, .top h1, .top .sub, .top .sub span:not(.stakes)') || /auto|scroll/.test(style.overflowY)) return;
      const frame = over.getBoundingClientRect();
      const cut = Math.max(
        ...boxes.map((box) => Math.max(box.right - frame.right, frame.left - box.left, (box.bottom - frame.bottom) / 2, (frame.top - box.top) / 2)),
      );
      if (cut > 1) {
        found.push(`cut off by ${cut.toFixed(0)}: ${label(parent)}`);
        return;
      }
    }
  }

  function checkCovered(parent, boxes) {
    const whole = parent.closest('.who, .stack, .did, .won-by, .pot, .bet, .made, .street, .ask') ?? parent;
    // For a truncated name, what is left of it.
    const frame = parent.closest('.who')?.getBoundingClientRect();
    for (const box of boxes) {
      const { top, bottom } = box;
      const left = Math.max(box.left, frame?.left ?? box.left);
      const right = Math.min(box.right, frame?.right ?? box.right);
      if (right - left < 4) continue;
      for (const x of [left + 2, (left + right) / 2, right - 2]) {
        const cover = isOver(whole, x, (top + bottom) / 2);
        if (cover) {
          found.push(`covered by ${label(cover)}: ${label(parent)}`);
          return;
        }
      }
    }
  }

  /** Plates: the player and the winnings or stack are readable at any time, and no text covers another plate. */
  function checkPlates() {
    for (const plate of document.querySelectorAll('.stage .plate')) {
      const boxes = [...plate.querySelectorAll('.who, .stack, .won-by, .result')]
        .filter((one) => one.checkVisibility())
        .map((one) => ({ one, box: one.getBoundingClientRect() }));
      const has = (selector) => boxes.some(({ one, box }) => one.matches(selector) && box.width >= 8);
      // A decision replaces the name while it lasts.
      const isChoice = plate.matches('.told:not(.named)');
      if (!isChoice && !has('.who')) found.push(`no name: ${label(plate)}`);
      if (!isChoice && !has('.stack, .won-by')) found.push(`no amount: ${label(plate)}`);
      for (const [at, a] of boxes.entries()) {
        for (const b of boxes.slice(at + 1)) {
          const wide = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
          const high = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
          if (wide > 1 && high > 3) found.push(`${label(a.one)} on ${label(b.one)}`);
        }
      }
      if (/[^\s+]\+\d/.test(plate.querySelector('.won-by')?.textContent ?? '')) found.push(`words run together: ${label(plate)}`);
    }
  }

  /** Face-up cards: their index, at the upper left, rank over suit. */
  function checkCards() {
    for (const card of document.querySelectorAll('.stage p-card:not(.back)')) {
      const stage = card.closest('.stage').getBoundingClientRect();
      const { left, top, width, height } = card.getBoundingClientRect();
      const suit = card.querySelector('.pip-s')?.getBoundingClientRect();
      const points = [
        [0.16, 0.12],
        [0.3, 0.2],
        [0.2, 0.36],
      ].map(([u, v]) => [left + u * width, top + v * height]);
      if (suit) points.push([(suit.left + suit.right) / 2, (suit.top + suit.bottom) / 2]);
      for (const [x, y] of points) {
        const cover = isOver(card, x, y);
        if (cover && cover.localName !== 'html') {
          found.push(`index of ${card.getAttribute('c')} (${label(card)}) covered by ${label(cover)}`);
          break;
        }
      }
      // The card that a wild card stands for is shown on it alone, by a rank and a suit that must both be visible.
      const sign = card.querySelector('.wild[data-as]');
      const tag = sign?.checkVisibility() ? sign.getBoundingClientRect() : null;
      for (const part of tag ? [0.2, 0.5, 0.8] : []) {
        const over = isOver(card, tag.left + part * tag.width, (tag.top + tag.bottom) / 2);
        if (over) {
          found.push(`what ${card.getAttribute('c')} stands for covered by ${label(over)}, ${label(card)}`);
          break;
        }
      }
      if (tag && (tag.top < stage.top || tag.left < stage.left || tag.right > stage.right))
        found.push(`what ${card.getAttribute('c')} stands for out of the stage, ${label(card)}`);
      if (top < stage.top - 1 || left < stage.left - 1 || left + width > stage.right + 1)
        found.push(`card ${card.getAttribute('c')} out of the stage, ${label(card)}`);
    }
  }

  /** Controls: each is on top, within the page. */
  function checkControls() {
    const open = isSheetOpen ? ', .panel .tablist button, .panel .ico, .panel .foot button' : '';
    for (const button of document.querySelectorAll(`.act button, .act input, .top button, .top a${open}`)) {
      const { left, top, right, bottom, width, height } = button.getBoundingClientRect();
      if (!isSeen(button) || width === 0) continue;
      // A list can be scrolled to show the rest.
      const list = button.closest('.opts');
      const frame = list?.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      if (frame && list.scrollHeight > list.clientHeight && (y < frame.top || y > frame.bottom)) continue;
      if (isOver(button, x, y)) found.push(`control covered: ${label(button)}`);
      if (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1) found.push(`control out of the page: ${label(button)}`);
    }
  }
}

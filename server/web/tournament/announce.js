// The dialog that announces a tournament: with a house structure, or with the host's own, which the server checks as it is typed.

/** @import { StructureInfo, TemplateContent, TemplateKind, TournamentConfig } from '../gen/protocol.d.ts' */
/** @import { Kid, VNode } from '../dom.js' */
/** @import { App } from '../app.js' */
/** @import { Draft } from './draft.js' */

import { h } from '../dom.js';
import { lang, local, num, t } from '../i18n.js';
import { dialogHead } from '../modal.js';
import { Refusal } from '../net.js';
import { choice, field, numbers, segments, selection } from '../lobby/common.js';
import { editor, LONGEST } from '../lobby/editor.js';
import { ForClub } from './for-club.js';
import { configOf, draftOf, faultOf, isForHosts, newDraft, ownText, soon, startKey, structureOf, targetsOf } from './draft.js';
import { languagesIn, languagesText } from './languages.js';
import { levelTable } from './level-table.js';
import { prizesOf, termsFields, withPrizes } from './terms.js';
import { published } from './sections.js';
import { startText } from './words.js';

export class Announcing {
  isOpen = false;
  draft = newDraft(0);
  /** @type {StructureInfo[]} */
  #structures = [];
  #app;
  #changed;
  #isSending = false;
  /** The text that a house structure has given, until it is changed. */
  #given = '';
  #forClub;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #checking;

  /** @param {() => App} app @param {() => void} changed */
  constructor(app, changed) {
    this.#app = app;
    this.#changed = changed;
    this.#forClub = new ForClub(app, changed);
  }

  async open() {
    if (!(await this.#app().identify())) return;
    const { start } = this.draft;
    // A text already begun is kept; a time in the past is not.
    if (!(new Date(start).getTime() > Date.now())) this.draft = { ...this.draft, start: soon(Date.now()) };
    this.isOpen = true;
    this.#changed();
    this.#forClub.read();
    if (this.#structures.length > 0) return;
    try {
      this.#structures = (await this.#app().account.structures()).filter(isForHosts);
    } catch (error) {
      this.#app().toastError(error);
    }
    this.#changed();
  }

  /** @param {Partial<Draft>} change */
  set(change) {
    this.draft = { ...this.draft, error: null, ...change };
    this.#changed();
  }

  /** Switches to a custom structure, starting from the current one. @param {boolean} isOwn */
  async #setOwn(isOwn) {
    this.set({ isOwn });
    // An empty text is nobody's work: it was cleared, or a template of a house structure has none.
    const isUntouched = () => this.draft.definition === '' || this.draft.definition === this.#given;
    if (!isOwn || !isUntouched()) return;
    const like = this.draft.structure || this.#structures[0]?.id;
    if (!like) return;
    try {
      const { definition } = await this.#app().account.structure(like);
      if (!isUntouched()) return;
      this.#given = ownText(definition);
      this.write(this.#given);
    } catch (error) {
      this.#app().toastError(error);
    }
  }

  /** Checks a typed text once typing pauses. @param {string} definition */
  write(definition) {
    this.set({ definition });
    clearTimeout(this.#checking);
    this.#checking = setTimeout(() => this.#check(definition), 400);
  }

  /** @param {string} text */
  async #check(text) {
    try {
      const found = await this.#app().account.checkStructure(text);
      if (this.draft.definition === text) this.set({ checked: { ...found, text } });
    } catch (error) {
      this.#app().toastError(error);
    }
  }

  /** @param {File | undefined} file */
  async #read(file) {
    if (!file) return;
    if (file.size > LONGEST) this.#app().toast(t('announce.file.long', { n: LONGEST }));
    else this.write(await file.text());
  }

  /** Saves the text as a file, to keep or pass on. */
  #save() {
    const { definition, checked } = this.draft;
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([definition], { type: 'application/toml' }));
    link.download = `${checked?.structure?.id ?? 'structure'}.toml`;
    link.click();
    // By then the browser has read it.
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  }

  /** @param {StructureInfo} structure @param {Event} event */
  async #announce(structure, event) {
    if (this.#isSending || faultOf(this.draft, structure, Date.now())) return;
    const dialog = /** @type {HTMLElement} */ (event.target).closest('dialog');
    this.#isSending = true;
    this.#changed();
    try {
      const { tournament } = await this.#app().account.announce(configOf(this.draft, structure));
      if (this.draft.isPrivate) await this.#forClub.keep(tournament);
      this.draft = newDraft(Date.now());
      this.#given = '';
      dialog?.close();
      this.#app().navigate(`/tournament/${encodeURIComponent(tournament)}`);
    } catch (error) {
      this.set({ error: error instanceof Refusal ? error : new Refusal({ code: 'net.offline' }) });
    }
    this.#isSending = false;
    this.#changed();
  }

  /** @returns {VNode | null} */
  view() {
    if (!this.isOpen) return null;
    const { draft } = this;
    const structure = structureOf(draft, this.#structures);
    const fault = structure ? faultOf(draft, structure, Date.now()) : null;
    return h(
      'dialog',
      {
        key: 'announce',
        class: 'dialog wide announce',
        'aria-labelledby': 'announce-title',
        enter: (element) => queueMicrotask(() => /** @type {HTMLDialogElement} */ (element).showModal()),
        on: {
          close: () => {
            this.isOpen = false;
            this.#changed();
          },
        },
      },
      h(
        'div',
        { class: 'dialog-in' },
        dialogHead('announce', t('announce.title')),
        segments(
          t('t.structure'),
          [
            { id: 'house', label: t('announce.house') },
            { id: 'own', label: t('announce.own') },
          ],
          draft.isOwn ? 'own' : 'house',
          (id) => this.#setOwn(id === 'own'),
        ),
        draft.isOwn ? this.#own() : this.#choice(structure),
        structure && [published(this.#app(), structure), ...this.#fields(structure, fault)],
        this.#shelf(),
        draft.error && h('p', { key: 'error', class: 'error', role: 'alert' }, t(draft.error.key, draft.error.params)),
        h(
          'button',
          {
            key: 'go',
            class: 'btn hot',
            'aria-disabled': !structure || fault !== null || this.#isSending,
            on: { click: (event) => structure && this.#announce(structure, event) },
          },
          t('announce.go'),
        ),
      ),
    );
  }

  /**
   * Templates of a kind.
   *
   * @param {TemplateKind} kind
   * @param {(name: string) => TemplateContent | null} save
   * @param {(content: any) => void} use
   * @returns {Kid}
   */
  #templates(kind, save, use) {
    const app = this.#app();
    return app.later('p-shelf') === 'there' && h('p-shelf', { key: `shelf-${kind}`, prop: { app, kind, save, use } });
  }

  /** Templates of events. @returns {Kid} */
  #shelf() {
    return this.#templates('event', this.#asTemplate, this.#useTemplate);
  }

  /** The draft without its start and target. @returns {TemplateContent | null} */
  #asTemplate = () => {
    const structure = structureOf(this.draft, this.#structures);
    if (!structure) return null;
    const { starts_at: _, target: __, ...config } = configOf(this.draft, structure);
    return { kind: 'event', config };
  };

  /** @param {{ config: TournamentConfig }} content */
  #useTemplate = ({ config }) => {
    const { start } = this.draft;
    this.set({ ...draftOf(config), start });
    if (config.definition) this.write(config.definition);
  };

  /** @returns {TemplateContent} */
  #structureTemplate = () => ({ kind: 'structure', definition: this.draft.definition });

  /** @param {{ definition: string }} content */
  #useStructure = ({ definition }) => this.write(definition);

  /** @returns {TemplateContent | null} */
  #prizesTemplate = () => {
    const pays = prizesOf(this.draft.definition);
    return pays ? { kind: 'payouts', pays } : null;
  };

  /** @param {{ pays: string }} content */
  #usePrizes = ({ pays }) => this.write(withPrizes(this.draft.definition, pays));

  /** @param {StructureInfo | undefined} chosen */
  #choice(chosen) {
    return selection(
      t('t.structure'),
      this.#structures.map(({ id, name }) => [id, local(name)]),
      chosen?.id ?? '',
      (structure) => this.set({ structure }),
    );
  }

  #own() {
    const { definition, checked } = this.draft;
    const isCurrent = checked !== null && checked.text === definition;
    return h(
      'div',
      { key: 'own', class: 'own' },
      h('p', { class: 'note', id: 'announce-how' }, t('announce.how')),
      editor(definition, {
        label: t('announce.definition'),
        describedBy: 'announce-how announce-said',
        wrong: isCurrent && !checked.structure ? (checked.line ?? 0) : null,
        write: (text) => this.write(text),
      }),
      h('div', { id: 'announce-said', role: 'status' }, this.#said()),
      termsFields(definition, (text) => this.write(text), checked?.structure),
      this.#templates('payouts', this.#prizesTemplate, this.#usePrizes),
      levelTable(definition, checked, (text) => this.write(text)),
      this.#templates('structure', this.#structureTemplate, this.#useStructure),
      h(
        'div',
        { class: 't-buttons' },
        h(
          'label',
          { class: 'btn-s file' },
          t('announce.file.open'),
          h('input', {
            class: 'vh',
            type: 'file',
            accept: '.toml,.txt,text/plain',
            on: {
              change: (event) => {
                this.#read(event.target.files?.[0]);
                event.target.value = '';
              },
            },
          }),
        ),
        h('button', { class: 'btn-s', on: { click: () => this.#save() } }, t('announce.file.save')),
      ),
    );
  }

  /** Result of the server's check. @returns {Kid} */
  #said() {
    const { definition, checked } = this.draft;
    if (definition.trim() === '') return null;
    if (checked?.text !== definition) return h('p', { key: 'wait', class: 'note' }, t('own.checking'));
    const { structure, line, error } = checked;
    if (structure) return h('p', { key: 'good', class: 'good' }, h('b', null, t('own.good', { name: local(structure.name) })));
    return h('p', { key: 'bad', class: 'error' }, line ? h('b', null, t('own.line', { n: num(line) })) : null, ' ', h('span', { lang: 'en' }, error ?? ''));
  }

  /** @param {StructureInfo} structure @param {ReturnType<typeof faultOf>} fault @returns {Kid[]} */
  #fields(structure, fault) {
    const { draft } = this;
    const isTimed = structure.start === 'time' && !draft.isLive;
    return [
      h(
        'label',
        { key: 'name', class: 'field' },
        h('span', null, t('announce.name')),
        h('input', {
          class: 'text',
          maxlength: '40',
          lang: lang(),
          placeholder: local(structure.name).slice(0, 40),
          prop: { value: draft.name },
          on: { input: (event) => this.set({ name: event.target.value }) },
        }),
      ),
      isTimed
        ? h(
            'label',
            { key: 'start', class: 'field' },
            h('span', null, t('announce.start')),
            h('input', {
              class: 'text',
              type: 'datetime-local',
              'aria-invalid': fault === 'start',
              'aria-describedby': fault === 'start' ? 'announce-start' : null,
              prop: { value: draft.start },
              on: { input: (event) => this.set({ start: event.target.value }) },
            }),
          )
        : h('p', { key: 'full', class: 'note' }, t(startKey(draft, structure))),
      fault === 'start' && h('p', { key: 'start-fault', id: 'announce-start', class: 'error' }, t('announce.start.wrong')),
      choice(
        t('announce.who'),
        [
          { id: 'all', label: t('create.who.all') },
          { id: 'link', label: t('create.who.link') },
        ],
        draft.isPrivate ? 'link' : 'all',
        (id) => this.set({ isPrivate: id === 'link' }),
      ),
      draft.isPrivate && this.#forClub.view(),
      field(
        t('announce.age'),
        h(
          'div',
          { class: 'field' },
          segments(
            t('announce.age'),
            [
              { id: 'any', label: t('announce.age.any') },
              { id: 'adults', label: t('announce.age.adults') },
            ],
            draft.isForAdults ? 'adults' : 'any',
            (id) => this.set({ isForAdults: id === 'adults' }),
          ),
          draft.isForAdults && h('small', { key: 'how', class: 'note' }, t('announce.age.how')),
        ),
      ),
      field(
        t('announce.played'),
        h(
          'div',
          { class: 'field' },
          segments(
            t('announce.played'),
            [
              { id: 'here', label: t('announce.played.here') },
              { id: 'live', label: t('announce.played.live') },
            ],
            draft.isLive ? 'live' : 'here',
            (id) => this.set({ isLive: id === 'live' }),
          ),
          draft.isLive &&
            h('small', { key: 'how', class: fault === 'live' ? 'error' : 'note' }, t(fault === 'live' ? 'announce.live.seats' : 'announce.live.how')),
        ),
      ),
      !draft.isLive &&
        numbers(
          t('house.watch_delay'),
          [0, 1, 2, 3, 5, 10, 15],
          (n) => (n ? num(n) : t('house.watch_delay.none')),
          draft.delay,
          (delay) => this.set({ delay }),
        ),
      structure.pays.kind === 'seats' && !draft.isLive && this.#target(structure),
      !draft.isPrivate &&
        !draft.isLive &&
        !draft.isForAdults &&
        h(
          'label',
          { key: 'bots', class: 'field' },
          h('span', null, t('announce.bots')),
          h('input', {
            class: 'text',
            inputmode: 'numeric',
            maxlength: '6',
            placeholder: '0',
            'aria-invalid': fault === 'bots',
            'aria-describedby': 'announce-bots',
            prop: { value: draft.bots },
            on: { input: (event) => this.set({ bots: event.target.value }) },
          }),
          h('small', { id: 'announce-bots', class: fault === 'bots' ? 'error' : 'note' }, t(fault === 'bots' ? 'announce.bots.wrong' : 'announce.bots.how')),
        ),
      this.#languages(fault),
    ];
  }

  /** Languages of the chat. @param {ReturnType<typeof faultOf>} fault @returns {Kid} */
  #languages(fault) {
    const { languages } = this.draft;
    const tags = languagesIn(languages) ?? [];
    const isWrong = fault === 'languages';
    return h(
      'label',
      { key: 'languages', class: 'field' },
      h('span', null, t('announce.languages')),
      h('input', {
        class: 'text',
        maxlength: '200',
        autocapitalize: 'none',
        spellcheck: 'false',
        placeholder: 'en, fr',
        'aria-invalid': isWrong,
        'aria-describedby': 'announce-languages',
        prop: { value: languages },
        on: { input: (event) => this.set({ languages: event.target.value }) },
      }),
      h(
        'small',
        { id: 'announce-languages', class: isWrong ? 'error' : 'note' },
        isWrong ? t('announce.languages.wrong') : tags.length > 0 ? languagesText(tags) : t('announce.languages.how'),
      ),
    );
  }

  /** Tournament whose seats are the prizes. @param {StructureInfo} structure @returns {Kid} */
  #target(structure) {
    const { draft } = this;
    const targets = targetsOf(structure, [...this.#app().hall.summaries.values()]);
    const of = structure.pays.kind === 'seats' ? structure.pays.of : '';
    return h(
      'label',
      { key: 'target', class: 'field' },
      h('span', null, t('announce.target')),
      h(
        'select',
        {
          class: 'text',
          'aria-describedby': 'announce-target',
          prop: { value: draft.target },
          on: { change: (event) => this.set({ target: event.target.value }) },
        },
        h('option', { key: '', value: '' }, t('announce.target.none')),
        targets.map((line) => h('option', { key: line.tournament, value: line.tournament }, `${local(line.name)} · ${startText(line)}`)),
      ),
      h('small', { id: 'announce-target', class: 'note' }, t(targets.length > 0 ? 'announce.target.how' : 'announce.target.missing', { structure: of })),
    );
  }
}

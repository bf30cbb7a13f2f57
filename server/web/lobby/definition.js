// The format of game definitions, as far as the form and the reference need it: header keys, steps of the script with their parameters, and parsing
// and rewriting of the text. The server decides what is valid.

/** A parameter: its name, empty if positional, and its allowed words, empty if free. @typedef {{ name: string, words?: readonly string[], optional?: boolean }} Parameter */
/** A step as written. @typedef {{ name: string, args: { name: string, value: string }[] }} Step */

const FIRST = ['left', 'left2', 'left3', 'dealer', 'opener', 'raiser', 'afterstraddle', 'highup', 'lowupA5', 'bringin'];
const YES = ['yes', 'no'];

/** The steps. @type {Readonly<Record<string, readonly Parameter[]>>} */
export const STEPS = {
  ante: [{ name: '', words: ['all', 'left', 'left2', 'dealer'] }, { name: '' }],
  post: [{ name: '', words: ['left', 'left2', 'dealer'] }, { name: '' }, { name: '', words: ['live', 'credit', 'dead'], optional: true }],
  straddle: [{ name: 'first', words: ['left3'] }, { name: 'max' }],
  bringin: [{ name: '', words: ['low', 'highrazz'] }, { name: '' }],
  deal: [{ name: '' }],
  board: [{ name: '' }, { name: '', words: ['u'], optional: true }],
  turn: [{ name: '' }],
  communal: [],
  bet: [
    { name: 'first', words: FIRST },
    { name: 'check', words: YES },
    { name: 'tier' },
    { name: 'open', optional: true },
    { name: 'allcheck', optional: true },
    { name: 'nofirstraise', words: ['1'], optional: true },
  ],
  draw: [{ name: 'max' }, { name: 'perpass', optional: true }],
  discard: [
    { name: 'd', optional: true },
    { name: 'u', optional: true },
  ],
  flip: [
    { name: 'n', optional: true },
    { name: 'which', words: ['near', 'all'], optional: true },
    { name: 'announce', optional: true },
  ],
  optflip: [],
  arrange: [],
  declare: [{ name: 'choices' }, { name: 'order', words: ['once', 'turn'], optional: true }],
  show: [
    { name: 'high', words: ['std', 'three', 'two', 'widow', 'badugi', 'badugi27'], optional: true },
    { name: 'low', words: ['A5', 'A6', '27', '8', 'misere', 'badugi', 'three', 'two'], optional: true },
    { name: 'use', words: ['best', '2+3', '4+1', 'max2'], optional: true },
    { name: 'speak', words: ['cards', 'declare'], optional: true },
  ],
  label: [{ name: '' }],
};

/** Header keys that the form offers, with their words where there are few. @type {Readonly<Record<string, readonly string[] | null>>} */
export const KEYS = {
  id: null,
  name: null,
  seats: null,
  limits: null,
  deck: ['52', '36', '32'],
  ranking: ['high', 'short-deck'],
  wild: null,
  jokers: null,
  joker: null,
  low_wild: null,
  wild_tie: null,
  five_of_a_kind: null,
  bug_five_aces: null,
  special: null,
  dutch_ace_low: null,
  wheel_straight: null,
  propagate: null,
  show: ['muck_losers', 'all'],
  raise_cap: null,
  raise_cap_player: null,
  check_raise: ['on', 'off'],
  first_bet: ['free', 'forced'],
  credit: ['as_written', 'shared'],
  burn: ['none', 'draw'],
  openers_check: ['enforce', 'penalty'],
  openers_ladder: null,
  last_card: ['forbid', 'allow'],
  three_order: ['rarity', 'listed'],
  open_pair_tier: ['off', 'on', 'plus2'],
  both: ['independent', 'strict'],
  triggers: null,
  family: null,
  number: null,
  also: null,
  form: null,
  leads: ['no', 'yes'],
  phh: null,
  ohh: null,
  tracker: null,
  version: null,
  script: null,
};

/** The script of a text and its position; `null` if there is none. @param {string} text */
function scriptAt(text) {
  const match = /^script\s*=\s*("""|''')([\s\S]*?)\1/m.exec(text);
  return match && { at: match.index, length: match[0].length, script: match[2] };
}

/**
 * Steps of a definition; `null` if the text has no script that can be parsed.
 *
 * @param {string} text
 * @returns {Step[] | null}
 */
export function stepsOf(text) {
  const found = scriptAt(text);
  if (!found) return null;
  const calls = found.script
    .split(';')
    .map((call) => call.trim())
    .filter(Boolean);
  /** @type {Step[]} */
  const steps = [];
  for (const call of calls) {
    const match = /^(\w+)(?:\s*\(([^()]*)\))?$/.exec(call);
    if (!match) return null;
    const words = (match[2] ?? '')
      .split(',')
      .map((word) => word.trim())
      .filter(Boolean);
    steps.push({
      name: match[1],
      args: words.map((word) => {
        const at = word.indexOf('=');
        return at < 0 ? { name: '', value: word } : { name: word.slice(0, at).trim(), value: word.slice(at + 1).trim() };
      }),
    });
  }
  return steps;
}

/** Text of a step. @param {Step} step */
export const stepText = ({ name, args }) =>
  args.length > 0 || (STEPS[name] ?? []).length > 0 ? `${name}(${args.map((arg) => (arg.name ? `${arg.name}=${arg.value}` : arg.value)).join(',')})` : name;

/** The text with other steps. @param {string} text @param {readonly Step[]} steps */
export function withSteps(text, steps) {
  const script = `script = """\n  ${steps.map(stepText).join(';\n  ')}\n"""`;
  const found = scriptAt(text);
  if (!found) return `${text.replace(/\n*$/, '\n')}${script}\n`;
  return text.slice(0, found.at) + script + text.slice(found.at + found.length);
}

/**
 * Text of a key's value, `''` if it has none. The header ends where the script begins.
 *
 * @param {string} text
 * @param {string} key
 */
export function valueOf(text, key) {
  const head = text.slice(0, scriptAt(text)?.at ?? text.length);
  return new RegExp(`^${key}\\s*=\\s*(.*?)\\s*$`, 'm').exec(head)?.[1] ?? '';
}

/** The text with another value of a key; an empty value removes the key. @param {string} text @param {string} key @param {string} value As written. */
export function withValue(text, key, value) {
  const at = scriptAt(text)?.at ?? text.length;
  const [head, rest] = [text.slice(0, at), text.slice(at)];
  const line = new RegExp(`^${key}\\s*=.*\\n?`, 'm');
  const written = value === '' ? '' : `${key} = ${value}\n`;
  return line.test(head) ? head.replace(line, () => written) + rest : head + written + rest;
}

/** Parameters of a step with their values: the known ones in order, then any others. @param {Step} step @returns {(Parameter & { value: string })[]} */
export function parametersOf({ name, args }) {
  const left = [...args];
  const known = (STEPS[name] ?? []).map((parameter) => {
    const at = left.findIndex((arg) => arg.name === parameter.name);
    return { ...parameter, value: at < 0 ? '' : left.splice(at, 1)[0].value };
  });
  return [...known, ...left.map((arg) => ({ name: arg.name, optional: true, value: arg.value }))];
}

/** A step with these values, without the empty ones. @param {string} name @param {readonly { name: string, value: string }[]} parameters @returns {Step} */
export const stepWith = (name, parameters) => ({
  name,
  args: parameters.filter(({ value }) => value !== '').map((parameter) => ({ name: parameter.name, value: parameter.value })),
});

/** A new step, with the first allowed word wherever one is required. @param {string} name @returns {Step} */
export const newStep = (name) =>
  stepWith(
    name,
    (STEPS[name] ?? []).map((parameter) => ({ name: parameter.name, value: parameter.optional ? '' : (parameter.words?.[0] ?? FRESH[name] ?? '1') })),
  );

/** Other required content of a new step. @type {Record<string, string>} */
const FRESH = { deal: 'd', board: '3', declare: 'H|L|HL', label: 'again' };

// Hosted fields for a merchant's page, session.js: lays frames of the gateway over the page's own fields, so that the page
// and whatever runs in it never see what the payer types. Served as one classic script; its own address says everything.
import { givenSession, roleCalled, wantedFields } from './role-names.js'
import { openScope, withoutGroup } from './scope.js'
import { cardTypeOf, validityOf } from './validity.js'

/** @typedef {import('./scope.js').Scope} Scope */
/** @typedef {(result: object) => void} Callback */
/** @template T @typedef {(selector: string, result: T, name: string | undefined) => void} Report */
/** @typedef {{
 *   session?: unknown,
 *   fields?: unknown,
 *   frameEmbeddingMitigation?: readonly string[],
 *   callbacks?: { initialized?: Callback, formSessionUpdate?: Callback },
 *   interaction?: { displayControl?: { formatCard?: string, invalidFieldCharacters?: string } },
 * }} Configuration */

/** From it on a page says how it keeps others from showing it in a frame. */
const firstNewerVersion = 33
const mitigations = ['javascript', 'x-frame-options', 'csp']

const script = document.currentScript
const address = script instanceof HTMLScriptElement ? script.src : ''
const found = /^((https?:\/\/[^/]+)\/form\/version\/(\d+)\/merchant\/[^/?#]+)\/session\.js/.exec(address)
if (!found) throw new Error('session.js must be loaded by a script tag from the gateway')
const [, root = '', origin = '', version = ''] = found

/** @type {Map<string, Scope>} */
const scopes = new Map()

/** What calls without a scope said, for the scopes that are still to come.
 * @type {((scope: Scope) => void)[]} */
const saidToAll = []

/** By name; the one that was configured last stands last.
 * @type {Map<string, Scope>} */
const configured = new Map()

/** @param {unknown} name */
function isGiven(name) {
  return name !== undefined && name !== null
}

/** @param {unknown} name */
function keyOf(name) {
  return isGiven(name) ? String(name) : ''
}

/** @param {unknown} name */
function scopeCalled(name) {
  const key = keyOf(name)
  const known = scopes.get(key)
  if (known) return known
  const scope = openScope({ root, origin }, isGiven(name) ? key : undefined)
  scopes.set(key, scope)
  for (const say of saidToAll) say(scope)
  return scope
}

/** Shop modules name the scope when they configure it, and leave it out when they listen or style: that is for every scope.
 * @param {string | undefined} name @param {(scope: Scope) => void} say */
function saying(name, say) {
  if (isGiven(name)) return say(scopeCalled(name))
  saidToAll.push(say)
  for (const scope of scopes.values()) say(scope)
}

/** Without a name, the one without a name; where the page has configured none such, the one that it configured last.
 * @param {string | undefined} name
 * @returns {Scope} */
function scopeMeant(name) {
  const meant = isGiven(name) ? undefined : (configured.get('') ?? [...configured.values()].at(-1))
  return meant ?? scopeCalled(name)
}

/** @param {string | undefined} message */
function initializedWith(message) {
  return message === undefined ? { status: 'ok' } : { status: 'system_error', message, errors: { message } }
}

const older = {
  /** @param {unknown} fields @param {Callback | { initialized?: Callback } | undefined} callbacks */
  attachToForm(fields, callbacks) {
    const initialized = typeof callbacks === 'function' ? callbacks : callbacks?.initialized
    const display = { formatsCard: false, rejectsCharacters: false }
    scopeCalled(undefined).configure({ fields: wantedFields(fields), display }, (message) =>
      initialized?.(initializedWith(message)),
    )
  },
  /** @param {Callback} callback */
  updateSession(callback) {
    scopeCalled(undefined).update('card', undefined, callback)
  },
}

const newer = {
  /** @param {Configuration} configuration @param {string} [scopeName] */
  configure(configuration, scopeName) {
    const { fields, interaction, frameEmbeddingMitigation } = configuration
    const callbacks = configuration.callbacks ?? {}
    const session = givenSession(configuration.session)
    const { formatCard, invalidFieldCharacters } = interaction?.displayControl ?? {}
    const scope = scopeCalled(scopeName)
    configured.delete(keyOf(scopeName))
    configured.set(keyOf(scopeName), scope)
    scope.onUpdate = callbacks.formSessionUpdate
    const refusal = refusalOf(frameEmbeddingMitigation)
    if (refusal) return callbacks.initialized?.(initializedWith(refusal))
    scope.configure(
      {
        ...(session !== undefined && { session }),
        fields: wantedFields(fields),
        display: { formatsCard: formatCard === 'EMBOSSED', rejectsCharacters: invalidFieldCharacters === 'REJECT' },
      },
      (message) => callbacks.initialized?.(initializedWith(message)),
    )
  },

  /** @param {string} [kind] @param {string} [localBrand] @param {string} [scopeName] */
  updateSessionFromForm(kind = 'card', localBrand, scopeName) {
    const scope = scopeMeant(scopeName)
    scope.update(kind, localBrand || undefined, (result) => scope.onUpdate?.(result))
  },

  /** @param {string} name @param {string} [scopeName] */
  setFocus: (name, scopeName) => scopeMeant(scopeName).focus(roleCalled(name) ?? name),
  setFocusStyle: styling('focus'),
  setHoverStyle: styling('hover'),
  setPlaceholderStyle: styling('placeholder'),
  setPlaceholderShownStyle: styling('placeholderShown'),
  /** @param {string | readonly string[]} names @param {string} text @param {string} [scopeName] */
  setMessage: (names, text, scopeName) => saying(scopeName, (scope) => scope.setMessage(listOf(names), text)),
  /** The labels are the page's own, and there are no other words in a field. */
  setLocale() {},

  /** @param {string} kind @param {(results: Record<string, object>) => void} callback @param {string} [scopeName] */
  validate(kind, callback, scopeName) {
    callback({ [kind]: scopeMeant(scopeName).validity(kind) })
  },

  onFocus: listening('focus'),
  onBlur: listening('blur'),
  onChange: listening('change'),
  onMouseOver: listening('mouseover'),
  onMouseOut: listening('mouseout'),

  /** @param {string | readonly string[]} names @param {Report<import('./validity.js').Validity>} callback @param {string} [scopeName] */
  onValidityChange(names, callback, scopeName) {
    listen(scopeName, names, 'change', ({ selector, role }, state) =>
      callback(selector, validityOf(state), withoutGroup(role)),
    )
  },
  /** @param {string | readonly string[]} names @param {Report<{ isEmpty: boolean }>} callback @param {string} [scopeName] */
  onEmptinessChange(names, callback, scopeName) {
    listen(scopeName, names, 'change', ({ selector, role }, { isEmpty }, before) => {
      if (isEmpty !== before.isEmpty) callback(selector, { isEmpty }, withoutGroup(role))
    })
  },
  /** @param {Report<import('./validity.js').CardType>} callback @param {string} [scopeName] */
  onCardTypeChange(callback, scopeName) {
    onBrandChange(scopeName, ({ selector, scopeName: scope }, brand) => callback(selector, cardTypeOf(brand), scope))
  },
  /** The first digits stay in the frame: a page learns that they have changed.
   * @param {Report<object>} callback @param {string} [scopeName] */
  onCardBINChange(callback, scopeName) {
    onBrandChange(scopeName, ({ selector, scopeName: scope }) => callback(selector, {}, scope))
  },
}

/** @param {string | undefined} scopeName @param {string | readonly string[]} names @param {import('./scope.js').EventName} name
 * @param {import('./scope.js').Listener} callback */
function listen(scopeName, names, name, callback) {
  saying(scopeName, (scope) => scope.listen(listOf(names), name, callback))
}

/** @param {string | undefined} scopeName @param {(field: Parameters<import('./scope.js').Listener>[0], brand: string) => void} callback */
function onBrandChange(scopeName, callback) {
  listen(scopeName, 'card.number', 'change', (field, { brand = 'UNKNOWN' }, before) => {
    if (brand !== (before.brand ?? 'UNKNOWN')) callback(field, brand)
  })
}

/** Why the fields may not be shown on a page that says this; nothing if they may.
 * @param {readonly string[] | undefined} given */
function refusalOf(given) {
  const known = Array.isArray(given) ? given.filter((each) => mitigations.includes(each)) : []
  if (known.length === 0)
    return `frameEmbeddingMitigation must name at least one of ${mitigations.join(', ')}: how the page prevents other sites from framing it.`
  const byScriptAlone = known.every((each) => each === 'javascript')
  return byScriptAlone && isFramedByStranger() ? 'The page is framed by a page of another site.' : undefined
}

function isFramedByStranger() {
  try {
    return window.top?.location.origin !== location.origin
  } catch {
    return true
  }
}

/** @param {import('./messages.js').StyledState} state
 * @returns {(names: string | readonly string[], style: Readonly<Record<string, string>>, scopeName?: string) => void} */
function styling(state) {
  return (names, style, scopeName) => saying(scopeName, (scope) => scope.setStyle(listOf(names), state, style))
}

/** The page hears the selector, the name of the field without its group, and how it is filled in.
 * @param {import('./scope.js').EventName} name
 * @returns {(names: string | readonly string[], callback: (selector: string, name: string, state: object) => void, scopeName?: string) => void} */
function listening(name) {
  return (names, callback, scopeName) =>
    listen(scopeName, names, name, ({ selector, role }, state) =>
      callback(selector, withoutGroup(role), { role, ...state }),
    )
}

/** Selectors, or roles by any of their names.
 * @param {string | readonly string[]} names
 * @returns {readonly string[]} */
function listOf(names) {
  return (typeof names === 'string' ? [names] : names).map((name) => roleCalled(name) ?? name)
}

Object.assign(window, { PaymentSession: Object.freeze(Number(version) < firstNewerVersion ? older : newer) })

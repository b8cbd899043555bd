// The fields of one form: their frames, the controller that gathers them, and what the merchant wants to hear of them.
import { openFrame } from './frame-link.js'
import { layOver } from './lay-over.js'
import { validityOf } from './validity.js'

/** @typedef {'focus' | 'blur' | 'change' | 'mouseover' | 'mouseout'} EventName */
/** @typedef {(field: { selector: string, role: string, scopeName: string | undefined }, state: FieldState, before: FieldState) => void} Listener */
/** @typedef {import('./messages.js').FieldState} FieldState */
/** @typedef {{ role: string, selector: string, name: string }} WantedField */
/** One field, however often the page names it: by several selectors of one input, or by both names of a card's number.
 * @typedef {{ role: string, selectors: readonly string[], names: readonly string[], element: import('./lay-over.js').OwnField }} NamedField */
/** @typedef {{ session?: string, fields: readonly WantedField[], display: import('./messages.js').Display }} Wanted */
/** @typedef {ReturnType<typeof openScope>} Scope */
/** @typedef {NamedField & { laid: ReturnType<typeof layOver> }} Field */
/** @typedef {import('./validity.js').Validity & { selector: string }} NamedValidity */

const initializationMs = 20_000

/** @param {{ root: string, origin: string }} gateway @param {string} [scopeName] */
export function openScope(gateway, scopeName) {
  /** Pages may say what they want before there are fields.
   * @type {{ names: readonly string[], name: EventName, callback: Listener }[]} */
  const listeners = []
  /** @type {{ names: readonly string[], say: (field: Field) => void }[]} */
  const sayings = []
  /** @type {Field[]} */
  let fields = []
  /** @type {ReturnType<typeof openFrame> | undefined} */
  let controller
  /** @type {Map<number, (result: object) => void>} */
  const waiting = new Map()
  let updates = 0
  /** Counts the times it was configured: what an earlier time still waits for is no longer wanted. */
  let times = 0

  /** @param {readonly string[]} names @param {(field: Field) => void} say */
  function say(names, say) {
    sayings.push({ names, say })
    for (const field of fields) if (isNamed(field, names)) say(field)
  }

  /** @param {NamedField} field @param {EventName} name @param {FieldState} state @param {FieldState} before */
  function tell(field, name, state, before) {
    const { role, selectors } = field
    for (const each of listeners) {
      if (each.name !== name || !isNamed(field, each.names)) continue
      // The selector that the page listens by; else the first that it named.
      const selector = selectors.find((own) => each.names.includes(own)) ?? selectors[0] ?? ''
      each.callback({ selector, role, scopeName }, state, before)
    }
  }

  function leave() {
    for (const { laid } of fields) laid.remove()
    controller?.remove()
    fields = []
    controller = undefined
  }

  /** @param {Wanted} wanted @param {number} time */
  async function lay({ session, fields: wanted, display }, time) {
    const scope = crypto.randomUUID()
    const elements = wanted.map(({ selector }) => document.querySelector(selector))
    const missing = wanted.find((_, index) => !isField(elements[index]))
    if (wanted.length === 0) throw new Error('No fields are configured.')
    if (missing) throw new Error(`There is no field at ${missing.selector}.`)
    controller = openFrame(gateway, 'controller', () => ({ scope, session }), hear)
    const { frame } = controller
    frame.hidden = true
    frame.style.setProperty('display', 'none')
    frame.tabIndex = -1
    frame.title = 'Payment fields'
    document.body.append(frame)
    await controller.ready
    if (time !== times) return
    fields = fieldsOf(wanted, elements).map((field) => {
      const { role, element } = field
      const laid = layOver(element, gateway, { role, scope, display }, (name, state, before) =>
        tell(field, name, state, before),
      )
      return { ...field, laid }
    })
    await Promise.all(fields.map(({ laid }) => laid.ready))
    for (const { names, say } of sayings) for (const field of fields) if (isNamed(field, names)) say(field)
  }

  /** @param {import('./messages.js').FromController} message */
  function hear(message) {
    if (message.type !== 'result') return
    waiting.get(message.id)?.(withEveryName(message.result, fields))
    waiting.delete(message.id)
  }

  return {
    /** @type {((result: object) => void) | undefined} */
    onUpdate: undefined,

    /** @param {Wanted} wanted @param {(problem: string | undefined) => void} initialized */
    configure(wanted, initialized) {
      leave()
      times += 1
      const time = times
      /** @param {string} [problem] */
      const end = (problem) => {
        clearTimeout(timer)
        if (time !== times) return
        if (problem !== undefined) leave()
        initialized(problem)
      }
      const timer = setTimeout(() => end('The fields could not be loaded in time.'), initializationMs)
      lay(wanted, time).then(
        () => end(),
        (error) => end(error instanceof Error ? error.message : 'The fields could not be loaded.'),
      )
    },

    /** @param {string} kind @param {string | undefined} localBrand @param {(result: object) => void} callback */
    update(kind, localBrand, callback) {
      if (!controller || fields.length === 0)
        return callback({ status: 'system_error', errors: { message: 'The fields are not loaded yet.' } })
      updates += 1
      waiting.set(updates, callback)
      controller.post({ type: 'update', id: updates, kind, localBrand })
    },

    /** How each field of these details is filled in, by its name without the group; every name where it has two.
     * @param {string} kind
     * @returns {Record<string, NamedValidity>} */
    validity(kind) {
      const own = fields.filter(({ role }) => role.startsWith(`${kind}.`))
      const named = own.flatMap(({ role, names, selectors: [selector = ''], laid }) => {
        const validity = { selector, ...validityOf(laid.state()) }
        return [...new Set([withoutGroup(role), ...names])].map((name) => [name, validity])
      })
      return Object.fromEntries(named)
    },

    /** @param {readonly string[]} names @param {EventName} name @param {Listener} callback */
    listen(names, name, callback) {
      listeners.push({ names, name, callback })
    },

    /** @param {readonly string[]} names @param {import('./messages.js').StyledState} state
     * @param {Readonly<Record<string, string>>} style */
    setStyle(names, state, style) {
      const inCss = Object.fromEntries(Object.entries(style).map(([name, value]) => [cssName(name), String(value)]))
      say(names, ({ laid }) => laid.post({ type: 'style', state, style: inCss }))
    },

    /** @param {readonly string[]} names @param {string} text */
    setMessage(names, text) {
      say(names, ({ laid }) => laid.post({ type: 'message', text: String(text) }))
    },

    /** @param {string} name */
    focus(name) {
      fields.find((field) => isNamed(field, [name]))?.laid.focus()
    },
  }
}

/** card.number is number among the fields of a card.
 * @param {string} role */
export function withoutGroup(role) {
  return role.slice(role.indexOf('.') + 1)
}

/** By one of its selectors, or its role.
 * @param {NamedField} field @param {readonly string[]} names */
function isNamed({ role, selectors }, names) {
  return names.includes(role) || selectors.some((selector) => names.includes(selector))
}

/** One field for each role and input: two frames over one input would hide each other.
 * @param {readonly WantedField[]} wanted @param {readonly (Element | null)[]} elements
 * @returns {readonly NamedField[]} */
function fieldsOf(wanted, elements) {
  /** @type {NamedField[]} */
  const fields = []
  for (const [index, { role, selector, name }] of wanted.entries()) {
    const element = /** @type {import('./lay-over.js').OwnField} */ (elements[index])
    const at = fields.findIndex((each) => each.role === role && each.element === element)
    const same = fields[at] ?? { role, element, selectors: [], names: [] }
    const field = {
      ...same,
      selectors: [...new Set([...same.selectors, selector])],
      names: [...new Set([...same.names, name])],
    }
    if (at < 0) fields.push(field)
    else fields[at] = field
  }
  return fields
}

/** Of a field with two names, the page finds a fault under either.
 * @param {object} result @param {readonly NamedField[]} fields */
function withEveryName(result, fields) {
  const { status, errors } = /** @type {{ status?: string, errors?: Record<string, string> }} */ (result)
  if (status !== 'fields_in_error' || !errors) return result
  const copies = fields.flatMap(({ names }) => {
    const fault = names.map((name) => errors[name]).find((each) => each !== undefined)
    return names.length < 2 || fault === undefined ? [] : names.map((name) => [name, fault])
  })
  return { ...result, errors: { ...errors, ...Object.fromEntries(copies) } }
}

/** @param {Element | null | undefined} element */
function isField(element) {
  return element instanceof HTMLInputElement || element instanceof HTMLSelectElement
}

/** borderColor is border-color in CSS.
 * @param {string} name */
function cssName(name) {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

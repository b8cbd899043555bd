// The fields of one form: their frames, the controller that gathers them, and what the merchant wants to hear of them.
import { openFrame } from './frame-link.js'
import { layOver } from './lay-over.js'

/** @typedef {'focus' | 'blur' | 'change' | 'mouseover' | 'mouseout'} EventName */
/** @typedef {(selector: string, state: import('./messages.js').FieldState & { role: string }) => void} Listener */
/** @typedef {{ role: string, selector: string }} WantedField */
/** @typedef {{ session?: string, fields: readonly WantedField[], display: import('./messages.js').Display }} Wanted */
/** @typedef {ReturnType<typeof openScope>} Scope */
/** @typedef {WantedField & { laid: ReturnType<typeof layOver> }} Field */

const initializationMs = 20_000

/** @param {{ root: string, origin: string }} gateway */
export function openScope(gateway) {
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

  /** @param {Field} field @param {EventName} name @param {import('./messages.js').FieldState} state */
  function tell({ role, selector }, name, state) {
    for (const each of listeners)
      if (each.name === name && isNamed({ role, selector }, each.names)) each.callback(selector, { role, ...state })
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
    fields = wanted.map(({ role, selector }, index) => {
      const element = /** @type {import('./lay-over.js').OwnField} */ (elements[index])
      /** @type {Field} */
      const field = {
        role,
        selector,
        laid: layOver(element, gateway, { role, scope, display }, (name, state) => tell(field, name, state)),
      }
      return field
    })
    await Promise.all(fields.map(({ laid }) => laid.ready))
    for (const { names, say } of sayings) for (const field of fields) if (isNamed(field, names)) say(field)
  }

  /** @param {import('./messages.js').FromController} message */
  function hear(message) {
    if (message.type !== 'result') return
    waiting.get(message.id)?.(message.result)
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

/** By its selector, its role, or the last part of its role.
 * @param {WantedField} field @param {readonly string[]} names */
function isNamed({ role, selector }, names) {
  return names.includes(selector) || names.includes(role)
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

// The settings that the shop gave to Checkout.configure: values, or functions that return them when the page is shown.

/** @typedef {Record<string, unknown>} Settings */
/** @typedef {{ field?: string, explanation: string, validationType?: 'INVALID' | 'MISSING' | 'UNSUPPORTED' }} Fault */

const sessionIdPattern = /^[A-Za-z0-9]{31,35}$/
const sessionVersionPattern = /^[\x21-\x7e]{10}$/

/**
 * @param {unknown} value
 * @returns {value is Record<string, unknown>}
 */
export function isGroup(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * The settings without unknown members, which cause a warning only: they must not prevent a payment.
 * @param {unknown} settings
 * @param {readonly string[] | undefined} members those that are known; undefined when others are of no interest
 * @returns {unknown}
 */
export function knownSettings(settings, members) {
  if (!isGroup(settings) || !members) return settings
  for (const name of Object.keys(settings))
    if (!members.includes(name)) console.warn(`Checkout: there is no setting called ${name}, which is ignored.`)
  return Object.fromEntries(Object.entries(settings).filter(([name]) => members.includes(name)))
}

/**
 * The first thing that is wrong, or nothing. Functions are right until they have been asked.
 * @param {unknown} settings
 * @param {readonly string[] | undefined} members those that are known; undefined when others are of no interest
 * @returns {Fault | undefined}
 */
export function faultIn(settings, members) {
  if (!isGroup(settings)) return { explanation: 'Checkout.configure takes an object.' }
  const fault = faultInSession(settings['session'])
  if (fault) return fault
  for (const name of members ?? []) {
    const wrong = wrongValue(settings[name], name)
    if (wrong) return wrong
  }
  return undefined
}

/**
 * @param {unknown} session
 * @returns {Fault | undefined}
 */
function faultInSession(session) {
  if (typeof session === 'function') return undefined
  if (session !== undefined && session !== null && !isGroup(session))
    return { field: 'session', explanation: 'session is a group with the member id.', validationType: 'INVALID' }
  const { id, version } = session ?? {}
  if (id === undefined || id === null || id === '')
    return { field: 'session.id', explanation: 'session.id is missing.', validationType: 'MISSING' }
  if (typeof id !== 'function' && !(typeof id === 'string' && sessionIdPattern.test(id)))
    return { field: 'session.id', explanation: 'session.id is not the id of a session.', validationType: 'INVALID' }
  const isVersion =
    version === undefined ||
    version === null ||
    typeof version === 'function' ||
    (typeof version === 'string' && sessionVersionPattern.test(version))
  return isVersion
    ? undefined
    : { field: 'session.version', explanation: 'session.version has 10 characters.', validationType: 'INVALID' }
}

/**
 * @param {unknown} value
 * @param {string} field
 * @returns {Fault | undefined}
 */
function wrongValue(value, field) {
  if (isGroup(value) || Array.isArray(value)) {
    for (const [name, member] of membersOf(value, field)) {
      const wrong = wrongValue(member, name)
      if (wrong) return wrong
    }
    return undefined
  }
  const isFine =
    value === undefined ||
    value === null ||
    typeof value === 'string' ||
    typeof value === 'boolean' ||
    typeof value === 'function' ||
    (typeof value === 'number' && Number.isFinite(value))
  return isFine
    ? undefined
    : { field, explanation: `${field} has no value that can be sent.`, validationType: 'INVALID' }
}

/**
 * @param {object} group
 * @param {string} field
 * @returns {[field: string, value: unknown][]}
 */
function membersOf(group, field) {
  const named = Array.isArray(group) ? (/** @type {string} */ name) => `${field}[${name}]` : undefined
  return Object.entries(group).map(([name, value]) => [named ? named(name) : `${field}.${name}`, value])
}

/**
 * The settings with every function asked.
 * @param {Settings} settings
 * @returns {{ settings: Settings } | { fault: Fault }}
 */
export function askFunctions(settings) {
  /** @type {(value: unknown, field: string) => unknown} */
  const ask = (value, field) => {
    if (typeof value === 'function') {
      let answer
      try {
        answer = value()
      } catch (error) {
        console.error(error)
        throw new FunctionFailed(field)
      }
      return ask(answer, field)
    }
    if (Array.isArray(value)) return value.map((each, index) => ask(each, `${field}[${index}]`))
    if (!isGroup(value)) return value
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, ask(each, `${field}.${name}`)]))
  }
  try {
    const asked = Object.entries(settings).map(([name, value]) => [name, ask(value, name)])
    return { settings: Object.fromEntries(asked) }
  } catch (error) {
    if (!(error instanceof FunctionFailed)) throw error
    const { field } = error
    return { fault: { field, explanation: `The function given for ${field} failed.`, validationType: 'INVALID' } }
  }
}

class FunctionFailed extends Error {
  /** @param {string} field */
  constructor(field) {
    super(`the function given for ${field} failed`)
    this.field = field
  }
}

/**
 * Names with dots and values as text, as a form posts them. What has no value is left out.
 * @param {Settings} settings
 * @returns {Map<string, string>}
 */
export function flatten(settings) {
  /** @type {Map<string, string>} */
  const flat = new Map()
  /** @type {(value: unknown, field: string) => void} */
  const add = (value, field) => {
    if (value === undefined || value === null) return
    if (typeof value !== 'object') flat.set(field, String(value))
    else for (const [name, member] of membersOf(value, field)) add(member, name)
  }
  for (const [name, value] of Object.entries(settings)) add(value, name)
  return flat
}

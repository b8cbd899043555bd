// The hidden frame of the gateway that collects the values of the fields and puts them into the session. Fields pass their
// values by a function call, which the browser permits only between documents of the same origin.
import { faultIn, faultsOf, isKind, sourceOfFundsOf, tidyValue } from './details.js'
import { source } from './messages.js'

/** @typedef {import('./details.js').Kind} Kind */

const requestTimeoutMs = 30_000
const firstVersionWithPassword = 50

const [, version = '', merchantId = ''] = /^\/form\/version\/(\d+)\/merchant\/([^/]+)\//.exec(location.pathname) ?? []
const api = `/api/rest/version/${version}/merchant/${merchantId}`

/** @type {Map<string, () => string>} */
const fields = new Map()
/** What the merchant gave, or what was made because it gave none.
 * @type {{ id: string, isOurs: boolean } | undefined} */
let session
/** One update after the other.
 * @type {Promise<unknown>} */
let lastUpdate = Promise.resolve()

addEventListener('message', connect)

/** @param {MessageEvent} event */
function connect(event) {
  const [port] = event.ports
  if (event.source !== parent || event.data?.source !== source || !port) return
  removeEventListener('message', connect)
  if (typeof event.data.session === 'string') session = { id: event.data.session, isOurs: false }
  const controller = {
    scope: String(event.data.scope),
    /** @param {string} name @param {() => string} read */
    register(name, read) {
      fields.set(name, read)
    },
  }
  Object.assign(window, { tollgateController: controller })
  port.onmessage = ({ data }) => {
    if (data?.type !== 'update') return
    lastUpdate = lastUpdate.then(async () => {
      const result = await update(String(data.kind), data.localBrand)
      port.postMessage({ type: 'result', id: data.id, result })
    })
  }
  port.postMessage({ type: 'ready' })
}

/** @param {string} kind @param {string | undefined} localBrand
 * @returns {Promise<object>} */
async function update(kind, localBrand) {
  if (!isKind(kind)) return failed('system_error', `There are no payment details called ${kind}.`)
  const values = valuesOf(kind)
  if (values.size === 0) return failed('system_error', `No field of ${kind} is on the page.`)
  const errors = faultsOf(values)
  if (Object.keys(errors).length > 0) return { status: 'fields_in_error', ...known(), errors }
  try {
    const body = { sourceOfFunds: sourceOfFundsOf(kind, values, { version: Number(version), localBrand }) }
    return await send(kind, body)
  } catch (error) {
    if (error instanceof DOMException && error.name === 'TimeoutError')
      return failed('request_timeout', 'The gateway did not answer in time.')
    return failed('system_error', error instanceof Refusal ? error.message : 'The gateway could not be reached.')
  }
}

/** @param {Kind} kind */
function valuesOf(kind) {
  const own = [...fields].filter(([name]) => name.startsWith(`${kind}.`))
  return new Map(own.map(([name, read]) => [name, tidyValue(name, read())]))
}

/** @param {Kind} kind @param {object} body
 * @returns {Promise<object>} */
async function send(kind, body) {
  session ??= await createSession()
  let answer = await putSession(session.id, body)
  if (answer.status === 401 && session.isOurs) {
    // The one that we made has expired since; the merchant does not wait for it.
    session = await createSession()
    answer = await putSession(session.id, body)
  }
  if (answer.ok) return succeeded(await answer.json())
  if (answer.status === 401)
    return failed('system_error', 'The session is unknown, has expired or accepts no more updates.')
  if (answer.status === 408 || answer.status === 504)
    return failed('request_timeout', 'The gateway did not answer in time.')
  const { error = {} } = await answer.json()
  const errors = faultIn(kind, error)
  if (errors) return { status: 'fields_in_error', ...known(), errors }
  return failed('system_error', String(error.explanation ?? error.cause ?? 'The gateway failed.'))
}

/** @param {string} id @param {object} body */
function putSession(id, body) {
  const hasPassword = Number(version) >= firstVersionWithPassword
  return fetch(`${api}/session/${id}`, {
    method: 'PUT',
    headers: {
      'content-type': 'application/json',
      ...(hasPassword && { authorization: `Basic ${btoa(`merchant.${decodeURIComponent(merchantId)}:${id}`)}` }),
    },
    body: JSON.stringify(hasPassword ? body : { apiOperation: 'UPDATE_PAYER_DATA', ...body }),
    ...quietly(),
  })
}

class Refusal extends Error {}

async function createSession() {
  const answer = await fetch(`/form/version/${version}/merchant/${merchantId}/session`, {
    method: 'POST',
    ...quietly(),
  })
  if (!answer.ok) throw new Refusal('The session could not be created.')
  const { session: made } = await answer.json()
  return { id: String(made.id), isOurs: true }
}

/** @returns {RequestInit} */
function quietly() {
  return { credentials: 'omit', cache: 'no-store', redirect: 'error', signal: AbortSignal.timeout(requestTimeoutMs) }
}

/** Only what is listed reaches the merchant's page: whatever else an answer may hold, it is not for it.
 * @param {{ merchant: string, session: Record<string, unknown>, sourceOfFunds: unknown, version: string }} answer */
function succeeded({ merchant, session: { id, updateStatus, version: sessionVersion }, sourceOfFunds, version: api }) {
  return { status: 'ok', merchant, session: { id, updateStatus, version: sessionVersion }, sourceOfFunds, version: api }
}

/** @param {string} status @param {string} message */
function failed(status, message) {
  return { status, ...known(), errors: { message } }
}

function known() {
  return session ? { session: { id: session.id } } : {}
}

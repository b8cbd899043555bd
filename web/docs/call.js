// A request as the panel describes it: its address, how to send it, and how curl would.

/**
 * @typedef {object} Call
 * @property {string} method
 * @property {string} path with names in braces
 * @property {string} merchantId
 * @property {Readonly<Record<string, string>>} ids
 * @property {string} query
 * @property {string} [body]
 *
 * @typedef {object} Answer
 * @property {number} status
 * @property {string} statusText
 * @property {readonly (readonly [string, string])[]} headers
 * @property {string} text
 * @property {number} tookMs
 */

/**
 * @param {Pick<Call, 'path' | 'merchantId' | 'ids' | 'query'>} call
 * @returns {string}
 */
export function addressOf({ path, merchantId, ids, query }) {
  /** @type {Readonly<Record<string, string>>} */
  const values = { ...ids, merchantId }
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(values[name] ?? ''))
  const asked = query.trim().replace(/^\?/, '')
  return `${location.origin}${filled}${asked && `?${asked}`}`
}

/**
 * @param {Call} call
 * @param {string} password goes into this request and nowhere else
 * @returns {Promise<Answer>}
 */
export async function send(call, password) {
  const { method, merchantId, body } = call
  const login = new TextEncoder().encode(`merchant.${merchantId}:${password}`)
  const startMs = performance.now()
  const response = await fetch(addressOf(call), {
    method,
    headers: {
      ...(password !== '' && { authorization: `Basic ${btoa(String.fromCharCode(...login))}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body }),
    // Neither cookies nor the browser's own login dialog.
    credentials: 'omit',
    cache: 'no-store',
    redirect: 'error',
  })
  const text = await response.text()
  return {
    status: response.status,
    statusText: response.statusText,
    headers: [...response.headers],
    text,
    tookMs: performance.now() - startMs,
  }
}

/**
 * The same request for a terminal. It names no password: curl asks for it, and the shell's history does not keep it.
 * @param {Call} call
 * @returns {string}
 */
export function curlOf(call) {
  const { method, merchantId, body } = call
  const lines = [
    `curl --request ${method} ${quoted(addressOf(call))}`,
    `--user ${quoted(`merchant.${merchantId}`)}`,
    ...(isOwnCertificate() ? ['--insecure'] : []),
    ...(body === undefined ? [] : [`--header 'Content-Type: application/json'`, `--data-raw ${quoted(body)}`]),
  ]
  return lines.join(' \\\n  ')
}

/** On this machine the certificate is the sandbox's own, which curl does not know. */
export function isOwnCertificate() {
  const { protocol, hostname } = location
  return protocol === 'https:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}

/** @param {string} text */
function quoted(text) {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

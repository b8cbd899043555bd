// What the gateway answered, or why it did not.
import { copyButton } from './clipboard.js'
import { h, icon } from './elements.js'
import { colouredJson, indentedJson } from './json-text.js'
import { pathOf } from './route.js'

/**
 * @typedef {import('./call.js').Answer} Answer
 * @typedef {import('./reference.js').Operation} Operation
 *
 * @typedef {object} Around
 * @property {Operation} operation
 * @property {number} version
 * @property {() => void} renewIds
 */

export function emptyAnswer() {
  return h('p', { class: 'answer-empty' }, 'The response appears here.')
}

export function waitingAnswer() {
  return h(
    'p',
    { class: 'answer-empty' },
    h('span', { class: 'spinner', 'aria-hidden': 'true' }),
    'Waiting for the gateway …',
  )
}

export function failedAnswer() {
  return h(
    'div',
    { class: 'answer-problem' },
    h('strong', {}, 'No answer'),
    h(
      'p',
      {},
      'The gateway could not be reached. If the request was already sent, repeat it with the same ids to get its outcome.',
    ),
  )
}

/**
 * @param {Answer} answer
 * @param {Around} around
 */
export function answerView(answer, around) {
  const { status, statusText, headers, text, tookMs } = answer
  const body = bodyOf(text)
  const requestId = headers.find(([name]) => name === 'x-request-id')?.[1]
  const shown = indentedJson(text)
  return h(
    'div',
    { class: 'answer' },
    h(
      'div',
      { class: 'answer-head' },
      h('span', { class: `status status-${kindOf(status, body.result)}` }, `${status} ${statusText}`.trim()),
      body.result && h('span', { class: 'answer-result' }, body.result),
      h('span', { class: 'answer-time' }, `${Math.round(tookMs)} ms`),
    ),
    hint(status, body, around),
    requestId &&
      h(
        'p',
        { class: 'request-id' },
        h('span', {}, 'X-Request-Id'),
        h('code', {}, requestId),
        copyButton('Copy request id', () => requestId),
      ),
    h(
      'details',
      { class: 'headers' },
      h('summary', {}, icon('chevron'), `${headers.length} headers`),
      h('dl', {}, ...headers.flatMap(([name, value]) => [h('dt', {}, name), h('dd', {}, value)])),
    ),
    h(
      'div',
      { class: 'code-box' },
      h('pre', { tabindex: '0', 'aria-label': 'Answer body' }, colouredJson(shown)),
      copyButton('Copy answer', () => shown),
    ),
  )
}

/**
 * @typedef {{ result?: string, error?: { field?: string }, session?: { id?: unknown }, token?: unknown }} Body
 * @param {string} text
 * @returns {Body}
 */
export function bodyOf(text) {
  try {
    const body = JSON.parse(text)
    return typeof body === 'object' && body !== null ? body : {}
  } catch {
    return {}
  }
}

/**
 * @param {number} status
 * @param {string | undefined} result
 */
function kindOf(status, result) {
  if (status >= 400) return 'error'
  return result === undefined || result === 'SUCCESS' ? 'good' : 'open'
}

/**
 * @param {number} status
 * @param {Body} body
 * @param {Around} around
 */
function hint(status, { error }, { operation, version, renewIds }) {
  const field = error?.field
  if (status === 401) return h('p', { class: 'answer-hint' }, 'Wrong merchant id or password.')
  if (field === 'transaction.id' || field === 'order.id')
    return h(
      'p',
      { class: 'answer-hint' },
      'These ids were already used. ',
      h('button', { type: 'button', class: 'link-button', onclick: renewIds }, 'Use new ids'),
    )
  const name = field?.replace(/\[\d+\]/g, '[n]')
  if (!name || !operation.request.rows.some(({ row }) => row.name === name)) return null
  const href = pathOf({ version, operation: operation.name, side: 'request', field: name })
  return h('p', { class: 'answer-hint' }, 'See ', h('a', { href }, name), '.')
}

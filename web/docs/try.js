// The panel that sends real requests to the gateway that serves this page. What is typed here lives in memory only.
import { answerView, bodyOf, emptyAnswer, failedAnswer, waitingAnswer } from './answer.js'
import { curlOf, send } from './call.js'
import { copy } from './clipboard.js'
import { announce, byId, fill, h, icon } from './elements.js'
import { labelled, textInput } from './inputs.js'
import { JsonEditor } from './json-editor.js'
import { currentIds, idFields, learnIds, renewIds } from './path-ids.js'

/**
 * @typedef {import('./call.js').Call} Call
 * @typedef {import('./reference.js').Operation} Operation
 */

/** @type {Map<string, string>} bodies that were changed, by operation and contract */
const edited = new Map()

const merchantId = textInput({ id: 'merchant-id' })
const password = textInput({ id: 'password', type: 'password' })
const query = textInput({ id: 'query', placeholder: 'correlationId=abc' })
const editor = new JsonEditor(() => edited.set(bodyKey(), editor.text))
const sendButton = h('button', { type: 'submit', class: 'button', id: 'send' }, h('span', {}, 'Send'), icon('send'))
const curlButton = h(
  'button',
  { type: 'button', class: 'button button-quiet', id: 'curl' },
  icon('copy'),
  h('span', {}, 'Copy as curl'),
)
const resetButton = h('button', { type: 'button', class: 'link-button' }, 'Reset')
const answer = h('div', { class: 'answer-box', id: 'answer' })

/** @type {{ operation: Operation, version: number } | undefined} */
let current
/** Counts what was sent, so that an answer that comes too late is known as one. */
let sendings = 0

export function setUpTry() {
  curlButton.addEventListener('click', () => current && copy(curlFor(current.operation), curlButton))
  resetButton.addEventListener('click', () => {
    edited.delete(bodyKey())
    showBody()
  })
}

/**
 * @param {Operation} operation
 * @param {number} version
 */
export function showTry(operation, version) {
  if (current?.operation === operation) return
  current = { operation, version }
  sendings += 1
  setSending(false)
  merchantId.placeholder = operation.example.merchantId
  const hasBody = takesBody(operation)
  const form = h(
    'form',
    { class: 'try-form', novalidate: true },
    h('h2', {}, 'Try it'),
    h(
      'p',
      { class: 'try-note' },
      'Sends to ',
      h('code', {}, location.host),
      '. The password is the merchant’s API password; in the sandbox ',
      h('code', {}, 'npm start'),
      ' prints it. Nothing you type is stored.',
    ),
    h('div', { class: 'try-pair' }, labelled('Merchant id', merchantId), labelled('Password', password)),
    h('div', { class: 'try-pair' }, ...idFields(operation)),
    hasBody ? editor.element(resetButton) : labelled('Query', query),
    h('div', { class: 'try-actions' }, sendButton, curlButton),
  )
  form.addEventListener('submit', onSubmit)
  form.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.requestSubmit()
  })
  const result = h('section', { class: 'answer-section', 'aria-label': 'Answer' }, h('h2', {}, 'Answer'), answer)
  fill(answer, emptyAnswer())
  fill(byId('try', HTMLElement), form, result)
  if (hasBody) showBody()
}

function showBody() {
  editor.text = edited.get(bodyKey()) ?? JSON.stringify(current?.operation.example.body ?? {}, null, 2)
}

function bodyKey() {
  return `${current?.operation.name} ${current?.operation.step}`
}

/** @param {SubmitEvent} event */
async function onSubmit(event) {
  event.preventDefault()
  if (!current || sendButton.getAttribute('aria-disabled') === 'true' || !hasMerchant()) return
  const { operation, version } = current
  sendings += 1
  const mine = sendings
  setSending(true)
  fill(answer, waitingAnswer())
  const shown = await send(callOf(operation), password.value).then(
    (received) => {
      learnIds(bodyOf(received.text))
      announce(`Answered ${received.status}.`)
      return answerView(received, { operation, version, renewIds })
    },
    () => {
      announce('No response.')
      return failedAnswer()
    },
  )
  // By now another operation may be shown, whose answer this is not.
  if (mine !== sendings) return
  fill(answer, shown)
  setSending(false)
}

function hasMerchant() {
  const isThere = merchantId.value.trim() !== ''
  merchantId.setAttribute('aria-invalid', String(!isThere))
  if (isThere) return true
  merchantId.focus()
  fill(answer, h('p', { class: 'answer-empty' }, 'Fill in the merchant id first.'))
  announce('Fill in the merchant id first.')
  return false
}

/** @param {boolean} isSending */
function setSending(isSending) {
  // Not disabled, which would take the focus away from those who pressed it.
  sendButton.setAttribute('aria-disabled', String(isSending))
  answer.setAttribute('aria-busy', String(isSending))
}

/**
 * @param {Operation} operation
 * @returns {Call}
 */
function callOf(operation) {
  const hasBody = takesBody(operation)
  return {
    method: operation.methods[0] ?? 'GET',
    path: operation.path,
    merchantId: merchantId.value.trim(),
    ids: currentIds(),
    query: hasBody ? '' : query.value,
    ...(hasBody && { body: editor.text }),
  }
}

/**
 * A command to paste names some merchant, even before one was typed.
 * @param {Operation} operation
 */
function curlFor(operation) {
  const call = callOf(operation)
  return curlOf({ ...call, merchantId: call.merchantId || operation.example.merchantId })
}

/** @param {Operation} operation */
function takesBody({ methods: [method] }) {
  return method === 'PUT' || method === 'POST'
}

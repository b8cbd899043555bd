// The first page: how to call the gateway at all, and every operation at a glance.
import { copyButton } from './clipboard.js'
import { h, word } from './elements.js'
import { fieldTree } from './fields.js'
import { methodTag } from './navigation.js'
import { titleOf } from './reference.js'
import { pathOf } from './route.js'

/** @typedef {import('./reference.js').Reference} Reference */

/** @type {readonly (readonly [string, string, string])[]} */
const answers = [
  ['200, 201', 'SUCCESS', 'The request succeeded. 201: created; 200: a repeated request, or a retrieval.'],
  [
    '200, 201',
    'FAILURE',
    'The payment did not succeed: it was declined, or the order is locked. See response.gatewayCode.',
  ],
  [
    '200, 201',
    'PENDING, UNKNOWN',
    'The outcome is not known yet. Repeat the request with the same ids, or retrieve the transaction.',
  ],
  [
    '400, 401, 403, 404, 405',
    'ERROR',
    'The request was refused and nothing was executed. error.field names the field.',
  ],
  [
    '500, 503',
    'ERROR',
    'An error of the gateway, or it is overloaded. Repeat the request with the same ids to get its outcome.',
  ],
]

/** @param {Reference} reference */
export function overview(reference) {
  const { version, versions, steps } = reference
  const base = `${location.origin}/api/rest/version/${version}/merchant/{merchantId}`
  return h(
    'article',
    { class: 'operation overview' },
    h('p', { class: 'eyebrow' }, `Version ${version}`),
    h('h1', { tabindex: '-1' }, 'Tollgate API'),
    h(
      'p',
      { class: 'lead' },
      'JSON over HTTPS: verify cards, take payments, store payment instruments under tokens, and retrieve orders. This reference is generated from the table that validates requests.',
    ),
    h(
      'div',
      { class: 'endpoint' },
      h('code', {}, base),
      copyButton('Copy address', () => base),
    ),
    h(
      'div',
      { class: 'cards' },
      card(
        'Credentials',
        'HTTP Basic: the user is ',
        word('merchant.<merchantId>'),
        ', the password is your API password. Or a client certificate, on its own port.',
      ),
      card(
        'Versions',
        `Every version from ${versions.oldest} to ${versions.newest} is served. Contracts changed in ${listed(steps.filter((step) => step > versions.oldest))}; the versions between them share the older contract.`,
      ),
      card(
        'Same ids, same result',
        'Sending a request again with the same order and transaction ids returns the first result and never charges twice.',
      ),
      card(
        'Name-value pairs',
        'The same operations as form posts to ',
        word(`/api/nvp/version/${version}`),
        ', for clients without JSON. Each operation has an example.',
      ),
      card(
        'OpenAPI',
        'For generators and other tools: ',
        h('a', { href: `/docs/openapi/${version}.json` }, `version ${version}`),
        '.',
      ),
    ),
    guideListing(reference),
    ...reference.themes.map(({ title, operations }) => theme(reference, title, operations)),
    h('h2', {}, 'Answers'),
    h(
      'dl',
      { class: 'answers' },
      ...answers.flatMap(([status, result, meaning]) => [
        h('dt', {}, h('strong', {}, result), h('span', {}, status)),
        h('dd', {}, meaning),
      ]),
    ),
    h('h2', {}, 'Errors'),
    h('p', { class: 'section-lead' }, 'The response to a refused request has these fields and reports one error.'),
    fieldTree(reference.error, { version, step: version, side: 'answer' }, { isOpen: true }),
  )
}

/**
 * @param {string} title
 * @param {(Node | string)[]} words
 */
function card(title, ...words) {
  return h('section', { class: 'card' }, h('h2', {}, title), h('p', { class: 'card-text' }, ...words))
}

/**
 * @param {Reference} reference
 * @param {string} title
 * @param {readonly string[]} names
 */
function theme({ operations, version }, title, names) {
  const items = names.map((name) => {
    const operation = operations.find((each) => each.name === name)
    return h(
      'li',
      {},
      h(
        'a',
        { href: pathOf({ version, operation: name }) },
        methodTag(operation?.methods[0] ?? ''),
        h('span', { class: 'listing-title' }, titleOf(name)),
        h('span', { class: 'listing-purpose' }, operation?.purpose ?? ''),
      ),
    )
  })
  return h('section', { class: 'listing' }, h('h2', {}, title), h('ul', {}, ...items))
}

/** @param {Reference} reference */
function guideListing({ guides, version }) {
  const items = guides.map(({ name, title }) => h('li', {}, h('a', { href: pathOf({ version, guide: name }) }, title)))
  return h('section', { class: 'guide-listing' }, h('h2', {}, 'Guides'), h('ul', {}, ...items))
}

/** @param {readonly number[]} numbers */
function listed(numbers) {
  return numbers.length < 2 ? String(numbers[0] ?? '') : `${numbers.slice(0, -1).join(', ')} and ${numbers.at(-1)}`
}

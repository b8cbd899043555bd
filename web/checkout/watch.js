// Tells the gateway when something on a payer's page is not as it was served: a script from elsewhere, a form that leads
// elsewhere, a handler in the markup. The page's policy stops such things; this says that someone tried.

const reportsPath = '/checkout/reports'
const reportsMax = 10
/** What loads or runs something, or changes where the page's addresses lead. */
const powerful = ['BASE', 'EMBED', 'IFRAME', 'FRAME', 'LINK', 'OBJECT', 'SCRIPT', 'STYLE']

const reported = new Set()

/** @param {'element' | 'form-action' | 'handler'} change @param {string} subject */
function report(change, subject) {
  const key = `${change} ${subject}`
  if (reported.has(key) || reported.size >= reportsMax) return
  reported.add(key)
  const body = [{ type: 'page-change', url: location.origin + location.pathname, body: { change, subject } }]
  navigator.sendBeacon(reportsPath, new Blob([JSON.stringify(body)], { type: 'application/reports+json' }))
}

/** @param {Element} element */
function inspect(element) {
  if (powerful.includes(element.tagName) && !isOurs(element)) report('element', describe(element))
  for (const { name, value } of element.attributes) inspectAttribute(element, name, value)
}

/** Where the bank's server is, on the page that has its frame. */
const { bank } = document.documentElement.dataset

/** Ours have an integrity hash and come from our own folder; the icon of the page does nothing. The bank's frame has no
 * address of its own: a form leads there.
 * @param {Element} element */
function isOurs(element) {
  if (element instanceof HTMLIFrameElement)
    return bank !== undefined && element.name === 'challenge' && !element.hasAttribute('src') && !element.srcdoc
  const address =
    element instanceof HTMLScriptElement ? element.src : element instanceof HTMLLinkElement ? element.href : ''
  const isAsset = address.startsWith(`${location.origin}/checkout/assets/`)
  return isAsset && (element.hasAttribute('integrity') || element.getAttribute('rel') === 'icon')
}

/** A name and an origin, never text of the page.
 * @param {Element} element */
function describe(element) {
  const address = element.getAttribute('src') ?? element.getAttribute('href') ?? element.getAttribute('data')
  const from = address === null ? 'inline' : (urlOf(address)?.origin ?? 'unreadable')
  return `${element.tagName.toLowerCase()} ${from}`
}

/** @param {string} address */
function urlOf(address) {
  return URL.canParse(address, location.href) ? new URL(address, location.href) : undefined
}

/** @param {Element} element @param {string} name @param {string} value */
function inspectAttribute(element, name, value) {
  if (name.startsWith('on')) report('handler', `${element.tagName.toLowerCase()} ${name}`)
  if (name !== 'action' && name !== 'formaction') return
  const target = urlOf(value)
  const isBelow = target?.origin === location.origin && target.pathname.startsWith('/checkout/pay/')
  const isForBank = bank !== undefined && target?.origin === bank && element.getAttribute('target') === 'challenge'
  if (!isBelow && !isForBank) report('form-action', target?.origin ?? 'unreadable')
}

for (const element of document.querySelectorAll('*')) inspect(element)

new MutationObserver((records) => {
  for (const { type, target, attributeName, addedNodes } of records) {
    if (type === 'attributes' && target instanceof Element && attributeName !== null)
      inspectAttribute(target, attributeName, target.getAttribute(attributeName) ?? '')
    for (const node of addedNodes) {
      if (!(node instanceof Element)) continue
      inspect(node)
      for (const inner of node.querySelectorAll('*')) inspect(inner)
    }
  }
}).observe(document, { subtree: true, childList: true, attributes: true })

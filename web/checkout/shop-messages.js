// Messages from this page to the shop's page that frames it; only the shop's own origins receive them.

export function isFramed() {
  return window.parent !== window
}

/** @param {Readonly<Record<string, string | number>>} message */
export function postToShop(message) {
  if (!isFramed()) return
  const origins = (document.body.dataset['origins'] ?? '').split(' ').filter(Boolean)
  // Where the browser names the parent origin, other origins are skipped.
  const parent = location.ancestorOrigins?.[0]
  for (const origin of origins) {
    if (parent === undefined || parent === origin)
      window.parent.postMessage({ source: 'tollgate-checkout', ...message }, origin)
  }
}

/** Once, and whenever it changes: a frame cannot grow with its content by itself. */
export function reportHeight() {
  if (!isFramed()) return
  let last = 0
  const look = () => {
    const height = Math.ceil(document.body.getBoundingClientRect().height)
    if (height === last) return
    last = height
    postToShop({ event: 'ready', height })
  }
  new ResizeObserver(look).observe(document.body)
}

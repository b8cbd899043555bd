// Tells the shop's page what happens in our frame within it; only the shop's own origins ever hear it.

export function isFramed() {
  return window.parent !== window
}

/** @param {Readonly<Record<string, string | number>>} message */
export function tell(message) {
  if (!isFramed()) return
  const origins = (document.body.dataset['origins'] ?? '').split(' ').filter(Boolean)
  // Where the browser says who is there, nobody else is called in vain.
  const parent = location.ancestorOrigins?.[0]
  for (const origin of origins) {
    if (parent === undefined || parent === origin)
      window.parent.postMessage({ source: 'tollgate-checkout', ...message }, origin)
  }
}

/** Once, and whenever it changes: a frame cannot grow with its content by itself. */
export function tellHeight() {
  if (!isFramed()) return
  let last = 0
  const look = () => {
    const height = Math.ceil(document.body.getBoundingClientRect().height)
    if (height === last) return
    last = height
    tell({ event: 'ready', height })
  }
  new ResizeObserver(look).observe(document.body)
}

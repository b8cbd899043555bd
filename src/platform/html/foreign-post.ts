// Whether a form was posted from another site. Without the id of a session a post has no effect; this
// prevents a page that has learnt one from acting for its payer.
import type { IncomingHttpHeaders } from 'node:http'

/**
 * Browsers say where a form came from and pages cannot change it. Our own pages are sent without a referrer, and browsers
 * then write `Origin: null`, which says nothing; older ones write neither header.
 */
export function isForeignPost({ origin, host, 'sec-fetch-site': site }: IncomingHttpHeaders): boolean {
  if (typeof site === 'string') return site !== 'same-origin' && site !== 'none'
  if (origin === undefined || origin === 'null') return false
  // TLS may end before us, so that the scheme is not ours to compare.
  return URL.parse(origin)?.host !== host
}

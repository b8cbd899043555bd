// The security headers of the frames of hosted fields.

import {
  contentSecurityPolicy,
  originsOnly,
  permissionsPolicy,
  plainHeaders,
  reportsPath,
} from '../../../platform/http/page-headers.ts'
import type { FieldFrame } from './field-files.ts'

/** Developers test on their own machine without TLS, with merchants that move no money. */
const localOrigins = ['http://localhost:*', 'http://127.0.0.1:*']

/**
 * Merchants' pages everywhere show these frames. A frame shows only an empty field, and what is typed goes into the
 * session and nowhere else: an unknown site that shows one can make a payer fill a session, and learns no more than
 * brand and length. Where the operator knows the merchant's origins, only they may show them. The gateway's own origin
 * always may: console users make manual payments there, and in the sandbox it has no TLS. Browsers apply this to every
 * page around a frame, therefore a page that frames the gateway's own has to be one of them as well.
 */
export function fieldFrameHeaders(
  frame: FieldFrame,
  { merchantId, origins }: { readonly merchantId: string; readonly origins: readonly string[] },
): Readonly<Record<string, string>> {
  const known = originsOnly(origins)
  const anyone = ['https:', ...(merchantId.startsWith('TEST') ? localOrigins : [])]
  return {
    ...plainHeaders,
    'content-security-policy': contentSecurityPolicy({
      'default-src': "'none'",
      'script-src': "'self'",
      'style-src': "'self'",
      // What is typed into a field cannot leave its document by the network at all; only the controller connects to the
      // gateway.
      'connect-src': frame === 'controller' ? "'self'" : "'none'",
      'form-action': "'none'",
      'base-uri': "'none'",
      'frame-ancestors': ["'self'", ...(known.length > 0 ? known : anyone)].join(' '),
      'require-trusted-types-for': "'script'",
      'trusted-types': "'none'",
      'report-uri': reportsPath,
    }),
    'cross-origin-resource-policy': 'cross-origin',
    'permissions-policy': permissionsPolicy,
    'cache-control': 'no-cache',
  }
}

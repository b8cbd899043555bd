// The security headers of every page a payer sees, whatever the page shows and wherever it is shown.

/** PAGE has the whole window; the others are inside a page of the shop. */
export type FrameMode = 'PAGE' | 'LIGHTBOX' | 'EMBEDDED'

export interface PageHeaderOptions {
  readonly frame: FrameMode
  /** Who may show the page in a frame: the shop's known origins. Without any, no site may. */
  readonly origins: readonly string[]
  /**
   * Where a form of the page may lead besides the gateway's own origin: browsers also check the redirects that follow.
   */
  readonly formOrigins: readonly string[]
  /** Whose pages may be in a frame of this one, besides the gateway's own: the server of the payer's bank. */
  readonly frameOrigins?: readonly string[] | undefined
  /** Where the browser itself reads what a payment method is, for the page's wallets; no script comes from there. */
  readonly paymentMethodSources?: readonly string[] | undefined
  /** It contains nothing that would matter in a frame of any document, including one without an origin. */
  readonly isForAnyFrame?: boolean
}

/** Where browsers report what the policy blocked. */
export const reportsPath = '/checkout/reports'

/** Browser features that none of the pages needs, and that injected content must not have. */
const withheld = ['camera', 'display-capture', 'geolocation', 'microphone', 'midi', 'payment', 'usb']
export const permissionsPolicy = permissionsPolicyWith([])

/** The page itself may use these features; what it frames may not. */
function permissionsPolicyWith(used: readonly string[]): string {
  return withheld.map((name) => `${name}=(${used.includes(name) ? 'self' : ''})`).join(', ')
}

/** Of every response to a payer's browser, including redirects. */
export const plainHeaders: Readonly<Record<string, string>> = {
  // The URL of a page contains the id of its session: no other site receives it.
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

export function pageHeaders(options: PageHeaderOptions): Readonly<Record<string, string>> {
  const { frame, formOrigins, frameOrigins, paymentMethodSources, isForAnyFrame = false } = options
  const named = frame === 'PAGE' ? [] : originsOnly(options.origins)
  // No list of sources includes documents without an origin, such as an app's web view: only without the directive may
  // they show the page.
  const ancestors = isForAnyFrame ? {} : { 'frame-ancestors': named.length === 0 ? "'none'" : named.join(' ') }
  return {
    ...plainHeaders,
    'content-security-policy': contentSecurityPolicy({
      'default-src': "'none'",
      'script-src': "'self'",
      'style-src': "'self'",
      'img-src': "'self'",
      'connect-src': ["'self'", ...(paymentMethodSources ?? [])].join(' '),
      'form-action': sources(formOrigins),
      ...(frameOrigins && { 'frame-src': sources(frameOrigins) }),
      'base-uri': "'none'",
      ...ancestors,
      // Text cannot become markup or code, not even by a programming error.
      'require-trusted-types-for': "'script'",
      'trusted-types': "'none'",
      // Every browser supports this one and reports at once; beside `report-to` some would ignore it, and wait.
      'report-uri': reportsPath,
    }),
    ...(!isForAnyFrame &&
      named.length === 0 && {
        'x-frame-options': 'DENY',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
      }),
    'permissions-policy': paymentMethodSources ? permissionsPolicyWith(['payment']) : permissionsPolicy,
    'cache-control': 'no-store',
  }
}

/** Writes a Content-Security-Policy from its directives. */
export function contentSecurityPolicy(directives: Readonly<Record<string, string>>): string {
  return Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ')
}

function sources(origins: readonly string[]): string {
  return ["'self'", ...originsOnly(origins)].join(' ')
}

/** A merchant's text must not be able to add directives, therefore only origins are accepted. */
export function originsOnly(origins: readonly string[]): readonly string[] {
  return [
    ...new Set(
      origins.filter((origin) =>
        /^https?:\/\/[a-z0-9.-]+(:\d{1,5})?$|^https?:\/\/\[[0-9a-f:]+\](:\d{1,5})?$/.test(origin),
      ),
    ),
  ]
}

/** The origin of a URL that a merchant gave, or undefined if it has none. */
export function originOf(url: string | undefined): string | undefined {
  const parsed = url === undefined ? null : URL.parse(url)
  return parsed && (parsed.protocol === 'https:' || parsed.protocol === 'http:') ? parsed.origin : undefined
}

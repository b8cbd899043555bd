// The security headers of every page a payer sees, whatever the page shows and wherever it is shown.

/** PAGE has the window for itself; the others stand inside a page of the shop. */
export type FrameMode = 'PAGE' | 'LIGHTBOX' | 'EMBEDDED'

export interface PageHeaderOptions {
  readonly frame: FrameMode
  /** Who may show the page in a frame: the shop's known origins. Without any, nobody may. */
  readonly origins: readonly string[]
  /** Where a form of the page may lead besides our own origin: browsers also check where the answer sends them on to. */
  readonly formOrigins: readonly string[]
  /** Where pictures come from besides our own origin: the shop's logo. */
  readonly imageOrigins?: readonly string[]
  /** Whose pages may stand in a frame of this one, besides our own: the server of the payer's bank. */
  readonly frameOrigins?: readonly string[]
  /** It says nothing that would matter in a frame of whomever. */
  readonly isForAnyFrame?: boolean
}

/** Where browsers report what the policy stopped. */
export const reportsPath = '/checkout/reports'

/** Powers of a browser that no page of ours needs, and that nothing which sneaks into one shall have. */
const withheld = ['camera', 'display-capture', 'geolocation', 'microphone', 'midi', 'payment', 'usb']
export const permissionsPolicy = withheld.map((name) => `${name}=()`).join(', ')

/** Of every response to a payer's browser, redirects too. */
export const plainHeaders: Readonly<Record<string, string>> = {
  // The address of a page holds the id of its session: nobody else is told.
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

export function pageHeaders(options: PageHeaderOptions): Readonly<Record<string, string>> {
  const { frame, formOrigins, imageOrigins = [], frameOrigins, isForAnyFrame = false } = options
  const named = frame === 'PAGE' ? [] : originsOnly(options.origins)
  const ancestors = isForAnyFrame ? ["'self'", 'https:'] : named
  return {
    ...plainHeaders,
    'content-security-policy': contentSecurityPolicy({
      'default-src': "'none'",
      'script-src': "'self'",
      'style-src': "'self'",
      'img-src': sources(imageOrigins),
      'connect-src': "'self'",
      'form-action': sources(formOrigins),
      ...(frameOrigins && { 'frame-src': sources(frameOrigins) }),
      'base-uri': "'none'",
      'frame-ancestors': ancestors.length === 0 ? "'none'" : ancestors.join(' '),
      // Text cannot become markup or code, not even by a mistake of ours.
      'require-trusted-types-for': "'script'",
      'trusted-types': "'none'",
      // Every browser knows this one and reports at once; beside `report-to` some would leave it unused, and wait.
      'report-uri': reportsPath,
    }),
    ...(ancestors.length === 0 && {
      'x-frame-options': 'DENY',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    }),
    'permissions-policy': permissionsPolicy,
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

/** A merchant's text must not be able to write further directives, so that only what is an origin gets in. */
export function originsOnly(origins: readonly string[]): readonly string[] {
  return [
    ...new Set(
      origins.filter((origin) =>
        /^https?:\/\/[a-z0-9.-]+(:\d{1,5})?$|^https?:\/\/\[[0-9a-f:]+\](:\d{1,5})?$/.test(origin),
      ),
    ),
  ]
}

/** The origin of an address that a merchant gave, or nothing if it has none. */
export function originOf(url: string | undefined): string | undefined {
  const parsed = url === undefined ? null : URL.parse(url)
  return parsed && (parsed.protocol === 'https:' || parsed.protocol === 'http:') ? parsed.origin : undefined
}

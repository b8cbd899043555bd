// The security headers of the simulated providers' pages.

/**
 * Of every response to a browser, including redirects. The address of a page contains the token that identifies the
 * payer.
 */
export const siteHeaders: Readonly<Record<string, string>> = {
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

/**
 * The policy does not restrict where forms may lead: browsers would apply that also to the redirect that follows, and
 * on from there to the shop, which a provider does not know. The forms themselves lead to their own page.
 */
export const sitePageHeaders: Readonly<Record<string, string>> = {
  ...siteHeaders,
  'content-security-policy':
    "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'",
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  'cache-control': 'no-store',
}

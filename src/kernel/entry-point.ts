// The entry points of transactions.

export const entryPoints = [
  // Made by the gateway itself, such as a reversal or an automatic capture.
  'AUTO',
  'BATCH',
  'CHECKOUT',
  // On the page of a checkout session created in version 63 or later.
  'CHECKOUT_VIA_WEBSITE',
  'HOSTED_FORM',
  'HOSTED_PAGE',
  'MERCHANT_ADMINISTRATION',
  'THREE_PARTY',
  'TWO_PARTY',
  'WEB_SERVICES_API',
] as const

export type EntryPoint = (typeof entryPoints)[number]

// The ways into the gateway that are neither the console's nor the API's operations, and who may take each.

/** A new route needs a rule, here or in the console's table; a test compares both with what the server has. */
export const rulesOfOtherWays: readonly { readonly urls: RegExp; readonly rule: string }[] = [
  { urls: /^\/api\/rest\/\*$/, rule: 'by the catalogue: a password, a certificate, or a session’s id for devices' },
  { urls: /^\/api\/nvp\/\*$/, rule: 'by the catalogue, with credentials in the body; CHECK_GATEWAY by everyone' },
  { urls: /^\/api\/rest\/version\/:version\/information$/, rule: 'everyone: says only that it works' },
  { urls: /^\/api\/page\/version\/:version\/pay$/, rule: 'payers: what a shop’s page posts, for a session' },
  { urls: /^\/history\//, rule: 'a reporting password' },
  { urls: /^\/console\/api\/\*$/, rule: 'no one: a path that is not in the table does not exist' },
  {
    urls: /^\/console(\/\*)?$/,
    rule: 'everyone: the console’s page and files, which hold nothing; not by certificate',
  },
  { urls: /^\/$/, rule: 'everyone: a page with two links for browsers' },
  { urls: /^\/health\//, rule: 'everyone: says only whether it works' },
  { urls: /^\/metrics$/, rule: 'loopback doors alone' },
  { urls: /^\/docs(\/|$)/, rule: 'everyone: the reference' },
  {
    urls: /^\/checkout\/(assets|logos|version|reports|return|challenged)/,
    rule: 'payers: scripts, reports, ways back by token',
  },
  {
    urls: /^\/checkout\/(entry|lightboxEntry)\/:sessionId$/,
    rule: 'payers: leads to the page of a session, by its id',
  },
  { urls: /^\/checkout\/pay\/:sessionId/, rule: 'payers: a session’s id' },
  { urls: /^\/checkout\/link\/:paymentLinkId$/, rule: 'payers: the id of a payment link' },
  { urls: /^\/\.well-known\/apple-developer/, rule: 'everyone: the file by which Apple verifies the domain' },
  { urls: /^\/static\/(checkout|threeDS|apm)\//, rule: 'everyone: a script' },
  { urls: /^\/form\//, rule: 'payers: hosted fields, by a session’s id' },
  { urls: /^\/page\/pay$/, rule: 'payers: what a shop’s page posts, for a session' },
  { urls: /^\/bpui\//, rule: 'payers and providers: a redirect token' },
  { urls: /^\/3ds\//, rule: 'payers: a redirect token' },
  { urls: /^\/sandbox\//, rule: 'the sandbox’s own world, by its tokens' },
]

// The ways into the gateway that are neither the console's nor the API's operations, and who may take each.

/** Whoever adds a way in adds its rule, here or in the console's table; a test compares both with what the server has. */
export const rulesOfOtherWays: readonly { readonly urls: RegExp; readonly rule: string }[] = [
  { urls: /^\/api\/rest\/\*$/, rule: 'by the catalogue: a password, a certificate, or a session’s id for devices' },
  { urls: /^\/api\/nvp\/\*$/, rule: 'by the catalogue, with credentials in the body; CHECK_GATEWAY by anybody' },
  { urls: /^\/api\/rest\/version\/:version\/information$/, rule: 'anybody: says only that it works' },
  { urls: /^\/api\/page\/version\/:version\/pay$/, rule: 'payers: what a shop’s page posts, for a session' },
  { urls: /^\/history\//, rule: 'a reporting password' },
  { urls: /^\/console\/api\/\*$/, rule: 'nobody: what is not in the table is not there' },
  { urls: /^\/console(\/\*)?$/, rule: 'anybody: the console’s page and files, which hold nothing; not by certificate' },
  { urls: /^\/health\//, rule: 'anybody: says only whether it works' },
  { urls: /^\/metrics$/, rule: 'loopback doors alone' },
  { urls: /^\/docs(\/|$)/, rule: 'anybody: the reference' },
  {
    urls: /^\/checkout\/(assets|version|reports|return|challenged)/,
    rule: 'payers: scripts, reports, ways back by token',
  },
  { urls: /^\/checkout\/pay\/:sessionId/, rule: 'payers: a session’s id' },
  { urls: /^\/static\/(checkout|threeDS)\//, rule: 'anybody: a script' },
  { urls: /^\/form\//, rule: 'payers: hosted fields, by a session’s id' },
  { urls: /^\/page\/pay$/, rule: 'payers: what a shop’s page posts, for a session' },
  { urls: /^\/bpui\//, rule: 'payers and providers: a redirect token' },
  { urls: /^\/3ds\//, rule: 'payers: a redirect token' },
  { urls: /^\/sandbox\//, rule: 'the sandbox’s own world, by its tokens' },
]

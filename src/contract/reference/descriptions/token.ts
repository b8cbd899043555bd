// What the fields of the token operations mean.

export const tokenSentences = {
  page: 'The page size, and the cursor of the next page.',
  'page.after': 'The cursor from the previous response. If a response has none, there are no more results.',
  'page.limit': 'Maximum number of tokens to return.',
  query: 'The search conditions. All values must match; account numbers are compared in full.',
  'query.sourceOfFunds': 'Tokens of these payment details.',
  'query.status': 'Tokens with this status.',
  'query.token': 'The token of this name.',
  referenceOrderId: 'An order that was paid with the card to store, in place of card details.',
  replacementToken:
    'The token to use from now on, because the account has a new number that the old token cannot have. Delete the old one.',
  repositoryId: 'The token repository that holds the token.',
  schemeToken: "The card scheme's own token for the stored card.",
  'schemeToken.expiry': "When the scheme's token expires.",
  'schemeToken.expiry.month': "Month the scheme's token expires in.",
  'schemeToken.expiry.year': "Last two digits of the year the scheme's token expires in.",
  'schemeToken.lastUpdated': "When the scheme's token last changed.",
  'schemeToken.number': 'Number of the scheme token; masked in responses.',
  'schemeToken.provider': "Who issued the scheme's token.",
  'schemeToken.status': "Whether the scheme's token can be used.",
  schemeTokenProvisioningMode:
    'When the scheme token is requested: afterwards; at once, and the card is stored in any case; or at once, and nothing is stored without it.',
  'CREATE_OR_UPDATE_TOKEN sourceOfFunds.provided.providerA':
    'An existing billing agreement with provider A. The agreement alone is stored and returned: other details of the account are accepted and not kept.',
  'CREATE_TOKEN sourceOfFunds.provided.providerA':
    'An existing billing agreement with provider A. The agreement alone is stored and returned: other details of the account are accepted and not kept.',
  'SEARCH_TOKENS token': 'The matching tokens, each as RETRIEVE_TOKEN returns it.',
  'sourceOfFunds.schemeTokenProvisioningIdentifier':
    "Identifier from the payer's bank for fetching the card and its scheme token; sent in place of card details.",
  status: 'Whether the stored details can be used. Operations refuse an INVALID token.',
  subMerchant: 'The merchant on whose behalf an aggregator acts. Each has a token repository of its own.',
  token: 'The name the payment details are stored under.',
  usage: 'Last change and last use of the token.',
  'usage.lastUpdated': 'The last change of what is stored.',
  'usage.lastUpdated.merchantId': 'The merchant that last changed what is stored.',
  'usage.lastUpdated.source': 'Whether a merchant or the gateway made the last change.',
  'usage.lastUpdated.time': 'When the stored details last changed.',
  'usage.lastUsedTime': 'When the token was last used or saved.',
  verificationStrategy:
    'The verification before details are stored: none, by format (BASIC, which requires the expiry), by the acquirer, or by the account updater.',
} as const

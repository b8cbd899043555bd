// What the fields of the token operations mean.

export const tokenSentences = {
  page: 'Which part of the result is wanted, and where the next part begins.',
  'page.after': 'Where the page begins: what the answer before gave. Absent in an answer, there is nothing more.',
  'page.limit': 'How many tokens at most.',
  query: 'What the tokens are found by. All values given must be there; account numbers are compared whole.',
  'query.sourceOfFunds': 'Tokens that stand for these payment details.',
  'query.status': 'Tokens with this status.',
  'query.token': 'The token of this name.',
  referenceOrderId: 'An order that was paid with the card to store. No card details are sent then.',
  replacementToken:
    'The token to use from now on, because the account has a new number that the old token may not stand for. Delete the old one.',
  repositoryId: 'The token repository that holds the token.',
  schemeToken: "The card scheme's own token for the stored card.",
  'schemeToken.expiry': "When the scheme's token expires.",
  'schemeToken.expiry.month': "Month the scheme's token expires in.",
  'schemeToken.expiry.year': "Last two digits of the year the scheme's token expires in.",
  'schemeToken.lastUpdated': "When the scheme's token last changed.",
  'schemeToken.number': "Number of the scheme's token; masked in answers.",
  'schemeToken.provider': "Who issued the scheme's token.",
  'schemeToken.status': "Whether the scheme's token can be used.",
  schemeTokenProvisioningMode:
    "When the scheme's token is asked for: afterwards, at once but the card is stored in any case, or at once and nothing is stored without it.",
  'SEARCH_TOKENS token': 'The tokens found, each as RETRIEVE_TOKEN would answer it.',
  'sourceOfFunds.schemeTokenProvisioningIdentifier':
    "What the payer's bank gave out for fetching the card and its scheme token; sent in place of card details.",
  status: 'Whether the stored details can be used. Operations refuse an INVALID token.',
  subMerchant: 'The merchant on whose behalf an aggregator acts. Each has a token repository of its own.',
  token: 'The name the payment details are stored under.',
  usage: 'Who changed the token last, and when it was used.',
  'usage.lastUpdated': 'The last change of what is stored.',
  'usage.lastUpdated.merchantId': 'The merchant that last changed what is stored.',
  'usage.lastUpdated.source': 'Whether a merchant or the gateway itself made the last change.',
  'usage.lastUpdated.time': 'When what is stored last changed.',
  'usage.lastUsedTime': 'When the token was last used or saved.',
  verificationStrategy:
    "What is checked before details are stored: nothing, their form (BASIC, which needs the expiry), the acquirer's opinion, or what the account updater knows.",
} as const

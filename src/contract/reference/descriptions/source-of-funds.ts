// Descriptions of the fields about what a payment is made with.

export const sourceOfFundsSentences = {
  giftCard: 'Data returned by the acquirer about a gift card.',
  'giftCard.availableBalance': 'Balance of the gift card.',
  'giftCard.availableBalance.amount': 'Balance of the gift card.',
  'giftCard.availableBalance.currency': "Currency of the gift card's balance.",

  sourceOfFunds:
    "The payment details. Values in the request take precedence over those of a session, and those over a token's.",
  'sourceOfFunds.provided': 'The payment details themselves.',
  'sourceOfFunds.token': 'The token of stored payment details.',
  'sourceOfFunds.type': 'Kind of payment details. Optional with a token, which determines it.',

  'provided.ach': 'A bank account in the United States.',
  'provided.ach.accountType': 'Kind of bank account.',
  'provided.ach.bankAccountHolder': 'Name of the account holder.',
  'provided.ach.bankAccountNumber': 'Number of the account; masked in responses.',
  'provided.ach.routingNumber': 'Nine digits that identify the bank.',
  'provided.ach.secCode':
    'How the payer authorized the debit: in writing (PPD), by phone (TEL) or on the internet (WEB).',

  'provided.card': 'A card, or data that represents one.',
  'provided.card.accountType': 'The account behind a debit card, for networks that require it.',
  'provided.card.brand': 'Brand of the card, derived from its number. Ignored in requests.',
  'provided.card.devicePayment': "Payment details from the wallet of the payer's phone or watch.",
  'provided.card.devicePayment.3DSecure': "The wallet's values in place of 3-D Secure.",
  'provided.card.devicePayment.3DSecure.eciIndicator':
    "Electronic commerce indicator: the strength of the payer's verification, as stated by the wallet.",
  'provided.card.devicePayment.3DSecure.onlinePaymentCryptogram':
    "The wallet's cryptogram for this payment; used once and never stored.",
  'provided.card.devicePayment.cryptogramFormat': "Format of the wallet's cryptogram.",
  'provided.card.devicePayment.paymentToken':
    "The payload that Apple Pay (EC_v1) or Google Pay (ECv2) encrypted for the merchant's key, as a JSON string. The gateway decrypts it; used once and never stored.",
  'provided.card.emvRequest': 'The chip data for the issuer, as read at the terminal; never stored.',
  'provided.card.expiry': 'When the card expires.',
  'provided.card.expiry.month': 'Month the card expires in.',
  'provided.card.expiry.year': 'Last two digits of the year the card expires in.',
  'provided.card.fundingMethod':
    'Whether the card is a credit, debit or charge card, as far as its number shows. Ignored in requests.',
  'provided.card.issuer': 'The bank that issued the card, as far as its number shows.',
  'provided.card.localBrand': 'The local brand of the card in its country.',
  'provided.card.maskedFpan': 'Number of the plastic card behind a device number, masked by the wallet.',
  'provided.card.maskedFpanExpiry': "When the plastic card behind a device's number expires.",
  'provided.card.maskedFpanExpiry.month': 'Month the plastic card expires in.',
  'provided.card.maskedFpanExpiry.year': 'Last two digits of the year the plastic card expires in.',
  'provided.card.nameOnCard': 'Name of the cardholder as printed on the card.',
  'provided.card.number':
    'Number of the card. Responses show the first six and last four digits, or fewer if the merchant profile says so.',
  'provided.card.p2pe': 'Card data that the terminal encrypted.',
  'provided.card.p2pe.cardBin': 'First digits of the card number, unmasked.',
  'provided.card.p2pe.encryptionState': 'Whether the terminal could encrypt the data.',
  'provided.card.p2pe.initializationVector': 'Initialization vector of the encryption.',
  'provided.card.p2pe.keySerialNumber': 'The key with which the terminal encrypted the data.',
  'provided.card.p2pe.payload': 'The encrypted card data; never stored.',
  'provided.card.pin': "The payer's PIN, encrypted by the terminal.",
  'provided.card.pin.encryptionState': 'Whether the terminal could encrypt the PIN.',
  'provided.card.pin.keySerialNumber': 'The key with which the terminal encrypted the PIN.',
  'provided.card.pin.keySetId': 'The set of keys that the key belongs to.',
  'provided.card.pin.payload': 'The encrypted PIN; never stored.',
  'provided.card.prefix': 'First digits of the card number; enough to determine the brand.',
  'provided.card.scheme': 'Scheme of the card, derived from its number. Ignored in requests.',
  'provided.card.securityCode':
    'Security code printed on the card. Used for one payment and then deleted; responses show at most that there is one.',
  'provided.card.securityCodePresence': 'Whether the card has a security code and it could be read.',
  'provided.card.sequenceNumber': 'Distinguishes cards with the same number, as stored on the chip.',
  'provided.card.storedOnFile':
    'Whether the merchant stores the details, or will store them. For a payment without the payer they count as stored.',
  'provided.card.track1': 'First track of the magnetic stripe; never stored.',
  'provided.card.track2': 'Second track of the magnetic stripe; never stored.',
  'provided.card.trackDataProvided': 'Whether the request had magnetic stripe data.',

  'provided.directDebitCanada': 'A bank account in Canada; all of its fields are needed.',
  'provided.directDebitCanada.accountType': 'Kind of bank account.',
  'provided.directDebitCanada.bankAccountHolder': 'Name of the account holder.',
  'provided.directDebitCanada.bankAccountNumber': 'Number of the account; masked in responses.',
  'provided.directDebitCanada.financialInstitutionNumber': 'Three digits that identify the bank.',
  'provided.directDebitCanada.transitNumber': 'Five digits that identify the branch.',

  'provided.ebt': 'Public benefits, paid with a benefits card whose number is in the card group.',
  'provided.ebt.accountType': 'The kind of benefit.',
  'provided.ebt.manualAuthorizationCode': 'Authorization code given by phone when the terminal was offline.',
  'provided.ebt.merchantFns': 'Registration number of the shop with the authority.',
  'provided.ebt.voucherNumber': 'Number of the paper voucher written when the terminal was offline.',

  'provided.giftCard': 'A gift card.',
  'provided.giftCard.brand': 'Always LOCAL_BRAND_ONLY: gift cards belong to no international brand.',
  'provided.giftCard.expectedLocalBrand': 'The local brand that the merchant expects; other brands are refused.',
  'provided.giftCard.localBrand': 'Local brand of the gift card.',
  'provided.giftCard.number': 'Number of the gift card; masked in responses.',
  'provided.giftCard.pin': 'PIN of the gift card; used once and never stored.',
  'provided.giftCard.scheme': 'Always OTHER: gift cards belong to no card scheme.',

  'provided.providerA': "The payer's account with provider A. A token keeps and returns the billing agreement alone.",
  'provided.providerA.accountEmail': "E-mail address of the payer's account.",
  'provided.providerA.accountHolder': 'Name of the account holder.',
  'provided.providerA.billingAgreement': "The payer's consent to later charges without further confirmation.",
  'provided.providerA.billingAgreement.cardinality':
    'Whether each request creates a new agreement (MULTIPLE) or the payer has only one (SINGLE).',
  'provided.providerA.billingAgreement.description': 'Text shown to the payer who agrees.',
  'provided.providerA.billingAgreement.id': "Provider A's identifier of the agreement.",
  'provided.providerA.billingAgreement.name': 'Name of the agreement.',
  'provided.providerA.payerId': "Provider A's identifier of the payer.",

  'provided.providerB': "The payer's bank, for provider B.",
  'provided.providerB.bankIdentifier': 'Eight digits that identify the bank; the merchant asks the payer for them.',

  'provided.providerC': 'The account that provider C was paid from; returned after success.',
  'provided.providerC.bankAccountHolder': 'Name of the account holder.',
  'provided.providerC.bankAccountNumber': 'Number of the account; masked in responses.',
  'provided.providerC.bankIdentifier': 'National identifier of the bank.',
  'provided.providerC.bic': 'International identifier (BIC) of the bank.',
  'provided.providerC.country': 'Country of the account, as a three-letter code of ISO 3166-1.',
  'provided.providerC.iban': 'International number (IBAN) of the account; masked in responses.',

  'provided.sepa': 'A bank account in the euro area.',
  'provided.sepa.bankAccountHolder': 'Name of the account holder.',
  'provided.sepa.bic': 'International identifier (BIC) of the bank.',
  'provided.sepa.iban': 'International number (IBAN) of the account; masked in responses.',
} as const

/** What the fields of the token operations mean. */
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

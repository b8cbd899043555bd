// What the acquirer's details of an authorization mean. They come from its message and are passed on as they are.

export const authorizationResponseSentences = {
  authorizationResponse: "Details of the authorization in the terms of the acquirer's message.",
  'authorizationResponse.autoExpiry': 'When the authorization expires.',
  'authorizationResponse.cardLevelIndicator': "Product level of the card, as the scheme's code.",
  'authorizationResponse.cardSecurityCodeError': "The issuer's letter for the check of the security code.",
  'authorizationResponse.commercialCard': 'Whether the card is a commercial one.',
  'authorizationResponse.commercialCardIndicator': 'Kind of commercial or consumer card.',
  'authorizationResponse.date': "Date of the authorization by the acquirer's calendar, as month and day (MMDD).",
  'authorizationResponse.financialNetworkCode': 'Code of the network that carried the message.',
  'authorizationResponse.marketSpecificData':
    'Code of the market, such as hotels or car rental, that special rules apply to.',
  'authorizationResponse.merchantAdviceCode': "The issuer's advice on whether to try again.",
  'authorizationResponse.paySvcData': "The scheme's data that must accompany the transaction later.",
  'authorizationResponse.posData': 'Codes for what the terminal can do and how the card was read.',
  'authorizationResponse.posEntryMode': 'Code for how the card number was entered, as the acquirer saw it.',
  'authorizationResponse.posEntryModeChanged': 'Whether the entry mode was changed on the way to the issuer.',
  'authorizationResponse.processingCode': 'Code for the kind of transaction and the accounts involved.',
  'authorizationResponse.responseCode': "The issuer's code for its decision.",
  'authorizationResponse.responseMessage': "The issuer's description of its decision.",
  'authorizationResponse.returnAci': 'Characteristics of the authorization that determine its interchange rate.',
  'authorizationResponse.sourceReasonCode': 'Who made the decision, and why.',
  'authorizationResponse.stan': 'System trace audit number of the message.',
  'authorizationResponse.time': "Time of the authorization by the acquirer's clock (HHMMSS).",
  'authorizationResponse.trackQuality': 'How well the magnetic stripe could be read.',
  'authorizationResponse.transactionIdentifier': "The scheme's identifier of the transaction.",
  'authorizationResponse.validationCode':
    'Links the capture to the authorization. The gateway stores it and sends it with the capture.',
  'authorizationResponse.vpasResponse': "The scheme's letter for the check of the authentication value.",
} as const

// What the fields of a payment on a provider's site mean.

export const browserPaymentSentences = {
  browserPayment: 'A payment that the payer makes on the site of a provider.',
  'browserPayment.interaction': 'Progress of the payer.',
  'browserPayment.interaction.status':
    'The latest known status: initiated, redirected to the provider, returned to the merchant, or completed.',
  'browserPayment.interaction.timeCompleted': 'When the gateway learned the result.',
  'browserPayment.interaction.timeInitiated': 'When the payment was initiated.',
  'browserPayment.interaction.timeRedirected': "When the payer's browser was redirected to the provider.",
  'browserPayment.interaction.timeReturned': "When the payer's browser returned.",
  'browserPayment.operation': 'Whether the amount is only authorized, or paid in one step (PAY).',
  'browserPayment.providerA': 'Details for provider A.',
  'browserPayment.providerA.displayShippingAddress':
    'Whether provider A shows the shipping address; it does by default.',
  'browserPayment.providerA.overrideShippingAddress':
    'True when the payer may not change the shipping address at provider A.',
  'browserPayment.providerA.paymentConfirmation':
    'Where the payer confirms the payment: on the site of the provider, or at the merchant, who then sends CONFIRM_BROWSER_PAYMENT.',
  'browserPayment.redirectHtml': 'An HTML fragment that redirects the browser, for providers that require a form post.',
  'browserPayment.redirectUrl': "Where to send the payer's browser.",
  'browserPayment.returnUrl': "Where the payer's browser returns to, whatever the result.",
} as const

/** Descriptions of the fields about the payment methods that a merchant can offer. */
export const paymentOptionsSentences = {
  paymentTypes: 'The payment methods that the merchant can offer.',
  'paymentTypes.browserPayment': 'Providers on whose sites the payer can pay.',
  'paymentTypes.browserPayment.currencies': 'Currencies the provider supports.',
  'paymentTypes.browserPayment.currencies.currency': 'A currency, as a code of ISO 4217.',
  'paymentTypes.browserPayment.displayName': 'Name of the provider to show to the payer.',
  'paymentTypes.browserPayment.logoUrl': "Picture of the provider's logo.",
  'paymentTypes.browserPayment.maxAmount': 'Maximum amount of a payment at the provider.',
  'paymentTypes.browserPayment.minAmount': 'Minimum amount of a payment at the provider.',
  'paymentTypes.browserPayment.standardPayerData': 'Details about the payer that the provider requires.',
  'paymentTypes.browserPayment.standardPayerData.fieldName': 'The detail of the payer.',
  'paymentTypes.browserPayment.standardPayerData.presence': 'Whether the provider requires it.',
  'paymentTypes.browserPayment.supportedCountries': 'Countries whose payers the provider accepts.',
  'paymentTypes.browserPayment.supportedCountries.country': 'A country, as a three-letter code of ISO 3166-1.',
  'paymentTypes.browserPayment.type': 'The provider, as sourceOfFunds.type has it.',
  'paymentTypes.card': 'Paying by card.',
  'paymentTypes.card.cardTypes': 'Kinds of card the merchant accepts.',
  'paymentTypes.card.cardTypes.cardType': 'A kind of card.',
  'paymentTypes.card.currencies': 'Currencies in which the merchant accepts cards.',
  'paymentTypes.card.currencies.currency': 'A currency, as a code of ISO 4217.',
  'paymentTypes.card.currencyConversion': "An offer to pay in the payer's own currency.",
  'paymentTypes.card.currencyConversion.offerText': 'The text of the offer, to be shown to the payer.',
  'paymentTypes.card.transactionSources': 'The channels through which the merchant receives orders.',
  'paymentTypes.card.transactionSources.transactionSource': 'A channel through which the merchant receives orders.',
  supportedPaymentOperations: 'The payment operations that the merchant profile permits.',
  'supportedPaymentOperations.supportedPaymentOperation': 'AUTHORIZE, or PURCHASE for PAY.',
  transactionMode: 'Whether the merchant authorizes and captures, or pays in one step.',
} as const

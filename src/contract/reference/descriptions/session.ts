// Descriptions of the fields of sessions, of their hosted pages, and of payments on a provider's site.

export const sessionSentences = {
  checkoutMode: 'Whether the payer comes to the page from the shop or by a link in a message.',

  interaction: 'What the page shows to the payer, and where it redirects to.',
  'interaction.action': 'What the page does in addition to the payment.',
  'interaction.action.3DSecure': 'Whether the payer is authenticated: always, never, or as the merchant profile says.',
  'interaction.action.saveCard': 'Whether the payer is asked for consent to store the card.',
  'interaction.cancelUrl':
    'Where a payer who cancels is sent. Without it, the page that opened the checkout is notified.',
  'interaction.country': 'Country whose conventions the page follows, as a three-letter code of ISO 3166-1.',
  'interaction.displayControl': 'Which parts the page shows.',
  'interaction.displayControl.billingAddress': 'Whether the page asks for the billing address, or only shows it.',
  'interaction.displayControl.cardSecurityCode': 'The page asks for the security code of every card that has one.',
  'interaction.displayControl.confirmAchAccountNumber': 'The page asks once for the number of a bank account.',
  'interaction.displayControl.customerEmail': "Whether the page asks for the payer's e-mail address, or only shows it.",
  'interaction.displayControl.orderSummary': 'Whether the page shows the order summary.',
  'interaction.displayControl.paymentConfirmation': 'Whether the page shows a confirmation before the payment.',
  'interaction.displayControl.paymentTerms': 'Whether the page shows the terms of the payment method, if it has any.',
  'interaction.displayControl.shipping': 'Whether the page shows the shipping address.',
  'interaction.locale': 'Language of the page, such as en_US.',
  'interaction.merchant': "The merchant's details on the page.",
  'interaction.merchant.address': 'Address of the merchant on the page.',
  'interaction.merchant.address.line1': "First line of the merchant's address.",
  'interaction.merchant.address.line2': "Second line of the merchant's address.",
  'interaction.merchant.address.line3': "Third line of the merchant's address.",
  'interaction.merchant.address.line4': "Fourth line of the merchant's address.",
  'interaction.merchant.email': 'E-mail address of the merchant on the page.',
  'interaction.merchant.logo': "Picture of the merchant's logo.",
  'interaction.merchant.name': 'Name of the merchant on the page.',
  'interaction.merchant.phone': 'Phone number of the merchant on the page.',
  'interaction.merchant.url': 'Web site of the merchant.',
  'interaction.operation':
    'What the page does with the card: pay (PURCHASE), authorize, verify, or only store it in the session (NONE).',
  'interaction.redirectMerchantUrl': 'Where the payer is redirected after the last attempt has failed.',
  'interaction.retryAttemptCount': 'Number of payment attempts the payer has.',
  'interaction.returnUrl':
    'Where the payer is redirected after paying. resultIndicator is added to the URL, to be compared with successIndicator.',
  'interaction.savedCard':
    "Cards of this payer that you have stored, to choose from on the page. Cards that can no longer pay are not offered, and the payer's browser learns no token.",
  'interaction.savedCard.token': 'The token of the card.',
  'interaction.theme':
    'Look of the page, in place of that in the merchant profile: light or dark, a colour such as #0a5cff, and a font (system, sans, humanist, rounded, serif, mono), separated by spaces. Unknown words have no effect.',
  'interaction.timeout': 'Number of seconds the payer has to complete the payment.',
  'interaction.timeoutUrl': 'Where the payer is redirected after a time-out.',

  paymentLink: 'The payment link, where checkoutMode is PAYMENT_LINK.',
  'paymentLink.creationTime': 'When the link was created.',
  'paymentLink.expiryDateTime': 'Until when the link can be paid. Default: three months from now.',
  'paymentLink.id': 'Identifies the payment link, in requests about it, in the console and in commands.',
  'paymentLink.maximumAmount': 'The most that the payer may enter, where the payer enters the amount.',
  'paymentLink.minimumAmount': 'The least that the payer may enter, where the payer enters the amount.',
  'paymentLink.numberOfAllowedAttempts': 'Number of payments that may be attempted through the link. Default: 25.',
  'paymentLink.numberOfAllowedPayments': 'How often the link can be paid. Absent: any number of times.',
  'paymentLink.numberOfPayments': 'How often the link was paid, counted up to 1000; refunded payments included.',
  'paymentLink.order':
    'Orders that payers have begun through the link, newest first; also those whose payment was declined.',
  'paymentLink.order.amount': 'The amount of the order.',
  'paymentLink.order.creationTime': 'When the payer came to the order.',
  'paymentLink.order.currency': 'The currency of the order.',
  'paymentLink.order.id': 'The id of the order, for RETRIEVE_ORDER.',
  'paymentLink.order.paid': 'Whether the order was paid, even if that was refunded or voided afterwards.',
  'paymentLink.status': 'Whether the link can be paid: OPEN, or why not.',
  'paymentLink.url': 'The URL to send to the payer.',

  session: 'The session with values for the request. Values in the request itself take precedence.',
  'session.aes256Key':
    "Key, in Base64, to decrypt data that the gateway sends to the shop through the payer's browser. Returned once; keep it on the server.",
  'session.authenticationLimit': 'Number of requests that may use the id of the session as their password.',
  'session.id': 'Identifies the session. Anyone who knows it can use its contents, so treat it as a password.',
  'session.updateStatus':
    'Whether the last update of the session was accepted. Operations use sessions with SUCCESS only.',
  'session.version':
    'Changes with every update of the session. A request that names another version than the current one is refused.',
  successIndicator:
    "The value that the payer's browser returns as resultIndicator after a successful payment. Do not reveal it to the payer before.",
} as const

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

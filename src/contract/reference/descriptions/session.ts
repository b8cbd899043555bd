// Descriptions of the fields of sessions and of their hosted pages.

export const sessionSentences = {
  checkoutMode: 'Whether the payer comes to the page from the shop or by a link in a message.',

  interaction: 'What the payer sees on the page, and where the payer goes from there.',
  'interaction.action': 'What the page does beside taking the payment.',
  'interaction.action.3DSecure': 'Whether the payer is authenticated: always, never, or as the merchant profile says.',
  'interaction.action.saveCard': 'Whether the payer is asked to let the merchant keep the card.',
  'interaction.cancelUrl':
    'Where a payer who cancels is sent. Without it, the page that opened the checkout is notified.',
  'interaction.country': 'Country whose customs the page follows, by its three-letter code of ISO 3166-1.',
  'interaction.displayControl': 'Which parts the page shows.',
  'interaction.displayControl.billingAddress': 'Whether the page asks for the billing address, or only shows it.',
  'interaction.displayControl.customerEmail': "Whether the page asks for the payer's e-mail address, or only shows it.",
  'interaction.displayControl.orderSummary': 'Whether the page shows what is bought.',
  'interaction.displayControl.paymentConfirmation': 'Whether the payer looks everything over before paying.',
  'interaction.displayControl.paymentTerms':
    'Whether the page shows terms of payment, where the way of paying has some.',
  'interaction.displayControl.shipping': 'Whether the page shows where the goods go.',
  'interaction.locale': 'Language of the page, such as en_US.',
  'interaction.merchant': 'The merchant as the page shows it.',
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
    'What the page does with the card: pay at once (PURCHASE), authorize, verify, or only keep it in the session (NONE).',
  'interaction.redirectMerchantUrl': 'Where the payer goes after the last attempt has failed.',
  'interaction.retryAttemptCount': 'How often the payer may try.',
  'interaction.returnUrl':
    'Where the payer goes after paying. The address gets resultIndicator, to compare with successIndicator.',
  'interaction.theme': 'Look of the page, by the name it has in the merchant profile.',
  'interaction.timeout': 'How many seconds the payer has.',
  'interaction.timeoutUrl': 'Where a payer who took too long goes.',

  session: 'The session that holds values for the request. Values in the request itself win over them.',
  'session.aes256Key':
    "Key, in Base64, to decrypt what the gateway sends to the shop through the payer's browser. Returned once; keep it on the server.",
  'session.authenticationLimit': 'How many calls may use the id of the session as their password.',
  'session.id': 'Identifies the session. Anyone who knows it can use its contents, so treat it as a password.',
  'session.updateStatus':
    'Whether the last change of the session was right. Operations take sessions with SUCCESS only.',
  'session.version':
    'Changes whenever what the session holds does. A request that names another version than the present one is refused.',
  successIndicator:
    "What the payer's browser brings back as resultIndicator after a payment that succeeded. Keep it from the payer until then.",
} as const

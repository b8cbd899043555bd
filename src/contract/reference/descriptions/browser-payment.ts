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

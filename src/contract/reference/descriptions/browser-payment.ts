// What the fields of a payment on a provider's site mean.

export const browserPaymentSentences = {
  browserPayment: "A payment the payer makes on a provider's site.",
  'browserPayment.interaction': 'How far the payer has come.',
  'browserPayment.interaction.status':
    'The last thing known: initiated, redirected to the provider, returned to the merchant, or completed.',
  'browserPayment.interaction.timeCompleted': 'When the gateway learned the result.',
  'browserPayment.interaction.timeInitiated': 'When the payment was initiated.',
  'browserPayment.interaction.timeRedirected': "When the payer's browser went to the provider.",
  'browserPayment.interaction.timeReturned': "When the payer's browser came back.",
  'browserPayment.operation': 'Whether the money is only authorized, to be captured later, or moves at once (PAY).',
  'browserPayment.providerA': 'What provider A needs to know.',
  'browserPayment.providerA.displayShippingAddress':
    'Whether provider A shows the shipping address; it does by default.',
  'browserPayment.providerA.overrideShippingAddress':
    'True when the payer may not change the shipping address at provider A.',
  'browserPayment.providerA.paymentConfirmation':
    'Where the payer commits to the payment: on the site of the provider, or back at the merchant, who then sends CONFIRM_BROWSER_PAYMENT.',
  'browserPayment.redirectHtml': 'A piece of HTML that sends the browser on, for providers that want a form post.',
  'browserPayment.redirectUrl': "Where to send the payer's browser.",
  'browserPayment.returnUrl': "Where the payer's browser comes back to, however the payment ended.",
} as const

// The shop's own form with the gateway's fields in it: the card goes from there into the session, and never comes here.
const form = document.querySelector('#card')
const button = form.querySelector('button')
const problem = document.querySelector('#problem')

const labels = {
  cardNumber: 'the card number',
  expiryMonth: 'the month',
  expiryYear: 'the year',
  securityCode: 'the security code',
}

PaymentSession.configure({
  session: form.dataset.sessionId,
  fields: {
    card: {
      number: '#card-number',
      expiryMonth: '#expiry-month',
      expiryYear: '#expiry-year',
      securityCode: '#security-code',
    },
  },
  // This shop's policy lets nobody show it in a frame.
  frameEmbeddingMitigation: ['csp'],
  interaction: { displayControl: { formatCard: 'EMBOSSED', invalidFieldCharacters: 'REJECT' } },
  callbacks: {
    initialized({ status, message }) {
      button.disabled = status !== 'ok'
      if (status !== 'ok') problem.textContent = message ?? 'The fields could not be loaded.'
    },
    formSessionUpdate({ status, errors }) {
      if (status === 'ok') return authenticate()
      button.disabled = false
      const wrong = Object.keys(errors ?? {}).flatMap((name) => labels[name] ?? [])
      const list = new Intl.ListFormat('en').format(wrong)
      problem.textContent = status === 'fields_in_error' ? `Please check ${list}.` : 'Please try again in a moment.'
    },
  },
})

/** The card is in the session. The payer's bank may want to see the payer; then the shop's server can pay. */
function authenticate() {
  const { merchantId, orderId, sessionId } = form.dataset
  const id = `authentication-${Date.now()}`
  ThreeDS.configure({ merchantId, sessionId, callback() {}, configuration: { wsVersion: 100 } })
  ThreeDS.initiateAuthentication(orderId, id, ({ error, restApiResponse }) => {
    if (error) return showProblem(error.msg)
    // A card whose bank takes no part pays as it is.
    if (restApiResponse.transaction.authenticationStatus !== 'AUTHENTICATION_AVAILABLE') return form.submit()
    // From here the browser goes to the bank where it asks for more, and then to the shop's address of this order.
    const whenAnswered = (answer) => answer.error && showProblem(answer.error.msg)
    ThreeDS.authenticatePayer(orderId, id, whenAnswered, { fullScreenRedirect: true })
  })
}

function showProblem(text) {
  button.disabled = false
  problem.textContent = text ?? 'Please try again in a moment.'
}

form.addEventListener('submit', (event) => {
  event.preventDefault()
  button.disabled = true
  problem.textContent = ''
  PaymentSession.updateSessionFromForm('card')
})

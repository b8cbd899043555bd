// The shop's own form with the gateway's fields in it: the card goes from there into the session, and never comes here.
const form = document.querySelector('#card')
const button = form.querySelector('button')
const problem = document.querySelector('#problem')
const brandMark = document.querySelector('#brand')

/** Each field: where its input and its error are, and what is wrong when it is empty or not right. */
const fields = {
  'card.number': {
    input: '#card-number',
    error: '#card-number-error',
    missing: 'Enter your card number.',
    invalid: 'This card number is incomplete or contains a typing error.',
  },
  'card.expiryMonth': {
    input: '#expiry-month',
    error: '#expiry-error',
    missing: 'Enter the expiry month of the card.',
    invalid: 'Enter the month as two digits, from 01 to 12.',
  },
  'card.expiryYear': {
    input: '#expiry-year',
    error: '#expiry-error',
    missing: 'Enter the expiry year of the card.',
    invalid: 'Enter the last two digits of the year.',
  },
  'card.securityCode': {
    input: '#security-code',
    error: '#security-code-error',
    missing: 'Enter the security code of the card.',
    invalid: 'This security code is incomplete.',
  },
}
const roles = Object.keys(fields)

/** The names by which results report errors. */
const rolesInResults = {
  cardNumber: 'card.number',
  expiryMonth: 'card.expiryMonth',
  expiryYear: 'card.expiryYear',
  securityCode: 'card.securityCode',
}

/** Your shop may have pictures in place of names; the marks belong to the card schemes. */
const brandNames = {
  AMEX: 'Amex',
  CHINA_UNIONPAY: 'UnionPay',
  DINERS_CLUB: 'Diners',
  DISCOVER: 'Discover',
  JCB: 'JCB',
  MAESTRO: 'Maestro',
  MASTERCARD: 'Mastercard',
  RUPAY: 'RuPay',
  UATP: 'UATP',
  VISA: 'Visa',
}

PaymentSession.configure({
  session: form.dataset.sessionId,
  fields: {
    card: {
      number: fields['card.number'].input,
      expiryMonth: fields['card.expiryMonth'].input,
      expiryYear: fields['card.expiryYear'].input,
      securityCode: fields['card.securityCode'].input,
    },
  },
  // This shop's policy does not allow any page to frame it.
  frameEmbeddingMitigation: ['csp'],
  // Digits in groups as on the card; other characters cannot be typed.
  interaction: { displayControl: { formatCard: 'EMBOSSED', invalidFieldCharacters: 'REJECT' } },
  callbacks: {
    initialized({ status, message }) {
      button.disabled = status !== 'ok'
      if (status !== 'ok') problem.textContent = message ?? 'The fields could not be loaded.'
    },
    formSessionUpdate({ status, errors }) {
      if (status === 'ok') return authenticate()
      setPaying(false)
      if (status === 'fields_in_error') showErrors(errors)
      else problem.textContent = 'Please try again in a moment.'
    },
  },
})

/** Fields with something in them. */
const filled = new Set()

// The box around a field shows the focus: the field itself is inside a frame. Its own ring would be a second one.
PaymentSession.setFocusStyle(roles, { outline: 'none' })
PaymentSession.onFocus(roles, (_, _name, { role }) => boxOf(role).classList.add('focused'))
PaymentSession.onBlur(roles, (_, _name, { role, isEmpty, isValid }) => {
  boxOf(role).classList.remove('focused')
  // A field that is still empty shows no error before the form is sent.
  if (!isEmpty && !isValid) showError(role, fields[role].invalid)
})
PaymentSession.onChange(roles, (_, _name, { role, isEmpty, isValid, brand }) => {
  if (isEmpty) filled.delete(role)
  else filled.add(role)
  if (isValid) showError(role, '')
  if (role === 'card.number') showBrand(brand)
})

function boxOf(role) {
  return document.querySelector(fields[role].input).closest('.box')
}

function showBrand(brand) {
  const name = brandNames[brand]
  brandMark.hidden = name === undefined
  brandMark.textContent = name ?? ''
  brandMark.dataset.brand = brand
}

/** What is shown for each field; month and year have one place. */
const shown = new Map()

/** Beside the field, and inside its frame for screen readers. */
function showError(role, text) {
  shown.set(role, text)
  PaymentSession.setMessage(role, text)
  const place = document.querySelector(fields[role].error)
  const sharing = roles.filter((each) => fields[each].error === fields[role].error)
  const first = sharing.map((each) => shown.get(each) ?? '').find((each) => each !== '') ?? ''
  place.textContent = first
  boxOf(role).classList.toggle('wrong', first !== '')
}

/** Every error at its field; the first wrong field gets the focus. */
function showErrors(errors) {
  const wrong = Object.keys(rolesInResults).filter((name) => errors?.[name] !== undefined)
  for (const name of wrong) showError(rolesInResults[name], fields[rolesInResults[name]][errors[name]])
  if (wrong.length > 0) PaymentSession.setFocus(rolesInResults[wrong[0]])
  else problem.textContent = 'Please check your details.'
}

function setPaying(isPaying) {
  button.disabled = isPaying
  button.classList.toggle('busy', isPaying)
}

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
  setPaying(false)
  problem.textContent = text ?? 'Please try again in a moment.'
}

form.addEventListener('submit', (event) => {
  event.preventDefault()
  problem.textContent = ''
  const empty = roles.filter((role) => !filled.has(role))
  for (const role of roles) showError(role, filled.has(role) ? '' : fields[role].missing)
  if (empty.length > 0) return PaymentSession.setFocus(empty[0])
  setPaying(true)
  PaymentSession.updateSessionFromForm('card')
})

// English.
import type { CheckoutTexts } from './checkout-texts.ts'

export const en: CheckoutTexts = {
  sandbox: 'Test mode: no real payment is made.',

  payTo: 'Pay {merchant}',
  verifyFor: 'Verify your card for {merchant}',
  keepFor: 'Your payment details for {merchant}',
  pay: 'Pay {amount}',
  continueTo: 'Continue to {provider}',
  noteProvider: 'You will pay on {provider}’s site and then return here.',
  payPlain: 'Pay now',
  verify: 'Verify card',
  keep: 'Save and continue',
  sending: 'One moment…',
  noteAuthorize: 'The amount is reserved now and charged when {merchant} fulfils your order.',
  noteVerify: 'You will not be charged. Your bank only checks the details.',
  noteKeep: 'You will not be charged now.',
  secure: 'Encrypted. {merchant} never sees your full payment details.',
  cancel: 'Cancel and return to {merchant}',
  cancelOnly: 'Cancel the payment',
  timeLeft: 'Time left to pay: {time}',
  timeLeftSpoken: 'This page closes in {seconds} seconds.',

  enterAmount: {
    label: 'Amount ({currency})',
    atLeast: 'At least {min}',
    atMost: 'At most {max}',
    between: 'From {min} to {max}',
    MISSING: 'Enter the amount.',
    INVALID: 'Enter the amount like {example}, without separators for thousands.',
    TOO_SMALL: 'The amount must be at least {min}.',
    TOO_LARGE: 'The amount must be at most {max}.',
  },

  orderSummary: 'Order summary',
  order: 'Order',
  reference: 'Reference',
  quantity: 'Quantity: {quantity}',
  tax: 'Tax',
  shipping: 'Shipping and handling',
  discount: 'Discount',
  total: 'Total',
  deliverTo: 'Deliver to',

  paymentMethod: 'Payment method',
  sources: { CARD: 'Card', GIFT_CARD: 'Gift card', ACH: 'Bank account' },
  anotherCard: 'Another card',
  wallets: 'Express checkout',
  payWithWallet: 'Pay with {wallet}',
  walletOr: 'or pay another way',
  walletFailed: '{wallet} could not be opened. Try again, or pay another way.',
  simulatedWallet: {
    title: '{wallet} (test)',
    text: 'This test wallet stands in for {wallet}. No real card is charged.',
  },
  simulatedCards: {
    APPROVED: 'Test card: approved',
    DECLINED: 'Test card: declined',
    WITHOUT_DEVICE: 'Test card without device: with authentication',
  },
  simulatedCancel: 'Cancel',
  savedDetails: 'Saved',
  validUntil: 'Valid until {expiry}',
  cardDetails: 'Card details',
  acceptedCards: 'Accepted cards',
  contact: 'Contact',
  billingAddress: 'Billing address',
  optional: 'optional',
  expiry: 'Expiry date',
  expiryPast: 'This card has expired. Check the date or use another card.',
  monthExample: 'MM',
  yearExample: 'YY',
  codeOnBack: '3 digits on the back',
  codeOnFront: '4 digits on the front',
  postcodeHint: 'Your bank may compare it with the address of your card.',
  accountTypes: {
    CONSUMER_CHECKING: 'Personal checking',
    CONSUMER_SAVINGS: 'Personal savings',
    CORPORATE_CHECKING: 'Business checking',
  },
  achConsent: 'By continuing, you authorize {merchant} to debit this account for this order.',
  choose: 'Please choose',
  fields: {
    source: {
      label: 'Payment method',
      missing: 'Choose how you want to pay.',
      invalid: 'Choose one of the payment methods shown.',
    },
    cardNumber: {
      label: 'Card number',
      missing: 'Enter your card number.',
      invalid: 'This card number is incomplete or contains a typing error.',
    },
    nameOnCard: {
      label: 'Name on card',
      missing: 'Enter the name as shown on the card.',
      invalid: 'Enter the name as shown on the card.',
    },
    expiryMonth: {
      label: 'Expiry month',
      missing: 'Enter the expiry date of the card.',
      invalid: 'Enter the month as two digits, from 01 to 12.',
    },
    expiryYear: {
      label: 'Expiry year',
      missing: 'Enter the expiry year of the card.',
      invalid: 'Enter the last two digits of the year.',
    },
    securityCode: {
      label: 'Security code',
      missing: 'Enter your card’s security code.',
      invalid: 'This security code is incomplete.',
    },
    giftCardNumber: {
      label: 'Gift card number',
      missing: 'Enter your gift card number.',
      invalid: 'This gift card number is incomplete or contains a typing error.',
    },
    giftCardPin: {
      label: 'PIN',
      missing: 'Enter your gift card’s PIN.',
      invalid: 'A PIN has 4 to 8 digits.',
    },
    achAccountType: {
      label: 'Account type',
      missing: 'Choose your account type.',
      invalid: 'Choose your account type.',
    },
    achAccountHolder: {
      label: 'Account holder',
      missing: 'Enter the name of the account holder.',
      invalid: 'Enter the name as your bank knows it, at most 28 characters.',
    },
    achAccountNumber: {
      label: 'Account number',
      missing: 'Enter your account number.',
      invalid: 'An account number has at most 17 letters and digits.',
    },
    achAccountNumberAgain: {
      label: 'Confirm account number',
      missing: 'Enter your account number again.',
      invalid: 'The account numbers do not match.',
    },
    achRoutingNumber: {
      label: 'Routing number',
      missing: 'Enter your bank’s routing number.',
      invalid: 'A routing number has 9 digits.',
    },
    bankIdentifier: {
      label: 'Bank identifier',
      missing: 'Enter your bank identifier.',
      invalid: 'A bank identifier has 8 digits.',
    },
    email: {
      label: 'Email',
      missing: 'Enter your email address.',
      invalid: 'This email address is incomplete.',
    },
    billingStreet: {
      label: 'Street and number',
      missing: 'Enter your street and house number.',
      invalid: 'Enter at most 100 characters.',
    },
    billingStreet2: {
      label: 'Apartment, floor',
      missing: 'Enter your apartment or floor.',
      invalid: 'Enter at most 100 characters.',
    },
    billingCity: {
      label: 'City',
      missing: 'Enter your city.',
      invalid: 'Enter at most 100 characters.',
    },
    billingStateProvince: {
      label: 'State or province',
      missing: 'Enter your state or province.',
      invalid: 'Enter at most 20 characters.',
    },
    billingPostcodeZip: {
      label: 'Postcode',
      missing: 'Enter your postcode.',
      invalid: 'Enter at most 10 letters and digits.',
    },
    billingCountry: {
      label: 'Country',
      missing: 'Choose your country.',
      invalid: 'Choose a country from the list.',
    },
  },

  pleaseCheck: 'Please check these details',
  errorTitle: 'Error: {title}',
  declinedTitle: 'Your payment did not go through',
  declined: {
    AUTHENTICATION_FAILED: 'Your bank could not confirm your identity. Try again, or use another card.',
    CANCELLED_AT_PROVIDER:
      'You cancelled the payment at {provider}. You can try again or choose another payment method.',
    UNFINISHED_AT_PROVIDER:
      'The payment at {provider} was not completed. You can try again or choose another payment method.',
    DECLINED_BY_PROVIDER: '{provider} declined the payment. Try another payment method.',
    PROVIDER_UNREACHABLE: '{provider} could not be reached. Try again in a moment, or choose another payment method.',
    DECLINED: 'Your bank declined the payment. Try another card, or contact your bank.',
    CARD_EXPIRED: 'The card has expired, or the expiry date is incorrect. Check the date or try another card.',
    SECURITY_CODE: 'The security code is incorrect. Please enter it again.',
    INSUFFICIENT_FUNDS: 'Insufficient funds. Try another card.',
    TRY_LATER: 'Your bank could not be reached. Please try again in a moment.',
    NOT_SUPPORTED: 'This type of card is not accepted here. Try another card.',
    BLOCKED: 'This payment was not accepted. Try another card, or contact the shop.',
    WALLET_REFUSED: 'The payment details from your wallet could not be used. Try again, or pay another way.',
  },
  attemptsLeft: 'Attempts left: {count}',
  lastAttempt: 'This is your last attempt.',

  questions: 'Questions about your order?',
  service: 'Payments by Tollgate',

  wait: {
    title: 'Your payment is being processed',
    text: 'This takes a few seconds. Please keep this page open and do not pay again.',
  },
  waitAtProvider: {
    title: '{provider} is still processing your payment',
    text: 'You do not need to wait: the shop will be notified as soon as the payment is complete. Please do not pay again.',
  },
  checkAgain: 'Check again',
  unfinished: {
    title: 'Your payment at {provider} is not complete',
    text: 'Continue where you left off, or choose another payment method. You will not be charged twice.',
  },
  continueAt: 'Continue at {provider}',
  anotherWay: 'Choose another payment method',
  leave: { title: 'Taking you to {provider}', text: 'One moment…' },

  challenge: {
    title: 'Confirm it’s you',
    text: 'Follow your bank’s instructions below. Your payment then continues automatically.',
  },
  challengeFrame: 'Your bank’s page',
  challengeBegin: 'Show my bank’s page',
  challengeDone: 'Finished with your bank, but nothing happens?',
  challenged: { title: 'Thank you', text: 'Your bank has received your response. Your payment continues now.' },

  receipt: {
    PAID: { title: 'Payment complete', text: 'Thank you. {merchant} has received your payment.' },
    AUTHORIZED: {
      title: 'Payment confirmed',
      text: 'Thank you. {merchant} will charge the amount when your order is fulfilled.',
    },
    VERIFIED: { title: 'Card verified', text: 'Thank you. You have not been charged.' },
    KEPT: { title: 'Details saved', text: 'Thank you. You have not been charged.' },
    FAILED: {
      title: 'Payment not completed',
      text: 'None of your attempts was successful. Please contact {merchant}, or start again in the shop.',
    },
  },
  receiptAmount: 'Amount',
  receiptMerchant: 'Merchant',
  receiptTransaction: 'Transaction',
  receiptTime: 'Date',
  receiptSource: 'Payment method',
  print: 'Print receipt',
  back: 'Return to {merchant}',
  backPlain: 'Return to the shop',

  paymentLinkMail: {
    title: 'Payment request from {merchant}',
    text: '{merchant} asks you to pay online.',
    openAmount: 'You enter the amount on the payment page.',
    purpose: 'For',
    until: 'The link can be paid until {time}.',
    pay: 'Open this link to pay:',
    message: '{merchant} writes:',
    unexpected: 'If you do not know {merchant} or do not expect this request, ignore this e-mail.',
  },

  notice: {
    PAYMENT_LINK_LOCKED: {
      title: 'A payment is in progress',
      text: 'Another payment through this link is being processed. Reload this page in a moment.',
    },
    PAYMENT_LINK_DISABLED: {
      title: 'This payment link is closed',
      text: 'The merchant no longer accepts payments through this link. Please contact the merchant.',
    },
    PAYMENT_LINK_EXHAUSTED: {
      title: 'No more attempts',
      text: 'Too many payments through this link have failed. Please contact the merchant for another link.',
    },
    PAYMENT_LINK_EXPIRED: {
      title: 'This payment link has expired',
      text: 'It can no longer be used. Please contact the merchant for another link.',
    },
    PAYMENT_LINK_PAID: {
      title: 'This payment link has been paid',
      text: 'There is nothing left to pay. You can close this page.',
    },
    RETURNED_PAID: { title: 'Payment complete', text: 'Your payment was successful. The shop has been notified.' },
    RETURNED_UNPAID: {
      title: 'Payment not completed',
      text: 'You have not been charged. Please return to the shop to try again.',
    },
    RETURNED_OPEN: {
      title: 'Your payment is being processed',
      text: 'The result is not known yet. The shop will be notified; please do not pay again.',
    },
    UNKNOWN: {
      title: 'Payment not found',
      text: 'The link is incomplete or no longer valid. Please return to the shop and start again.',
    },
    EXPIRED: {
      title: 'This payment page has expired',
      text: 'For your security, this page has been closed. Please return to the shop and start again.',
    },
    CANCELLED: { title: 'Payment cancelled', text: 'You can close this page or return to the shop.' },
    NOT_HERE: {
      title: 'This page cannot be shown here',
      text: 'The shop’s website is not set up to embed the payment page. Please open it in a separate window.',
    },
    BROKEN: {
      title: 'Something went wrong',
      text: 'Please try again in a moment. If you were paying, check with the shop before you pay again.',
    },
    OVERLOADED: {
      title: 'Please try again in a moment',
      text: 'Payments cannot be accepted right now. Wait a few seconds, then reload this page.',
    },
  },

  handOver: { title: 'Returning to {merchant}', text: 'One moment…' },
  goOn: 'Continue',
}

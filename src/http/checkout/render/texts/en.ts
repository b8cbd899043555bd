// English.
import type { CheckoutTexts } from './checkout-texts.ts'

export const en: CheckoutTexts = {
  sandbox: 'Test mode: no real payment is made.',

  payTo: 'Pay {merchant}',
  verifyFor: 'Verify your card for {merchant}',
  keepFor: 'Your payment details for {merchant}',
  pay: 'Pay {amount}',
  continueTo: 'Continue to {provider}',
  noteProvider: 'You pay on {provider}’s own site and come back here afterwards.',
  payPlain: 'Pay now',
  verify: 'Verify card',
  keep: 'Save and continue',
  sending: 'One moment…',
  noteAuthorize: 'The amount is reserved now and charged when {merchant} fulfils your order.',
  noteVerify: 'Nothing is charged. Your bank only checks the details.',
  noteKeep: 'Nothing is charged now.',
  secure: 'Encrypted. {merchant} never sees your full payment details.',
  cancel: 'Cancel and return to {merchant}',
  timeLeft: 'Time left to pay: {time}',
  timeLeftSpoken: 'This page closes in {seconds} seconds.',

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
  savedDetails: 'Saved',
  cardDetails: 'Card details',
  contact: 'Contact',
  billingAddress: 'Billing address',
  optional: 'optional',
  expiry: 'Expiry date',
  expiryPast: 'This card has expired. Check the date or use another card.',
  monthExample: 'MM',
  yearExample: 'YY',
  codeOnBack: '3 digits on the back',
  codeOnFront: '4 digits on the front',
  accountTypes: {
    CONSUMER_CHECKING: 'Personal checking',
    CONSUMER_SAVINGS: 'Personal savings',
    CORPORATE_CHECKING: 'Business checking',
  },
  achConsent: 'By continuing you allow {merchant} to debit this account for this order.',
  choose: 'Please choose',
  fields: {
    source: {
      label: 'Payment method',
      missing: 'Choose how you want to pay.',
      invalid: 'Choose one of the payment methods shown.',
    },
    cardNumber: {
      label: 'Card number',
      missing: 'Enter the number of your card.',
      invalid: 'This card number is not complete or has a typing error.',
    },
    nameOnCard: {
      label: 'Name on card',
      missing: 'Enter the name as it is on the card.',
      invalid: 'Enter the name as it is on the card.',
    },
    expiryMonth: {
      label: 'Expiry month',
      missing: 'Enter the month in which the card expires.',
      invalid: 'Enter the month as two digits, from 01 to 12.',
    },
    expiryYear: {
      label: 'Expiry year',
      missing: 'Enter the year in which the card expires.',
      invalid: 'Enter the last two digits of the year.',
    },
    securityCode: {
      label: 'Security code',
      missing: 'Enter the security code of your card.',
      invalid: 'This security code is not complete.',
    },
    giftCardNumber: {
      label: 'Gift card number',
      missing: 'Enter the number of your gift card.',
      invalid: 'This gift card number is not complete or has a typing error.',
    },
    giftCardPin: {
      label: 'PIN',
      missing: 'Enter the PIN of your gift card.',
      invalid: 'A PIN has 4 to 8 digits.',
    },
    achAccountType: {
      label: 'Account type',
      missing: 'Choose the type of your account.',
      invalid: 'Choose the type of your account.',
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
      label: 'Account number again',
      missing: 'Enter your account number a second time.',
      invalid: 'The two account numbers are not the same.',
    },
    achRoutingNumber: {
      label: 'Routing number',
      missing: 'Enter the routing number of your bank.',
      invalid: 'A routing number has 9 digits.',
    },
    bankIdentifier: {
      label: 'Bank identifier',
      missing: 'Enter the identifier of your bank.',
      invalid: 'A bank identifier has 8 digits.',
    },
    email: {
      label: 'Email',
      missing: 'Enter your email address.',
      invalid: 'This email address is not complete.',
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
      invalid: 'Choose a country of the list.',
    },
  },

  pleaseCheck: 'Please check these details',
  errorTitle: 'Error: {title}',
  declinedTitle: 'Your payment did not go through',
  declined: {
    AUTHENTICATION_FAILED: 'Your bank could not confirm that it is you. Try again, or use another card.',
    CANCELLED_AT_PROVIDER: 'You cancelled the payment at {provider}. You can try again or pay another way.',
    UNFINISHED_AT_PROVIDER: 'The payment at {provider} was not finished. You can try again or pay another way.',
    DECLINED_BY_PROVIDER: '{provider} declined it. Try another way to pay.',
    PROVIDER_UNREACHABLE: '{provider} could not be reached. Try again in a moment, or pay another way.',
    DECLINED: 'Your bank declined it. Try another card, or ask your bank.',
    CARD_EXPIRED: 'The card has expired, or its expiry date is not right. Check the date or try another card.',
    SECURITY_CODE: 'The security code is not right. Please enter it again.',
    INSUFFICIENT_FUNDS: 'There is not enough money in the account. Try another card.',
    TRY_LATER: 'Your bank could not be reached. Please try again in a moment.',
    NOT_SUPPORTED: 'This kind of card cannot be used here. Try another one.',
    BLOCKED: 'This payment cannot be accepted. Try another card, or contact the shop.',
  },
  attemptsLeft: 'Attempts left: {count}',

  questions: 'Questions about your order?',
  service: 'Payments by Tollgate',

  wait: {
    title: 'Your payment is being processed',
    text: 'This takes a few seconds. Please keep this page open and do not pay again.',
  },
  waitAtProvider: {
    title: '{provider} is still working on your payment',
    text: 'You need not wait: the shop will be told as soon as it is decided. Please do not pay again.',
  },
  checkAgain: 'Check again',
  unfinished: {
    title: 'Your payment at {provider} is not finished',
    text: 'Go on where you left off, or choose another way to pay. Nothing is paid twice.',
  },
  continueAt: 'Continue at {provider}',
  anotherWay: 'Pay another way',
  leave: { title: 'Taking you to {provider}', text: 'One moment…' },

  challenge: {
    title: 'Your bank checks that it is you',
    text: 'Please follow the steps of your bank below. Your payment goes on by itself afterwards.',
  },
  challengeFrame: 'Your bank’s page',
  challengeBegin: 'Show my bank’s page',
  challengeDone: 'Finished with your bank, and nothing happens?',
  challenged: { title: 'Thank you', text: 'Your bank has your answer. Your payment goes on now.' },

  receipt: {
    PAID: { title: 'Payment complete', text: 'Thank you. {merchant} has received your payment.' },
    AUTHORIZED: {
      title: 'Payment confirmed',
      text: 'Thank you. {merchant} charges the amount when your order is fulfilled.',
    },
    VERIFIED: { title: 'Card verified', text: 'Thank you. Nothing was charged.' },
    KEPT: { title: 'Details saved', text: 'Thank you. Nothing was charged.' },
    FAILED: {
      title: 'Payment not completed',
      text: 'None of the attempts went through. Please contact {merchant}, or start again in the shop.',
    },
  },
  receiptAmount: 'Amount',
  receiptMerchant: 'Merchant',
  receiptTransaction: 'Transaction',
  receiptTime: 'Date',
  receiptSource: 'Payment method',
  keepPage: 'You can print this page for your records.',
  back: 'Return to {merchant}',
  backPlain: 'Return to the shop',

  notice: {
    RETURNED_PAID: { title: 'Payment complete', text: 'Your payment went through. The shop has been told.' },
    RETURNED_UNPAID: {
      title: 'The payment did not go through',
      text: 'Nothing was paid. Please return to the shop to try again.',
    },
    RETURNED_OPEN: {
      title: 'Your payment is being processed',
      text: 'It is not decided yet. The shop will be told; please do not pay again.',
    },
    UNKNOWN: {
      title: 'There is no payment at this address',
      text: 'The link is incomplete or no longer valid. Please return to the shop and start again.',
    },
    EXPIRED: {
      title: 'The time to pay is over',
      text: 'For your safety this page has been closed. Please return to the shop and start again.',
    },
    CANCELLED: { title: 'Payment cancelled', text: 'You can close this page or return to the shop.' },
    NOT_HERE: {
      title: 'This page cannot be shown here',
      text: 'The shop’s website is not set up to show the payment page inside its own. Please open it in a window of its own.',
    },
    BROKEN: {
      title: 'Something went wrong on our side',
      text: 'Please try again in a moment. If you were paying, check with the shop before you pay again.',
    },
  },

  handOver: { title: 'Returning to {merchant}', text: 'One moment…' },
  goOn: 'Continue',
}

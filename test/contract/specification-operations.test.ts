// The tables of part 2 of the specification, operations, at the versions it shows them for.
import { describe, it } from 'node:test'
import { assertRows, requests, responses } from '../support/checks/specification.ts'

const always = 'ALWAYS PROVIDED'

const verify33 = requests('VERIFY', 33)
const verify100 = requests('VERIFY', 100)
const verify = [...verify33, ...verify100]
const pay15 = requests('PAY', 15)
const pay29 = requests('PAY', 29)
const pay = [...pay15, ...pay29]
const authorize = requests('AUTHORIZE', 38)
const payments = [...verify, ...pay, ...authorize]
const token = requests('CREATE_OR_UPDATE_TOKEN', 100)
const browserPayment = requests('INITIATE_BROWSER_PAYMENT', 30)
const page = requests('CREATE_PAYMENT_PAGE_SESSION', 26)
const checkout = requests('CREATE_CHECKOUT_SESSION', 32)

const verifyResponses = responses('VERIFY', 33, 100)
const payResponses = responses('PAY', 15, 29)
const authorizeResponses = responses('AUTHORIZE', 38)
const paymentResponses = [...verifyResponses, ...payResponses, ...authorizeResponses]
const browserPaymentResponses = responses('INITIATE_BROWSER_PAYMENT', 30)

describe('the rows have of part 2, groups,', () => {
  const postcode = "Alphanumeric + additional characters 1-10 plus ' ', '-'"
  const address = {
    'city company street': 'String 1-100',
    country: 'Country',
    postcodeZip: postcode,
    stateProvince: 'String 1-20',
    stateProvinceCode: 'String 1-3',
  }

  it('the address', () => {
    const sent = { ...address, street2: 'String 1-100 | OPTIONAL' }
    assertRows([...payments, ...token, ...page, ...checkout], 'billing.address.', sent)
    assertRows(payments, 'shipping.address.', sent)
    assertRows(payments, 'order.subMerchant.address.', sent)
    assertRows(token, 'subMerchant.address.', sent)
    for (const prefix of ['billing.address.', 'shipping.address.', 'order.subMerchant.address.'])
      assertRows(paymentResponses, prefix, { ...address, street2: 'absent' })
  })

  it('the contact', () => {
    const contact = { email: 'Email', 'firstName lastName': 'String 1-50' }
    const phones = { 'mobilePhone phone': 'String 1-20' }
    const telephones = { 'mobilePhone phone': 'Telephone Number 1-20' }
    for (const prefix of ['customer.', 'shipping.contact.']) {
      assertRows([...verify33, ...authorize], prefix, { ...contact, ...phones })
      assertRows([...verify100, ...token], prefix, { ...contact, ...telephones })
    }
    assertRows([...pay, ...browserPayment], 'shipping.contact.', { ...contact, ...phones })
  })

  it('the device', () => {
    const device = {
      ani: 'String 1-10 | OPTIONAL',
      aniCallType: 'String 1-2',
      browser: 'String 1-255',
      hostname: 'String 1-60',
      ipAddress: 'String 7-15',
    }
    assertRows(verify33, 'device.', { ...device, fingerprint: 'String 1-4000' })
    assertRows(verify100, 'device.', { ...device, fingerprint: 'absent' })
    assertRows(pay, 'customer.', { ...device, email: 'Email', firstName: 'absent' })
    assertRows(token, 'device.', { ipAddress: 'String 7-45 | OPTIONAL' })
  })

  it('3DSecure', () => {
    const authentication = {
      '3DSecure.acsEci': 'Digits 1-2',
      '3DSecure.authenticationStatus': `one of AUTHENTICATION_ATTEMPTED AUTHENTICATION_NOT_AVAILABLE
        AUTHENTICATION_SUCCESSFUL`,
      '3DSecure.authenticationToken': 'Base64 28 or 32',
      '3DSecure.xid': 'Base64 28',
      '3DSecureId': 'ASCII Text 1-64',
    }
    const enrollment = 'one of ENROLLED ENROLLMENT_STATUS_UNDETERMINED NOT_ENROLLED'
    const group = [...pay, ...authorize]
    assertRows(group, '', { ...authentication, '3DSecure.enrollmentStatus': `${enrollment} | REQUIRED` })
    assertRows(group, '', { [Object.keys(authentication).join(' ')]: 'any | OPTIONAL' })
    assertRows([...payResponses, ...authorizeResponses], '', {
      ...authentication,
      '3DSecure.enrollmentStatus': `${enrollment} | ${always}`,
    })
  })

  const schemes = 'one of AMEX CHINA_UNIONPAY DINERS_CLUB DISCOVER JCB MASTERCARD OTHER RUPAY UATP VISA'
  const giftCard = {
    'giftCard.brand': 'one of LOCAL_BRAND_ONLY',
    'giftCard.localBrand': 'String 1-50',
    'giftCard.number': 'Masked digits 9-19',
    'giftCard.pin': 'Masked digits 4-8',
    'giftCard.scheme': 'one of OTHER',
  }
  const ach = {
    'ach.accountType': 'one of CONSUMER_CHECKING CONSUMER_SAVINGS CORPORATE_CHECKING',
    'ach.bankAccountHolder': 'String 1-28',
    'ach.bankAccountNumber': "Alphanumeric + additional characters 1-17 plus ' ', '-', '/'",
    'ach.routingNumber': 'Digits exactly 9',
    'ach.secCode': 'one of PPD TEL WEB',
  }
  const directDebitCanada = {
    'directDebitCanada.accountType': 'one of CONSUMER_CHECKING CONSUMER_SAVINGS | REQUIRED',
    'directDebitCanada.bankAccountHolder': 'String 1-28 | REQUIRED',
    'directDebitCanada.bankAccountNumber': "Alphanumeric + additional characters 7-12 plus ' ', '-', '/' | REQUIRED",
    'directDebitCanada.financialInstitutionNumber': 'Digits exactly 3 | REQUIRED',
    'directDebitCanada.transitNumber': 'Digits exactly 5 | REQUIRED',
  }
  const providerA = {
    'providerA.accountEmail': 'Email',
    'providerA.accountHolder': 'String 1-255',
    'providerA.payerId': 'String 1-13',
    'providerA.billingAgreement.cardinality': 'one of MULTIPLE SINGLE',
    'providerA.billingAgreement.description providerA.billingAgreement.name': 'String 1-255',
    'providerA.billingAgreement.id': 'String 1-100',
  }

  it('sourceOfFunds', () => {
    const card = {
      'card.accountType': 'one of CHECKING SAVINGS',
      'card.brand': `${schemes.replace('OTHER ', '')} MAESTRO LOCAL_BRAND_ONLY UNKNOWN`,
      'card.expiry.month': 'Digits 1-12 as a string',
      'card.expiry.year': 'Digits exactly 2',
      'card.fundingMethod': 'one of CHARGE CREDIT DEBIT UNKNOWN',
      'card.localBrand': 'String 3-50',
      'card.nameOnCard': 'String 1-256',
      'card.number': 'Masked digits 9-19',
      'card.scheme': schemes,
      'card.securityCodePresence': 'Alphanumeric 1-2',
      'card.sequenceNumber': 'Digits exactly 3',
      'card.trackDataProvided': 'Boolean',
    }
    const provided = { ...card, ...giftCard, ...ach, ...providerA, 'providerB.bankIdentifier': 'Digits exactly 8' }
    const prefix = 'sourceOfFunds.provided.'
    assertRows([...payments, ...paymentResponses], prefix, provided)
    assertRows(verify, prefix, directDebitCanada)
    assertRows([...payments, ...paymentResponses], 'sourceOfFunds.', { token: 'Alphanumeric 1-40' })
    assertRows(paymentResponses, prefix, { 'card.expiry.month card.expiry.year': `any | ${always}` })
    assertRows(payResponses, prefix, { 'card.brand': `any | ${always}` })
    assertRows([...paymentResponses, ...browserPaymentResponses], `${prefix}providerC.`, {
      bankAccountHolder: 'String 1-255',
      'bankAccountNumber bankIdentifier': 'String 1-30',
      'bic iban': 'String 1-50',
      country: 'Country',
    })
    assertRows(token, prefix, { ...giftCard, ...ach, ...directDebitCanada, ...providerA })
  })

  it('posTerminal', () => {
    const inputs = `one of CHIP CHIP_AND_KEY_ENTRY_AND_MAGNETIC_STRIPE CHIP_AND_MAGNETIC_STRIPE CONTACTLESS_CHIP
      CONTACTLESS_MAGNETIC_STRIPE KEY_ENTRY KEY_ENTRY_AND_MAGNETIC_STRIPE MAGNETIC_STRIPE`
    const activated = 'one of NOT_CARDHOLDER_ACTIVATED SELF_SERVICE_TERMINAL'
    const terminal = {
      entryMode: 'Digits exactly 3',
      lane: 'String 1-8',
      onlineReasonCode: `one of CHIP_APPLICATION_DATA_FILE_ERROR CHIP_COMMON_DATA_FILE_ERROR FORCED_BY_CHIP
        FORCED_BY_ISSUER FORCED_BY_MERCHANT FORCED_BY_TERMINAL MERCHANT_SUSPICIOUS OVER_FLOOR_LIMIT
        RANDOM_SELECTION_BY_TERMINAL UNABLE_TO_PROCESS_CHIP`,
      panEntryMode: `one of BARCODE_READER CHIP CHIP_FALLBACK CONTACTLESS ECOMMERCE KEYED MOBILE_COMMERCE
        OPTICAL_CHARACTER_READER RFID_CHIP RFID_STRIPE SWIPE SWIPE_WITH_SIGNATURE UNKNOWN VOICE_AUTHORIZATION
        VOICE_RESPONSE`,
      pinEntryCapability: `one of OFFLINE_PIN_ONLY PIN_NOT_SUPPORTED PIN_PAD_INOPERATIVE PIN_SUPPORTED
        SOFTWARE_ONLINE_PIN_ONLY UNKNOWN`,
      pinLengthCapability: 'Integer 4-12',
      serialNumber: 'ASCII Text 1-16',
      'store.id store.name': 'String 1-255',
    }
    const older = {
      attended: 'one of ATTENDED UNATTENDED UNKNOWN_OR_UNSPECIFIED',
      cardholderActivated: activated,
      inputCapability: inputs,
      location: 'one of OFF_CARD_ACCEPTOR_PREMISES ON_CARD_ACCEPTOR_PREMISES',
      'mobile.cardInputDevice': 'absent',
    }
    const newest = {
      cardholderActivated: `${activated} AUTOMATED_DISPENSING_MACHINE_WITH_PIN ELECTRONIC_COMMERCE IN_FLIGHT_COMMERCE
        LIMITED_AMOUNT_TERMINAL MPOS_ACCEPTANCE_DEVICE TRANSPONDER_TRANSACTION`,
      inputCapability: `${inputs} BARCODE CHIP_AND_KEY_ENTRY_AND_MAGNETIC_STRIPE_AND_RFID
        CONTACTLESS_OR_MAGNETIC_STRIPE UNKNOWN VOICE_AUDIO_RESPONSE`,
      location: `one of MERCHANT_TERMINAL_OFF_PREMISES MERCHANT_TERMINAL_ON_PREMISES
        NO_TERMINAL_VOICE_OR_AUDIO_RESPONSE PAYER_TERMINAL_OFF_PREMISES PAYER_TERMINAL_ON_PREMISES`,
      'mobile.cardInputDevice': 'one of BUILT_IN INTEGRATED_DONGLE SEPARATE_DONGLE',
    }
    assertRows([...verify33, ...pay, ...authorize, ...authorizeResponses], 'posTerminal.', { ...terminal, ...older })
    assertRows([...verify100, ...responses('VERIFY', 100)], 'posTerminal.', { ...terminal, ...newest })
    assertRows(authorizeResponses, 'posTerminal.', { lane: `String 1-8 | ${always}` })
    assertRows(browserPaymentResponses, 'posTerminal.', { name: `String 1-8 | ${always}` })
  })

  it('agreement and accountFunding', () => {
    assertRows(verify100, 'agreement.', {
      amountVariability: 'one of FIXED VARIABLE',
      customData: 'String 1-2048',
      expiryDate: 'Date',
      id: 'String 1-100',
      'maximumAmountPerPayment minimumAmountPerPayment': 'Amount',
      minimumDaysBetweenPayments: 'Integer 1-9999',
      numberOfPayments: 'Integer 1-999',
      paymentFrequency: 'any | OPTIONAL',
      type: 'one of INSTALLMENT OTHER RECURRING UNSCHEDULED',
    })
    assertRows(verify100, 'accountFunding.', {
      purpose: 'one of CRYPTOCURRENCY_PURCHASE MERCHANT_SETTLEMENT OTHER PAYROLL',
      senderIsRecipient: 'Boolean',
      senderType: 'one of COMMERCIAL_ORGANIZATION GOVERNMENT NON_PROFIT_ORGANIZATION PERSON',
      'recipient.firstName recipient.middleName recipient.lastName': 'String 1-50',
      'recipient.address.city recipient.address.street recipient.address.street2': 'String 1-100',
      'recipient.address.country recipient.identification.country': 'Country',
      'recipient.address.postCodeZip': 'String 1-10',
      'recipient.address.stateProvinceCode': 'String 1-3',
      'recipient.identification.type': `one of ALIEN_REGISTRATION_NUMBER BUSINESS_TAX_ID COMPANY_REGISTRATION_NUMBER
        CUSTOMER_IDENTIFICATION DATE_OF_BIRTH DRIVERS_LICENSE EMAIL GOVERNMENT_ISSUED INDIVIDUAL_TAX_ID
        LAW_ENFORCEMENT_IDENTIFICATION MILITARY_IDENTIFICATION NATIONAL_IDENTIFICATION_CARD OTHER PASSPORT
        PHONE_NUMBER PROXY_IDENTIFICATION SOCIAL_SECURITY_NUMBER TRAVEL_IDENTIFICATION`,
      'recipient.identification.value': 'String 1-50',
    })
    for (const prefix of ['agreement.', 'accountFunding.'])
      assertRows(verify33, prefix, { 'id type purpose senderType': 'absent' })
  })

  it('currencyConversion', () => {
    const conversion = {
      uptake: 'one of ACCEPTED DECLINED NOT_AVAILABLE NOT_REQUIRED',
      payerAmount: 'Decimal 0 to 1000000000000, at most 3 decimals',
      payerCurrency: 'Currency',
      payerExchangeRate: 'Decimal 0 to 1000000000000000000, at most 12 decimals',
      marginPercentage: 'Decimal 0 to 10000000, at most 5 decimals',
      exchangeRateTime: 'DateTime',
      payerReceiptText: 'String 1-4096',
      provider: 'any',
      providerReceipt: 'String 1-100',
    }
    const base = { baseAmount: 'Amount', baseCurrency: 'Currency' }
    assertRows(verify33, 'currencyConversion.', { ...conversion, 'baseAmount baseCurrency': 'absent' })
    assertRows([...pay, ...payResponses], 'currencyConversion.', { ...conversion, ...base })
    assertRows([...responses('VERIFY', 33), ...payResponses], 'currencyConversion.', { uptake: `any | ${always}` })
    assertRows(verify100, 'currencyConversion.', { uptake: 'absent' })
  })

  it('payment plans, gift card balance and risk', () => {
    const numbers = { numberOfDeferrals: 'Integer 0-99', numberOfPayments: 'Integer 1-99' }
    assertRows(verify33, 'constraints.paymentPlans.', { ...numbers, 'supported[n]': 'String 1-40' })
    assertRows([...paymentResponses, ...browserPaymentResponses], 'paymentPlan.', {
      ...numbers,
      'finalAmount paymentAmount': 'Decimal 0.001 to 2140000000, at most 3 decimals | CONDITIONAL',
      interestRate: 'Decimal 0 to 100, at most 3 decimals | CONDITIONAL',
      planId: 'String 1-40',
    })
    assertRows(verifyResponses, 'giftCard.availableBalance.', { amount: 'Amount', currency: 'Currency' })
    assertRows([...verify100, ...authorize], 'risk.', {
      bypassMerchantRiskRules: 'one of ALL',
      'paymentRecipient.accountIdentifier paymentRecipient.lastName': 'String 1-50 | REQUIRED',
      'paymentRecipient.dateOfBirth': 'Date | REQUIRED',
      'paymentRecipient.postcodeZip': 'String 1-10 | REQUIRED',
    })
    assertRows(pay, '', { 'action.bypassMerchantRiskRules': 'one of ALL', 'risk.bypassMerchantRiskRules': 'absent' })
  })

  it('authorizationResponse', () => {
    assertRows([...pay, ...payResponses, ...authorizeResponses], 'authorizationResponse.', {
      'cardLevelIndicator merchantAdviceCode trackQuality': 'String 1-2',
      'cardSecurityCodeError marketSpecificData posEntryModeChanged returnAci vpasResponse': 'String exactly 1',
      commercialCard: 'one of COMMERCIAL_CARD NOT_A_COMMERCIAL_CARD UNDETERMINED',
      commercialCardIndicator: `one of BUSINESS_CARD COMMERCIAL_AND_CONSUMER COMMERCIAL_CARD CONSUMER_CARD CORPORATE_CARD
        DECLINE_OR_NOT_COMMERCIAL_CARD OTHER PURCHASING_CARD`,
      'date posEntryMode validationCode': 'String 1-4',
      'financialNetworkCode responseCode': 'String 1-3',
      paySvcData: 'String 1-23',
      posData: 'String 1-13',
      'processingCode stan time': 'String 1-6',
      responseMessage: 'String 1-16',
      transactionIdentifier: 'String 1-15',
    })
  })

  it('response controls, session, sub-merchant and shipping extras', () => {
    assertRows([...verify100, ...token], '', {
      'responseControls.sensitiveData': 'String 1-50 | OPTIONAL',
      'session.id': 'ASCII Text 31-35 | OPTIONAL',
      'session.version': 'ASCII Text exactly 10 | OPTIONAL',
    })
    const subMerchant = {
      bankIndustryCode: 'Digits exactly 4',
      email: 'Email',
      phone: 'String 1-20',
      'registeredName tradingName': 'String 1-100',
    }
    assertRows(verify, 'order.subMerchant.', { ...subMerchant, identifier: 'String 1-100' })
    assertRows(token, 'subMerchant.', {
      ...subMerchant,
      identifier: "Alphanumeric + additional characters 1-100 plus '-', '_', ' ', '&', '+', '!', '$', '.'",
    })
    assertRows([...verify33, ...pay, ...authorize, ...browserPayment], 'shipping.', {
      method: 'one of ELECTRONIC GROUND OVERNIGHT PRIORITY SAME_DAY',
    })
    assertRows(payments, 'shipping.address.', {
      source: 'one of ADDRESS_ON_FILE NEW_ADDRESS',
      sameAsBilling: 'one of DIFFERENT SAME UNKNOWN',
    })
  })

  it('the token', () => {
    assertRows(responses('CREATE_OR_UPDATE_TOKEN', 100), '', {
      'token replacementToken': 'Alphanumeric 1-40 | CONDITIONAL',
      status: `one of INVALID VALID | ${always}`,
      'usage.lastUpdated.merchantId': 'MerchantId | CONDITIONAL',
      'usage.lastUpdated.time usage.lastUsedTime': 'DateTime | CONDITIONAL',
      'verificationStrategy schemeToken.status': 'any | CONDITIONAL',
      'sourceOfFunds.provided.card.number': 'Masked digits 9-19',
      'sourceOfFunds.provided.card.nameOnCard': 'absent',
      correlationId: 'String 1-100, not checked | CONDITIONAL',
    })
  })
})

describe('the rows have of part 2, airline data,', () => {
  const everywhere = [...verify100, ...pay, ...authorize, ...page, ...checkout]
  const older = [...pay, ...authorize, ...page, ...checkout]

  it('the whole table', () => {
    assertRows(everywhere, 'airline.', {
      bookingReference: 'Alphanumeric 6-15 | OPTIONAL',
      planNumber: 'Alphanumeric exactly 2',
      transactionType: 'one of EXCHANGE_TICKET MISCELLANEOUS_CHARGE REFUND REVERSAL TICKET_PURCHASE TOUR_ORDER',
      'itinerary.numberInParty': 'Digits 1-3',
      'itinerary.originCountry ticket.issue.country': 'Country',
      'ticket.conjunctionTicketIndicator ticket.eTicket ticket.restricted': 'Boolean',
      'ticket.exchangedTicketNumber ticket.ticketNumber': 'Alphanumeric 11-16',
      'ticket.issue.address': 'String 1-16',
      'ticket.issue.carrierCode': 'Pattern 2-6',
      'ticket.issue.carrierName': 'Alphanumeric 1-25',
      'ticket.issue.date': 'Date',
      'ticket.issue.travelAgentCode': 'Alphanumeric 8-9',
      'ticket.totalFare ticket.totalFees ticket.totalTaxes': 'Amount',
    })
    assertRows(everywhere, 'airline.itinerary.leg[n].', {
      carrierCode: 'Pattern 2-6',
      'conjunctionTicketNumber exchangeTicketNumber': 'Alphanumeric 11-16',
      couponNumber: 'Alphanumeric exactly 1',
      'departureAirport destinationAirport': 'Upper case alphabetic text exactly 3',
      departureDate: 'Date',
      'departureTax fare fees taxes': 'Amount',
      'departureTime destinationArrivalTime': 'Time',
      endorsementsRestrictions: 'Alphanumeric 1-20',
      flightNumber: 'Alphanumeric 4-6',
      stopoverPermitted: 'Boolean',
      travelClass: 'Alphanumeric 1-3',
    })
    assertRows(everywhere, 'airline.passenger[n].', {
      'firstName middleName': 'String 1-50',
      'lastName title': 'String 1-20',
      specificInformation: 'Alphanumeric 1-59',
    })
  })

  it('differences by operation and version', () => {
    assertRows(older, 'airline.', {
      'itinerary.leg[n].fareBasis': 'Alphanumeric 1-24',
      'ticket.issue.city': 'Alphanumeric 1-18',
      'ticket.issue.travelAgentName': 'Alphanumeric 1-30',
      'ticket.taxOrFee[n].amount ticket.taxOrFee[n].type': 'absent',
    })
    assertRows(verify100, 'airline.', {
      'itinerary.leg[n].fareBasis': "Alphanumeric + additional characters 1-24 plus ' '",
      'ticket.issue.city': 'String 1-100',
      'ticket.issue.travelAgentName':
        "Alphanumeric + additional characters 1-30 plus ' ', '.', ',', '-', ''', '&', '/', '\\', '(', ')'",
      'ticket.taxOrFee[n].amount': 'Amount',
      'ticket.taxOrFee[n].type': 'Alphanumeric exactly 3',
    })
    const arrival = 'itinerary.leg[n].destinationArrivalDate'
    const flyer = 'passenger[n].frequentFlyerNumber'
    const reference = 'ticket.customerReference'
    assertRows([...verify100, ...authorize, ...checkout], 'airline.', {
      [arrival]: 'Date',
      [flyer]: 'String 1-20',
      [reference]: 'absent',
    })
    assertRows([...pay, ...page], 'airline.', { [arrival]: 'absent', [reference]: 'String 1-20' })
    assertRows(pay15, 'airline.', { [flyer]: 'String 1-20' })
    assertRows([...pay29, ...page], 'airline.', { [flyer]: 'absent' })
    assertRows(verify33, 'airline.', { planNumber: 'absent' })
  })

  it('the types of document', () => {
    assertRows(everywhere, 'airline.', {
      documentType: `one of ADDITIONAL_COLLECTION AGENCY_EXCHANGE_ORDER AGENCY_GROUP_TICKET
        AGENCY_MISCELLANEOUS_CHARGE_ORDER AGENCY_PASSENGER_TICKET AGENCY_TOUR_ORDER_OR_VOUCHER AIR_FREIGHT
        ANIMAL_TRANSPORTATION_CHARGE CATALOGUE_MERCHANDISE_ORDERED CLUB_MEMBERSHIP_FEE COUPON_BOOK
        CREDIT_CLASS_SERVICE_ADJUSTMENT CREDIT_DENIED_BOARDING CREDIT_EXCHANGE_REFUND CREDIT_LOST_TICKET_REFUND
        CREDIT_MISCELLANEOUS_REFUND CREDIT_MULTIPLE_UNUSED_TICKETS CREDIT_OVERCHARGE_ADJUSTMENT
        CREDIT_UNUSED_TRANSPORTATION DEBT_ADJUSTMENT_DUPLICATE_REFUND_OR_USE DUTY_FREE_SALE EXCESS_BAGGAGE
        EXCHANGE_ADJUSTMENT EXCHANGE_ORDER FIREARMS_CASE FREQUENT_FLYER_FEE_OR_PURCHASE FREQUENT_FLYER_FULFILLMENT
        FREQUENT_FLYER_OVERNIGHT_DELIVERY_CHARGE GROUP_TICKET IN_FLIGHT_ADJUSTMENT IN_FLIGHT_CHARGES
        IN_FLIGHT_DUTY_FREE_PURCHASE IN_FLIGHT_MERCHANDISE_ORDERED IN_FLIGHT_PHONE_CHARGES KENNEL_CHARGE
        LOST_TICKET_APPLICATION MISCELLANEOUS_CHARGE_ORDER_OR_PREPAID_TICKET_ADVICE MISCELLANEOUS_TAXES_FEES
        PASSENGER_TICKET SELF_SERVICE_TICKETS SENIOR_CITIZEN_DISCOUNT_BOOKLETS SMALL_PACKAGE_DELIVERY
        SPECIAL_SERVICE_TICKET SUPPORTED_REFUND TICKET_BY_MAIL TOUR_DEPOSIT TOUR_ORDER_VOUCHER
        UNDERCHARGE_ADJUSTMENT UNSUPPORTED_REFUND UPGRADE_CHARGE VENDOR_REFUND_CREDIT VENDOR_SALE`,
    })
  })
})

describe('the rows have of part 2, endpoints,', () => {
  it('Create or Update Token', () => {
    assertRows(token, '', {
      'customer.email customer.firstName customer.lastName customer.mobilePhone customer.phone': 'any | OPTIONAL',
      'customer.taxRegistrationId': 'String 1-30 | OPTIONAL',
      referenceOrderId: 'String 1-40 | OPTIONAL',
      schemeTokenProvisioningMode: 'one of ASYNCHRONOUS ATTEMPT_SYNCHRONOUS SYNCHRONOUS | OPTIONAL',
      'sourceOfFunds.schemeTokenProvisioningIdentifier': 'ASCII Text 1-64 | CONDITIONAL',
      'sourceOfFunds.type': 'one of ACH CARD DIRECT_DEBIT_CANADA GIFT_CARD PROVIDER_A | CONDITIONAL',
      'sourceOfFunds.provided.card.localBrand': 'String 3-50',
      'sourceOfFunds.provided.card.nameOnCard': 'String 1-256',
      'sourceOfFunds.provided.card.number': 'Masked digits 9-19',
      'sourceOfFunds.provided.card.scheme': 'any',
      'shipping.address.city shipping.address.street shipping.address.street2': 'String 1-100 | OPTIONAL',
      'shipping.address.country': 'Country | OPTIONAL',
      'shipping.address.postcodeZip shipping.address.stateProvince shipping.contact.email': 'any | OPTIONAL',
      'shipping.address.company shipping.address.stateProvinceCode shipping.method': 'absent',
      token: 'Alphanumeric 1-40 | CONDITIONAL',
      'status verificationStrategy': 'any | CONDITIONAL',
      'usage.lastUpdated.merchantId usage.lastUpdated.time usage.lastUsedTime': 'any',
    })
  })

  it('Initiate Browser Payment', () => {
    assertRows(browserPayment, '', {
      apiOperation: 'one of INITIATE_BROWSER_PAYMENT | FIXED',
      'browserPayment.returnUrl': 'Url | REQUIRED',
      'browserPayment.providerA.operation': 'one of AUTHORIZE PAY | CONDITIONAL',
      'browserPayment.providerA.paymentConfirmation': 'one of CONFIRM_AT_MERCHANT CONFIRM_AT_PROVIDER | CONDITIONAL',
      'browserPayment.providerA.displayShippingAddress': 'Boolean | OPTIONAL',
      'browserPayment.providerA.overrideShippingAddress': 'Boolean | OPTIONAL',
      'customer.email': 'Email | OPTIONAL',
      'order.amount': 'Amount | REQUIRED',
      'order.currency': 'Currency | REQUIRED',
      'order.customerNote': 'String 1-250 | OPTIONAL',
      'order.description': 'String 1-127 | OPTIONAL',
      'order.reference': 'String 1-40 | OPTIONAL',
      'order.itemAmount order.shippingAndHandlingAmount order.taxAmount order.tax[n].amount': 'Amount | OPTIONAL',
      'order.tax[n].type': 'String 1-50 | OPTIONAL',
      'responseControls.sensitiveData': 'String 1-50 | OPTIONAL',
      'shipping.address.city shipping.address.company shipping.address.street2': 'String 1-100 | OPTIONAL',
      'shipping.address.country shipping.address.postcodeZip shipping.address.stateProvince': 'any | OPTIONAL',
      'sourceOfFunds.type': 'one of PROVIDER_A PROVIDER_B PROVIDER_C | REQUIRED',
      'sourceOfFunds.provided.providerB.bankIdentifier': 'Digits exactly 8',
    })
    assertRows(browserPaymentResponses, 'browserPayment.', {
      'redirectUrl returnUrl': 'Url | CONDITIONAL',
      'providerA.operation providerA.paymentConfirmation': 'any',
      'providerA.displayShippingAddress providerA.overrideShippingAddress': 'Boolean',
    })
  })

  it('Verify', () => {
    assertRows(verify, '', {
      apiOperation: 'one of VERIFY | FIXED',
      'order.currency': 'Currency | REQUIRED',
      'order.amount order.shippingAndHandlingAmount order.taxAmount order.tax[n].amount': 'Amount | OPTIONAL',
      'order.customerNote': 'String 1-250 | OPTIONAL',
      'order.description order.discount.description': 'String 1-127 | OPTIONAL',
      'order.discount.amount': 'Amount | OPTIONAL',
      'order.discount.code order.reference': 'String 1-40 | OPTIONAL',
      'order.productSKU': 'String 1-15 | OPTIONAL',
      'order.recurringPaymentAgreement': 'Alphanumeric 1-30 | OPTIONAL',
      'order.tax[n].type': 'String 1-50 | OPTIONAL',
      'sourceOfFunds.type sourceOfFunds.token': 'any | CONDITIONAL',
    })
    assertRows(verify33, '', { 'constraints.paymentPlans.numberOfPayments currencyConversion.uptake': 'any' })
    assertRows(verify100, '', { 'constraints.paymentPlans.numberOfPayments': 'absent' })
    assertRows(responses('VERIFY', 33), 'sourceOfFunds.', {
      type: 'one of ACH CARD GIFT_CARD PROVIDER_A PROVIDER_B PROVIDER_C',
    })
    assertRows(verifyResponses, 'browserPayment.', { 'redirectUrl returnUrl': 'Url | CONDITIONAL' })
  })

  it('Pay', () => {
    assertRows(pay, '', {
      apiOperation: 'one of PAY | FIXED',
      'billing.phone': 'String 1-20 | OPTIONAL',
      'browserPayment.returnUrl browserPayment.redirectUrl': 'Url',
      'browserPayment.providerA.operation browserPayment.interaction.status': 'any',
      'item[n].description item[n].name item[n].sku': 'String 1-127',
      'item[n].quantity': 'Integer 1-9999999999999999',
      'item[n].unitPrice': 'Decimal -1000000000000 to 1000000000000, at most 3 decimals',
    })
  })

  it('Authorize', () => {
    assertRows(authorize, '', {
      apiOperation: 'one of AUTHORIZE | FIXED',
      'transaction.frequency': 'one of INSTALLMENT RECURRING SINGLE | OPTIONAL',
      'transaction.merchantNote': 'String 1-250 | OPTIONAL',
      'transaction.reference': 'String 1-40 | OPTIONAL',
      'transaction.source':
        'one of CALL_CENTRE CARD_PRESENT INTERNET MAIL_ORDER MOTO TELEPHONE_ORDER VOICE_RESPONSE | OPTIONAL',
      userId: 'String 1-256 | OPTIONAL',
    })
    assertRows(authorizeResponses, '', {
      'airline.planNumber airline.itinerary.leg[n].destinationArrivalDate': 'any',
      'airline.passenger[n].frequentFlyerNumber response.recurringPaymentAdvice.acquirerCode': 'any',
    })
  })

  it('the sessions of payment page and checkout', () => {
    assertRows(page, '', { apiOperation: 'one of CREATE_PAYMENT_PAGE_SESSION | FIXED' })
    assertRows(checkout, '', { apiOperation: 'one of CREATE_CHECKOUT_SESSION | FIXED' })
  })
})

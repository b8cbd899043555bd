// Descriptions of the fields about what a payment is made with.

export const sourceOfFundsSentences = {
  giftCard: 'Data returned by the acquirer about a gift card.',
  'giftCard.availableBalance': 'What is left on the gift card.',
  'giftCard.availableBalance.amount': 'Amount left on the gift card.',
  'giftCard.availableBalance.currency': 'Currency of the amount left on the gift card.',

  sourceOfFunds:
    'What the payment is made with. Values in the request win over those of a session, and those over what a token stands for.',
  'sourceOfFunds.provided': 'The payment details themselves.',
  'sourceOfFunds.token': 'The token that stands for stored payment details.',
  'sourceOfFunds.type': 'Kind of payment details. May be left out when a token says it.',

  'provided.ach': 'A bank account in the United States.',
  'provided.ach.accountType': 'Kind of bank account.',
  'provided.ach.bankAccountHolder': 'Name of the account holder.',
  'provided.ach.bankAccountNumber': 'Number of the account; masked in answers.',
  'provided.ach.routingNumber': 'Nine digits that name the bank.',
  'provided.ach.secCode':
    'How the payer agreed to the debit: in writing (PPD), on the phone (TEL) or on the internet (WEB).',

  'provided.card': 'A card, or what stands for one.',
  'provided.card.accountType': 'Which of the accounts behind a debit card is meant, for networks that ask.',
  'provided.card.brand': 'Brand of the card, worked out from its number. A request may hold it, without effect.',
  'provided.card.devicePayment': "Payment details from the wallet of the payer's phone or watch.",
  'provided.card.devicePayment.3DSecure': 'What the wallet says in place of 3-D Secure.',
  'provided.card.devicePayment.3DSecure.eciIndicator':
    'Electronic commerce indicator: how strong the wallet says its check of the payer was.',
  'provided.card.devicePayment.3DSecure.onlinePaymentCryptogram':
    "The wallet's proof that this device pays this time; used once and never kept.",
  'provided.card.devicePayment.cryptogramFormat': "Form of the wallet's proof.",
  'provided.card.devicePayment.paymentToken':
    "What Apple Pay (EC_v1) or Google Pay (ECv2) encrypted for the merchant's key, as a string of JSON. The gateway decrypts it; used once and never kept.",
  'provided.card.emvRequest': "The chip's data for the issuer, as read at the terminal; never kept.",
  'provided.card.expiry': 'When the card expires.',
  'provided.card.expiry.month': 'Month the card expires in.',
  'provided.card.expiry.year': 'Last two digits of the year the card expires in.',
  'provided.card.fundingMethod':
    'Whether the card is a credit, debit or charge card, as far as its number shows. A request may contain it, without effect.',
  'provided.card.issuer': 'The bank that issued the card, as far as its number shows.',
  'provided.card.localBrand': 'The brand under which the card is known in its country.',
  'provided.card.maskedFpan': "Number of the plastic card behind a device's number, hidden in part by the wallet.",
  'provided.card.maskedFpanExpiry': "When the plastic card behind a device's number expires.",
  'provided.card.maskedFpanExpiry.month': 'Month the plastic card expires in.',
  'provided.card.maskedFpanExpiry.year': 'Last two digits of the year the plastic card expires in.',
  'provided.card.nameOnCard': 'Name of the cardholder as printed on the card.',
  'provided.card.number':
    "Number of the card. Answers show the first six and last four digits, or fewer where the merchant's profile says so.",
  'provided.card.p2pe': 'Card data that the terminal encrypted.',
  'provided.card.p2pe.cardBin': 'First digits of the card number, unmasked.',
  'provided.card.p2pe.encryptionState': 'Whether the terminal could encrypt the data.',
  'provided.card.p2pe.initializationVector': 'Initialization vector of the encryption.',
  'provided.card.p2pe.keySerialNumber': 'Which key the terminal encrypted with.',
  'provided.card.p2pe.payload': 'The encrypted card data; never kept.',
  'provided.card.pin': "The payer's PIN, encrypted by the terminal.",
  'provided.card.pin.encryptionState': 'Whether the terminal could encrypt the PIN.',
  'provided.card.pin.keySerialNumber': 'Which key the terminal encrypted the PIN with.',
  'provided.card.pin.keySetId': 'The set of keys that the key belongs to.',
  'provided.card.pin.payload': 'The encrypted PIN; never kept.',
  'provided.card.prefix': 'First digits of the card number; enough to tell the brand.',
  'provided.card.scheme': 'Scheme of the card, worked out from its number. A request may hold it, without effect.',
  'provided.card.securityCode':
    'Security code printed on the card. Used for one payment and then forgotten; answers show at most that there is one.',
  'provided.card.securityCodePresence': 'Whether the card has a security code and it could be read.',
  'provided.card.sequenceNumber': 'Distinguishes cards with the same number, as stored on the chip.',
  'provided.card.storedOnFile':
    'Whether the merchant keeps the details, or is about to. A payment without the payer takes them to be stored.',
  'provided.card.track1': 'First track of the magnetic stripe; never kept.',
  'provided.card.track2': 'Second track of the magnetic stripe; never kept.',
  'provided.card.trackDataProvided': 'Whether the request had data of the magnetic stripe.',

  'provided.directDebitCanada': 'A bank account in Canada; all of its fields are needed.',
  'provided.directDebitCanada.accountType': 'Kind of bank account.',
  'provided.directDebitCanada.bankAccountHolder': 'Name of the account holder.',
  'provided.directDebitCanada.bankAccountNumber': 'Number of the account; masked in answers.',
  'provided.directDebitCanada.financialInstitutionNumber': 'Three digits that name the bank.',
  'provided.directDebitCanada.transitNumber': 'Five digits that name the branch.',

  'provided.ebt': 'Public benefits, paid with a benefits card whose number stands in the card group.',
  'provided.ebt.accountType': 'Which of the benefits is used.',
  'provided.ebt.manualAuthorizationCode': 'Code given by phone when the terminal could not ask.',
  'provided.ebt.merchantFns': 'Number under which the authority knows the shop.',
  'provided.ebt.voucherNumber': 'Number of the paper voucher written when the terminal could not ask.',

  'provided.giftCard': 'A gift card.',
  'provided.giftCard.brand': 'Always LOCAL_BRAND_ONLY: gift cards belong to no international brand.',
  'provided.giftCard.expectedLocalBrand': 'The local brand the merchant expects; another one is refused.',
  'provided.giftCard.localBrand': 'Local brand of the gift card.',
  'provided.giftCard.number': 'Number of the gift card; masked in answers.',
  'provided.giftCard.pin': 'PIN of the gift card; used once and never kept.',
  'provided.giftCard.scheme': 'Always OTHER: gift cards belong to no card scheme.',

  'provided.providerA': "The payer's account with provider A.",
  'provided.providerA.accountEmail': "E-mail address of the payer's account.",
  'provided.providerA.accountHolder': 'Name of the account holder.',
  'provided.providerA.billingAgreement': 'Consent of the payer to be charged later without being asked again.',
  'provided.providerA.billingAgreement.cardinality':
    'Whether each request makes a new agreement (MULTIPLE) or the payer has one only (SINGLE).',
  'provided.providerA.billingAgreement.description': 'What the payer is shown when agreeing.',
  'provided.providerA.billingAgreement.id': "Provider A's identifier of the agreement.",
  'provided.providerA.billingAgreement.name': 'Name of the agreement.',
  'provided.providerA.payerId': "Provider A's identifier of the payer.",

  'provided.providerB': "The payer's bank, for provider B.",
  'provided.providerB.bankIdentifier': 'Eight digits that name the bank; the merchant asks the payer for them.',

  'provided.providerC': 'The account that provider C was paid from; returned after success.',
  'provided.providerC.bankAccountHolder': 'Name of the account holder.',
  'provided.providerC.bankAccountNumber': 'Number of the account; masked in answers.',
  'provided.providerC.bankIdentifier': 'National identifier of the bank.',
  'provided.providerC.bic': 'International identifier (BIC) of the bank.',
  'provided.providerC.country': 'Country of the account, by its three-letter code of ISO 3166-1.',
  'provided.providerC.iban': 'International number (IBAN) of the account; masked in answers.',

  'provided.sepa': 'A bank account in the euro area.',
  'provided.sepa.bankAccountHolder': 'Name of the account holder.',
  'provided.sepa.bic': 'International identifier (BIC) of the bank.',
  'provided.sepa.iban': 'International number (IBAN) of the account; masked in answers.',
} as const

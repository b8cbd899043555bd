// Descriptions of the fields about the payer, the payer's device, addresses and delivery.

export const payerSentences = {
  // Addresses share their rows, and therefore their descriptions.
  'address.city': 'City or town.',
  'address.company': 'Company at this address.',
  'address.country': 'Country, as a three-letter code of ISO 3166-1.',
  'address.postCodeZip': 'Postcode or ZIP code.',
  'address.postcodeZip': 'Postcode or ZIP code.',
  'address.sameAsBilling':
    'Whether it is also the billing address. When absent, the gateway compares the letters and digits of both.',
  'address.source': 'Whether the merchant had the address on file or the payer entered it for this order.',
  'address.stateProvince': 'State or province.',
  'address.stateProvinceCode':
    'Code of the state or province: the part of the ISO 3166-2 code after the hyphen, such as CA for US-CA.',
  'address.street':
    'First line of the street address. Responses about transactions show both lines here, truncated to the length of the field.',
  'address.street2': 'Second line of the street address.',

  billing: 'The billing address. Issuers compare it with their records.',
  'billing.address': 'The billing address.',
  'billing.phone': "The payer's phone number at the billing address.",

  customer: 'Personal details of the payer.',
  'customer.email': "The payer's e-mail address.",
  'customer.firstName': "The payer's first name.",
  'customer.identification': 'A document that identifies the payer.',
  'customer.lastName': "The payer's last name.",
  'customer.middleName': "The payer's middle name.",
  'customer.mobilePhone': "The payer's mobile phone number.",
  'customer.phone': "The payer's phone number.",
  'customer.taxRegistrationId': 'The number under which the payer is registered for tax.',

  device: "The payer's device, or the telephone line of an order by phone.",
  'device.ani': "The caller's number as reported by the telephone network, for orders taken by phone.",
  'device.aniCallType': 'The two-digit type of line the call came from, such as mobile or payphone.',
  'device.browser': "User-Agent header of the payer's browser.",
  'device.fingerprint': 'An identifier of the device made by fingerprinting software, for risk assessment.',
  'device.hostname': "The server the payer's device was connected to.",
  'device.ipAddress': "Internet address of the payer's device.",

  'identification.country': 'Country that issued the document, as a three-letter code of ISO 3166-1.',
  'identification.type': 'Kind of document.',
  'identification.value': 'Content of the document, such as its number.',

  shipping: 'Shipping address, recipient and method.',
  'shipping.address': 'The shipping address.',
  'shipping.contact': 'Who takes delivery.',
  'shipping.contact.email': 'E-mail address of the recipient.',
  'shipping.contact.firstName': 'First name of the recipient.',
  'shipping.contact.lastName': 'Last name of the recipient.',
  'shipping.contact.mobilePhone': 'Mobile phone number of the recipient.',
  'shipping.contact.phone': 'Phone number of the recipient.',
  'shipping.method': 'Speed or method of delivery.',
  'shipping.origin': 'Where the goods are sent from.',
  'shipping.origin.postcodeZip': 'Postcode or ZIP code the goods are sent from.',
} as const

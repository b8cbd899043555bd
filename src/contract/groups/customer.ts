// The payer as a person.
import { country, enumeration, string } from '../field-types.ts'
import { canonically, group, inOrder, withDefault } from '../row.ts'
import { contactRows, contactRowsWithTelephoneNumbers } from './address.ts'
import { deviceRows } from './device.ts'
import { identificationTypes } from './values.ts'

/** An identity document of a payer or of a recipient of funds. */
export const identification = group({
  country: country(), // of the issuer
  type: withDefault('OTHER', enumeration(identificationTypes)),
  value: string(1, 50),
})

const newerRows = {
  email: contactRows.email,
  firstName: contactRows.firstName,
  identification,
  lastName: contactRows.lastName,
  middleName: string(1, 50),
  mobilePhone: contactRows.mobilePhone,
  phone: contactRows.phone,
  taxRegistrationId: string(1, 30),
}

const { mobilePhone, phone } = contactRowsWithTelephoneNumbers

// The device in versions where it had no separate group.
const deviceRows15 = {
  ani: canonically('device.ani', deviceRows.ani),
  aniCallType: canonically('device.aniCallType', deviceRows.aniCallType),
  browser: canonically('device.browser', deviceRows.browser),
  hostname: canonically('device.hostname', deviceRows.hostname),
  ipAddress: canonically('device.ipAddress', deviceRows.ipAddress),
}

/** The payer in Pay 15 and 29. */
export const customer15 = group(inOrder({ ...deviceRows15, email: contactRows.email }))

/** The payer. */
export const customer30 = group(contactRows)

/** The payer, with identity documents and tax number. Also what answers echo. */
export const customer50 = group(newerRows)

/** The payer in Pay and Authorize, where the device's older names stay accepted. */
export const customerWithDevice30 = group(inOrder({ ...contactRows, ...deviceRows15 }))
export const customerWithDevice50 = group(inOrder({ ...newerRows, ...deviceRows15 }))

/** The payer in Verify 100: phones in international form. */
export const customer100 = group({ ...newerRows, mobilePhone, phone })

/** The payer in the token operations, up to version 99. */
export const customerOfToken15 = group({ ...contactRows, taxRegistrationId: newerRows.taxRegistrationId })

/** The payer in the token operations from version 100 on: phones in international form. */
export const customerOfToken100 = group({
  ...contactRowsWithTelephoneNumbers,
  taxRegistrationId: newerRows.taxRegistrationId,
})

/** The payer in Initiate Browser Payment. */
export const customerOfBrowserPayment = group({ email: contactRows.email })

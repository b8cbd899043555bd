// The payer as a person.
import { string } from '../field-types.ts'
import { canonically, group } from '../row.ts'
import { contactRows, contactRowsWithTelephoneNumbers } from './contact.ts'
import { deviceRows } from './device.ts'
import { identification } from './identification.ts'

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

/** The payer in Pay 15 and 29, where the device had no group of its own. */
export const customer15 = group({
  ani: canonically('device.ani', deviceRows.ani),
  aniCallType: canonically('device.aniCallType', deviceRows.aniCallType),
  browser: canonically('device.browser', deviceRows.browser),
  email: contactRows.email,
  hostname: canonically('device.hostname', deviceRows.hostname),
  ipAddress: canonically('device.ipAddress', deviceRows.ipAddress),
})

/** The payer. */
export const customer30 = group(contactRows)

/** The payer, with identity documents and tax number. Also what answers echo. */
export const customer50 = group(newerRows)

/** The payer in Verify 100: phones in international form. */
export const customer100 = group({ ...newerRows, mobilePhone, phone })

/** The payer in the token operation. */
export const customerOfToken = group({
  ...contactRowsWithTelephoneNumbers,
  taxRegistrationId: newerRows.taxRegistrationId,
})

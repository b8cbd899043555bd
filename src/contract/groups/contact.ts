// How to reach a person.
import { string } from '../field-types.ts'
import { email, telephoneNumber } from '../format-types.ts'
import { group } from '../row.ts'

export const contactRows = {
  email: email(),
  firstName: string(1, 50),
  lastName: string(1, 50),
  mobilePhone: string(1, 20),
  phone: string(1, 20),
}

/** The same with phones in international form: Verify from version 100, and the token operation. */
export const contactRowsWithTelephoneNumbers = {
  ...contactRows,
  mobilePhone: telephoneNumber(),
  phone: telephoneNumber(),
}

/** A person to deliver to. */
export const contact = group(contactRows)

/** A person to deliver to, with phones in international form. */
export const contactWithTelephoneNumbers = group(contactRowsWithTelephoneNumbers)

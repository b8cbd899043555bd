// An identity document.
import { country, enumeration, string } from '../field-types.ts'
import { group, withDefault } from '../row.ts'
import { identificationTypes } from './values.ts'

/** An identity document of a payer or of a recipient of funds. */
export const identification = group({
  country: country(), // of the issuer
  type: withDefault('OTHER', enumeration(identificationTypes)),
  value: string(1, 50),
})

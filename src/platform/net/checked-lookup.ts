// Resolves the name of a destination, and refuses addresses that may not be connected to.
import type { LookupFunction } from 'node:net'
import { type Destination, mayConnect } from './guard.ts'
import { DestinationRefused, nameUnknown } from './problems.ts'
import type { ResolveName } from './resolve-name.ts'

/**
 * The platform connects to the addresses returned here and does not resolve the name again, so a name that resolves to
 * another address a moment later gains nothing. One bad address among good ones is enough to refuse them all.
 */
export function checkedLookup(resolveName: ResolveName, destination: Destination): LookupFunction {
  return (name, { all }, callback) => {
    resolveName(name).then(
      (addresses) => {
        const [first] = addresses
        if (first === undefined) return callback(new Error(nameUnknown), '')
        if (!addresses.every((address) => mayConnect(address, destination)))
          return callback(new DestinationRefused('ADDRESS_NOT_ALLOWED'), '')
        if (!all) return callback(null, first, familyOf(first))
        callback(
          null,
          addresses.map((address) => ({ address, family: familyOf(address) })),
        )
      },
      (error: Error) => callback(error, ''),
    )
  }
}

function familyOf(address: string): 4 | 6 {
  return address.includes(':') ? 6 : 4
}

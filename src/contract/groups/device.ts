// The device that the payer uses, and the telephone line of a call.
import { string } from '../field-types.ts'
import { group, without } from '../row.ts'
import { browserDetails, browserDetails50 } from './browser-details.ts'

export const deviceRows = {
  ani: string(1, 10),
  aniCallType: string(1, 2),
  browser: string(1, 255),
  fingerprint: string(1, 4000),
  hostname: string(1, 60),
  ipAddress: string(7, 15),
}

const newerRows = without(deviceRows, 'fingerprint')

/** The payer's device, up to version 99. */
export const device30 = group(deviceRows)

/** The payer's device in Verify 100: no fingerprint any more, the old bounds. */
export const device100 = group(newerRows)

/** The payer's device in newer operations whose bounds the specification does not give: IPv6 and long user agents. */
export const deviceWide = group({ ...newerRows, browser: string(1, 2048), ipAddress: string(7, 45) })

const { ani, aniCallType, browser, hostname, ipAddress } = deviceWide.rows

/** The payer's device in payer authentication, with what its browser is able to show. */
export const deviceOfAuthentication50 = group({
  ani,
  aniCallType,
  browser,
  browserDetails: browserDetails50,
  hostname,
  ipAddress,
})

/** The same at its canonical place. */
export const deviceOfAuthentication = group({ ...deviceWide.rows, browserDetails })

/** The device part of the token operation. */
export const deviceOfToken = group({ ipAddress: string(7, 45) })

/** What answers may echo, from any operation and version. */
export const deviceAnswer = group({ ...deviceRows, browser: string(1, 2048), ipAddress: string(7, 45) })

/** The same with what payer authentication knows of the browser. */
export const deviceAnswer50 = group({
  ani,
  aniCallType,
  browser,
  browserDetails: browserDetails50,
  fingerprint: deviceRows.fingerprint,
  hostname,
  ipAddress,
})

/** The same at its canonical place. */
export const deviceAnswerOfEveryVersion = group({ ...deviceAnswer.rows, browserDetails })

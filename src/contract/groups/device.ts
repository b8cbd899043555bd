// The device that the payer uses, its browser, and the telephone line of a call.
import { boolean, enumeration, string } from '../field-types.ts'
import { integer, orText } from '../number-types.ts'
import { canonically, decided, group, without } from '../row.ts'

const windowSize = enumeration(['250_X_400', '390_X_400', '500_X_600', '600_X_400', 'FULL_SCREEN'])
const pixels = orText(integer(1, 999_999))

/** What the browser is able to show: the issuer's page for payer authentication depends on it. */
const browserRows = {
  acceptHeaders: string(1, 2048),
  colorDepth: orText(integer(1, 48)), // bits per pixel
  javaEnabled: orText(boolean()),
  language: string(1, 35), // IETF BCP 47
  screenHeight: pixels,
  screenWidth: pixels,
  timeZone: orText(integer(-840, 840)), // minutes between UTC and local time, as browsers report it
}

/** That the browser runs scripts, which some libraries report. */
export const javaScriptEnabled = orText(boolean())

/** The payer's browser as scripts read it. The bounds are those of EMV 3-D Secure; programs that build every value as
 * text are understood. */
const browserDetails50 = decided(
  'choices',
  group({
    '3DSecureChallengeWindowSize': canonically('device.browserDetails.threeDSecureChallengeWindowSize', windowSize),
    ...browserRows,
  }),
)

/** The same at its canonical place. */
export const browserDetails = group({ ...browserRows, javaScriptEnabled, threeDSecureChallengeWindowSize: windowSize })

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
export const deviceResponse = group({ ...deviceRows, browser: string(1, 2048), ipAddress: string(7, 45) })

/** The same with what payer authentication knows of the browser. */
export const deviceResponse50 = group({
  ani,
  aniCallType,
  browser,
  browserDetails: browserDetails50,
  fingerprint: deviceRows.fingerprint,
  hostname,
  ipAddress,
})

/** The same at its canonical place. */
export const deviceResponseOfEveryVersion = group({ ...deviceResponse.rows, browserDetails })

// What the payer's browser is able to show: the issuer's page for payer authentication depends on it.
import { boolean, enumeration, string } from '../field-types.ts'
import { integer, orText } from '../number-types.ts'
import { canonically, decided, group } from '../row.ts'

const windowSize = enumeration(['250_X_400', '390_X_400', '500_X_600', '600_X_400', 'FULL_SCREEN'])
const pixels = orText(integer(1, 999_999))

const rows = {
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
export const browserDetails50 = decided(
  'choices',
  group({
    '3DSecureChallengeWindowSize': canonically('device.browserDetails.threeDSecureChallengeWindowSize', windowSize),
    ...rows,
  }),
)

/** The same at its canonical place. */
export const browserDetails = group({ ...rows, javaScriptEnabled, threeDSecureChallengeWindowSize: windowSize })

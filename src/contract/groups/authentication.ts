// Payer authentication by the gateway's operations, for version 50 and later: its channel, what the payer's browser has
// to do, and its result.
import { explain } from '../../kernel/explanation.ts'
import { asciiText, enumeration, pattern, string } from '../field-types.ts'
import { base64Text, url } from '../format-types.ts'
import { canonically, decided, group } from '../row.ts'
import { authentication, threeDSecure } from './three-d-secure.ts'

const acceptVersions = pattern({
  name: 'String',
  lengths: [4, 40],
  pattern: /^3DS[12](?:,3DS[12])*$/,
  wrongCharacters: explain("may only hold versions such as '3DS1,3DS2'"),
})
const channel = enumeration(['MERCHANT_REQUESTED', 'PAYER_APP', 'PAYER_BROWSER'])
const purpose = decided('choices', enumeration(['ADD_CARD', 'MAINTAIN_CARD', 'PAYMENT_TRANSACTION']))
// A page of forms and scripts that the merchant puts into its own.
const html = decided('choices', string(1, 65_536))
const redirectResponseUrl = url()

/** The merchant's values when it asks which authentication the card supports. */
export const authenticationToInitiate50 = group({ acceptVersions, channel, purpose })

/** The merchant's values when it has the payer authenticated. A payer in a browser comes back to the URL. */
export const authenticationOfPayer50 = group({ redirectResponseUrl })

/** What lets the issuer inspect the payer's device before it decides, and then the challenge: for merchants who build the
 * page themselves. */
const method = group({
  acsUrl: decided('choices', url()),
  cReq: decided('choices', asciiText(1, 8192)),
  methodPostData: decided('choices', base64Text(8192)),
  methodUrl: url(),
})

const { acsEci, authenticationToken } = threeDSecure.rows

/** The issuer's response, for payments made elsewhere with it. */
const threeDs = decided('choices', group({ acsEci, authenticationToken, transactionId: string(1, 50) }))

/** The same in the terms of EMV 3-D Secure. */
const threeDs2 = decided(
  'choices',
  group({
    acsTransactionId: string(1, 50),
    dsTransactionId: string(1, 50),
    methodSupported: enumeration(['NOT_SUPPORTED', 'SUPPORTED']),
    protocolVersion: string(1, 8),
    transactionStatus: enumeration(['A', 'C', 'I', 'N', 'R', 'U', 'Y']),
  }),
)

const responseRows = {
  acceptVersions,
  channel,
  payerInteraction: decided('choices', enumeration(['NOT_POSSIBLE', 'NOT_REQUIRED', 'REQUIRED'])),
  purpose,
  redirectHtml: html,
  redirectResponseUrl,
  transactionId: authentication.rows.transactionId,
  version: decided('choices', enumeration(['3DS1', '3DS2', 'NONE'])),
}

const { payerInteraction, redirectHtml, transactionId, version } = responseRows

/**
 * The status of payer authentication. Clients of different age look for the page and for the issuer's method at
 * different
 */
export const authenticationResponse50 = group({
  '3ds': canonically('authentication.threeDs', threeDs),
  '3ds2': canonically('authentication.threeDs2', threeDs2),
  acceptVersions,
  channel,
  payerInteraction,
  purpose,
  redirect: group({
    customized: group({ '3DS': canonically('authentication.redirect.customized.threeDs', method) }),
    customizedHtml: decided(
      'choices',
      group({ '3ds2': canonically('authentication.redirect.customized.threeDs', method) }),
    ),
    html: canonically('authentication.redirectHtml', html),
  }),
  redirectHtml,
  redirectResponseUrl,
  transactionId,
  version,
})

/** The same at its canonical place: the page once, and the method once. */
export const authenticationResponse = group({
  ...responseRows,
  redirect: group({ customized: group({ threeDs: method }) }),
  threeDs,
  threeDs2,
})

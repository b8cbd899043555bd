// Payer authentication done before this request: by the merchant (3-D Secure results), or by an earlier operation of
// the gateway.

import { explain } from '../../kernel/explanation.ts'
import { asciiText, digits, enumeration, pattern, string } from '../field-types.ts'
import { base64, base64Text, url } from '../format-types.ts'
import { always, canonically, decided, group, only, required, secret, withDefault } from '../row.ts'
import { gatewayRecommendation } from './response.ts'

/** The result of an authentication made elsewhere. The values are echoed, and used unaltered. */
export const threeDSecure = group({
  acsEci: digits(1, 2),
  authenticationStatus: enumeration([
    'AUTHENTICATION_ATTEMPTED',
    'AUTHENTICATION_NOT_AVAILABLE',
    'AUTHENTICATION_SUCCESSFUL',
  ]),
  authenticationToken: base64(28, 32),
  enrollmentStatus: always(required(enumeration(['ENROLLED', 'ENROLLMENT_STATUS_UNDETERMINED', 'NOT_ENROLLED']))),
  xid: base64(28),
})

/** The id of an enrollment check made with the gateway. */
export const threeDSecureId = asciiText(1, 64)

/** Both under the names they have on the wire. */
export const threeDSecureOnWire = {
  '3DSecure': canonically('threeDSecure', threeDSecure),
  '3DSecureId': canonically('threeDSecureId', threeDSecureId),
}

/** The payer authentication transaction on the same order, about version 50 and later. */
export const authentication = group({ transactionId: string(1, 40) })

/** How far payer authentication has come, on the order and on the transaction. */
export const authenticationStatus50 = enumeration([
  'AUTHENTICATION_ATTEMPTED',
  'AUTHENTICATION_AVAILABLE',
  'AUTHENTICATION_EXEMPT',
  'AUTHENTICATION_FAILED',
  'AUTHENTICATION_INITIATED',
  'AUTHENTICATION_NOT_IN_EFFECT',
  'AUTHENTICATION_NOT_SUPPORTED',
  'AUTHENTICATION_PENDING',
  'AUTHENTICATION_REJECTED',
  'AUTHENTICATION_REQUIRED',
  'AUTHENTICATION_SUCCESSFUL',
  'AUTHENTICATION_UNAVAILABLE',
])

// 3-D Secure 1: whether a card is enrolled, the redirect to the issuer's access control server, and its result.

const pageGenerationMode = withDefault('SIMPLE', enumeration(['CUSTOMIZED', 'SIMPLE']))
// Proof that the payer was authenticated: read once, never stored.
const paRes = secret('AUTHENTICATION', decided('choices', base64Text(65_536)))

/** How the payer gets to the issuer and back. The appearance of the page that the gateway generates can be set. */
export const enrollmentRequest = group({
  authenticationRedirect: required(
    group({
      pageGenerationMode,
      responseUrl: required(url()),
      simple: decided(
        'choices',
        group({
          redirectDisplayBackgroundColor: pattern({
            name: 'String',
            lengths: [6, 7],
            pattern: /^#?[0-9A-Fa-f]{6}$/,
            wrongCharacters: explain("may only hold a colour such as '#FFFFFF'"),
          }),
          redirectDisplayContinueButtonText: string(1, 100),
          redirectDisplayTitle: string(1, 100),
        }),
      ),
    }),
  ),
})

/** What the issuer sent back through the payer's browser. */
export const acsResultRequest = group({ paRes: required(paRes) })

/** How far it has come: what clients decide the next step by. */
const outcome = enumeration([
  'AUTHENTICATION_ATTEMPTED',
  'AUTHENTICATION_FAILED',
  'AUTHENTICATION_NOT_AVAILABLE',
  'AUTHENTICATION_SUCCESSFUL',
  'CARD_DOES_NOT_SUPPORT_3DS',
  'CARD_ENROLLED',
  'CARD_NOT_ENROLLED',
])

const { acsEci, authenticationToken, xid } = threeDSecure.rows

const responseRows = {
  acsEci,
  // Only for a card that is enrolled: one of the two, as requested by the merchant.
  authenticationRedirect: group({
    customized: group({ acsUrl: url(), paReq: decided('choices', base64Text(8192)) }),
    simple: group({ htmlBodyContent: decided('choices', string(1, 65_536)) }),
  }),
  authenticationToken,
  paResStatus: decided('choices', enumeration(['A', 'N', 'U', 'Y'])),
  // The outcome once more, where newer clients look for it.
  summaryStatus: canonically('response.threeDSecure.gatewayCode', outcome),
  veResEnrolled: enumeration(['N', 'U', 'Y']),
  xid,
}

/** What the enrollment check learned. */
export const enrollmentResponse15 = group(only(responseRows, 'authenticationRedirect', 'veResEnrolled', 'xid'))
export const enrollmentResponse50 = group(
  only(responseRows, 'authenticationRedirect', 'summaryStatus', 'veResEnrolled', 'xid'),
)

const acsResultNames = ['acsEci', 'authenticationRedirect', 'authenticationToken', 'paResStatus', 'xid'] as const

/** The issuer's result, with the redirect that led to it. */
export const acsResultResponse15 = group(only(responseRows, ...acsResultNames))
export const acsResultResponse50 = group(only(responseRows, ...acsResultNames, 'summaryStatus'))

const names15 = [
  'acsEci',
  'authenticationRedirect',
  'authenticationToken',
  'paResStatus',
  'veResEnrolled',
  'xid',
] as const

/** Everything that is known of an authentication. */
export const threeDSecureResponse15 = group(only(responseRows, ...names15))
export const threeDSecureResponse50 = group(responseRows)

const wireOutcome = always(canonically('response.threeDSecure', group({ gatewayCode: always(outcome) })))

/** The outcome, in the gateway's terms. */
export const threeDSecureResponseGroup15 = group({ '3DSecure': wireOutcome })
export const threeDSecureResponseGroup50 = group({ '3DSecure': wireOutcome, gatewayRecommendation })

/** The same at its canonical place. */
export const threeDSecureResponseGroup = group({
  gatewayRecommendation,
  threeDSecure: always(group({ gatewayCode: always(outcome) })),
})

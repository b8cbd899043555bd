// What a host's codes mean to the gateway. A code that no table has is no response: it might be an approval.
import type { GatewayCode } from '../../kernel/gateway-code.ts'
import {
  isFailureCode,
  type RefusalTable,
  type ReversalResult,
  refusalTable,
  usualRefusals,
} from '../../payments/index.ts'

/** DE 39 of a response, in its order. */
export const gatewayCodeOf: Readonly<Record<string, GatewayCode>> = {
  '00': 'APPROVED',
  '01': 'REFERRED',
  '02': 'REFERRED',
  '03': 'ACQUIRER_SYSTEM_ERROR',
  '04': 'DECLINED_DO_NOT_CONTACT',
  '05': 'DECLINED',
  '06': 'UNSPECIFIED_FAILURE',
  '07': 'DECLINED_DO_NOT_CONTACT',
  '08': 'APPROVED_PENDING_SETTLEMENT',
  '10': 'PARTIALLY_APPROVED',
  '11': 'APPROVED',
  '12': 'DECLINED',
  '13': 'DECLINED',
  '14': 'DECLINED',
  '15': 'DECLINED',
  '16': 'APPROVED',
  '19': 'ACQUIRER_SYSTEM_ERROR',
  '21': 'DECLINED',
  '25': 'DECLINED',
  '30': 'ACQUIRER_SYSTEM_ERROR',
  '31': 'NOT_SUPPORTED',
  '33': 'EXPIRED_CARD',
  '34': 'DECLINED',
  '36': 'DECLINED',
  '38': 'EXCEEDED_RETRY_LIMIT',
  '39': 'DECLINED',
  '40': 'NOT_SUPPORTED',
  '41': 'DECLINED_DO_NOT_CONTACT',
  '42': 'DECLINED',
  '43': 'DECLINED_DO_NOT_CONTACT',
  '51': 'INSUFFICIENT_FUNDS',
  '52': 'DECLINED',
  '53': 'DECLINED',
  '54': 'EXPIRED_CARD',
  '55': 'DECLINED_INVALID_PIN',
  '56': 'DECLINED',
  '57': 'NOT_SUPPORTED',
  '58': 'NOT_SUPPORTED',
  '59': 'DECLINED',
  '61': 'DECLINED',
  '62': 'DECLINED',
  '63': 'ACQUIRER_SYSTEM_ERROR',
  '64': 'DECLINED',
  '65': 'DECLINED',
  '72': 'DECLINED',
  '73': 'DECLINED',
  '74': 'DECLINED',
  '75': 'EXCEEDED_RETRY_LIMIT',
  '76': 'DECLINED',
  '77': 'DECLINED',
  '78': 'DECLINED',
  '79': 'DECLINED',
  '82': 'DECLINED_CSC',
  '85': 'APPROVED',
  '86': 'DECLINED_PIN_REQUIRED',
  '91': 'ACQUIRER_SYSTEM_ERROR',
  '92': 'ACQUIRER_SYSTEM_ERROR',
  '93': 'DECLINED_PAYMENT_PLAN',
  '94': 'DUPLICATE_BATCH',
  '95': 'DECLINED',
  '96': 'ACQUIRER_SYSTEM_ERROR',
  '1A': 'AUTHENTICATION_FAILED',
  '1B': 'NOT_ENROLLED_3D_SECURE',
  N1: 'DECLINED_AVS',
  N2: 'DECLINED_AVS_CSC',
  N3: 'DECLINED_CSC',
  N7: 'INVALID_CSC',
}

/** The host does not know yet, or received it too late: it may have been approved. */
export const openCodes: ReadonlySet<string> = new Set(['09', '68'])

/** The host could not take a message now. What must arrive is sent again. */
export const responsesToCome: ReadonlySet<string> = new Set(['09', '19', '68', '91', '92', '96'])

/**
 * How an advice goes on after the host's response; every other code is the outcome.
 * - REPEAT: nothing is wrong with it, and the host could not take it now.
 * - DUPLICATE: the host has a message under this identity. Identities are used once: to a repeat this says that the host has
 *   the advice. To the first one it says nothing (a message may be doubled on its way), and the repeat is answered again.
 * - UNCERTAIN: about the message, its original or its batch. To the first one it is a refusal; to a repeat it does not say
 *   whether the one before was taken, and no further repeat will. People decide.
 * - UNREAD: the keys of both sides differ, and the host has not looked at it. To the first one it is a refusal; a repeat is sent
 *   again, since the host tells more once the keys agree.
 */
export const adviceCodes: Readonly<Record<string, 'REPEAT' | 'DUPLICATE' | 'UNCERTAIN' | 'UNREAD'>> = {
  '03': 'UNCERTAIN',
  '06': 'UNCERTAIN',
  '09': 'REPEAT',
  '19': 'REPEAT',
  '21': 'UNCERTAIN',
  '25': 'UNCERTAIN',
  '30': 'UNCERTAIN',
  '40': 'UNCERTAIN',
  '63': 'UNREAD',
  '68': 'REPEAT',
  '76': 'UNCERTAIN',
  '77': 'UNCERTAIN',
  '78': 'UNCERTAIN',
  '91': 'REPEAT',
  '92': 'REPEAT',
  '94': 'DUPLICATE',
  '95': 'UNCERTAIN',
  '96': 'REPEAT',
}

/** DE 39 of the response to a reversal, where it does not follow from what the code says of a request. */
const reversalResults: Readonly<Record<string, ReversalResult['kind']>> = {
  '00': 'ACKNOWLEDGED',
  '25': 'UNKNOWN_REFERENCE',
  // It had this reversal before.
  '94': 'ACKNOWLEDGED',
  '09': 'NO_ANSWER',
  '19': 'NO_ANSWER',
  // The keys of both sides differ.
  '63': 'NO_ANSWER',
  '68': 'NO_ANSWER',
  '91': 'NO_ANSWER',
  '92': 'NO_ANSWER',
  '96': 'NO_ANSWER',
}

/**
 * A decision against it ends a reversal at once. A code that is none (in trouble, wrong format, no such merchant, unknown) does so
 * when it comes again: the message may have been damaged, or the host set up wrongly for a moment.
 */
export function reversalResultOf(code: string, isRepeat: boolean): ReversalResult['kind'] {
  const known = reversalResults[code]
  if (known) return known
  const gatewayCode = gatewayCodeOf[code]
  const isDecided = gatewayCode && isFailureCode(gatewayCode) && usualRefusals[gatewayCode] === 'DECIDED'
  return isDecided || isRepeat ? 'REFUSED' : 'NO_ANSWER'
}

/**
 * What the failures of these codes, and of those that the operator has set, mean. Other answers that leave it open whether the host
 * has executed a request are no response of this link.
 */
export function refusalsOf(responseCodes: Readonly<Record<string, GatewayCode>>): RefusalTable {
  const codes = [...Object.values(gatewayCodeOf), ...Object.values(responseCodes)].filter(isFailureCode)
  const failures = {
    ...Object.fromEntries(codes.map((code) => [code, usualRefusals[code]])),
    // Where the operator has a code mean this: the message may have been doubled on its way, and the first one executed.
    DUPLICATE_BATCH: 'UNCERTAIN',
  } as const
  return refusalTable(() => failures)
}

/** DE 44, first position. */
export const addressChecks: Readonly<Record<string, string>> = {
  '0': 'NOT_REQUESTED',
  A: 'ADDRESS_MATCH',
  D: 'ADDRESS_ZIP_MATCH',
  I: 'NOT_VERIFIED',
  K: 'NAME_MATCH',
  L: 'NAME_ZIP_MATCH',
  M: 'ADDRESS_ZIP_MATCH',
  N: 'NO_MATCH',
  O: 'NAME_ADDRESS_MATCH',
  R: 'SERVICE_NOT_AVAILABLE_RETRY',
  S: 'SERVICE_NOT_SUPPORTED',
  U: 'NOT_AVAILABLE',
  W: 'ZIP_MATCH',
  X: 'ADDRESS_ZIP_MATCH',
  Y: 'ADDRESS_ZIP_MATCH',
  Z: 'ZIP_MATCH',
}

/** DE 44, second position. */
export const securityCodeChecks: Readonly<Record<string, string>> = {
  M: 'MATCH',
  N: 'NO_MATCH',
  P: 'NOT_PROCESSED',
  S: 'NOT_PRESENT',
  U: 'NOT_SUPPORTED',
}

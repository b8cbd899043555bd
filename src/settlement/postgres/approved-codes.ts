// The gateway codes of approved transactions, as a list in SQL: with open ones left out.
import { type GatewayCode, gatewayCodes } from '../../kernel/gateway-code.ts'
import { isSuccessful } from '../../payments/index.ts'

/** Words of the code, never values of a request. */
export const listed = (words: readonly string[]) => words.map((word) => `'${word}'`).join(', ')

export const approvedCodes = listed(
  (Object.keys(gatewayCodes) as GatewayCode[]).filter((gatewayCode) => isSuccessful({ gatewayCode })),
)

// Risk: the merchant's input to the assessment, and its result; and `action`, where older versions have a part of it.
import { boolean, enumeration, string } from '../field-types.ts'
import { date, dateTime } from '../format-types.ts'
import { amount } from '../number-types.ts'
import { canonically, decided, group, list, map, only, required, secret } from '../row.ts'

const bypassMerchantRiskRules = enumeration(['ALL'])

const requestRows = {
  bypassMerchantRiskRules,
  custom: map({ nameLengthMax: 100, bytesMax: 4096, value: string(1, 4096) }),
  // For financial institutions that receive debt repayments: all fields or none.
  paymentRecipient: group({
    accountIdentifier: required(secret('BANK_ACCOUNT', string(1, 50))),
    dateOfBirth: required(date()),
    lastName: required(string(1, 50)),
    postcodeZip: required(string(1, 10)),
  }),
}

/** Data for risk assessment. */
export const risk = group(requestRows)

/** Data for risk assessment in Pay 15 and 29, which have the third of it elsewhere. */
export const riskOfPay15 = group(only(requestRows, 'custom', 'paymentRecipient'))

/** The third of it. */
const bypassMerchantRiskRulesOfPay15 = canonically('risk.bypassMerchantRiskRules', bypassMerchantRiskRules)

/** The verdict. */
const response = group({
  gatewayCode: enumeration(['ACCEPTED', 'NOT_CHECKED', 'REJECTED', 'REVIEW_REQUIRED']),
  provider: decided('choices', string(1, 40)),
  // The result of reversing an order that was rejected after the acquirer had received it.
  reversalResult: enumeration(['FAIL', 'NOT_APPLICABLE', 'OKAY']),
  review: group({
    decision: decided('choices', enumeration(['ACCEPTED', 'NOT_REQUIRED', 'OVERRIDDEN', 'PENDING', 'REJECTED'])),
    decisionReason: decided('choices', string(1, 255)),
    note: decided('choices', string(1, 4000)),
    time: dateTime(),
    userId: decided('choices', string(1, 256)),
  }),
  rule: list(
    group({
      data: decided('choices', string(1, 100)),
      name: decided('choices', string(1, 50)),
      recommendation: enumeration(['ACCEPT', 'NO_ACTION', 'REJECT', 'REVIEW']),
      type: enumeration(['EXTERNAL_RULE', 'MERCHANT_RULE', 'MSO_RULE']),
    }),
  ),
  totalScore: decided('choices', amount()),
})

/** Data for risk assessment as echoed, with the verdict. */
export const riskResponse = group({ ...requestRows, response })

/** The verdict once more inside the `response` group, where versions up to 29 look for it. */
export const riskMirror15 = canonically('risk.response', response)

/** Skips the merchant's own risk rules; from version 30 on this is part of `risk`. */
export const actionOfPay15 = group({ bypassMerchantRiskRules: bypassMerchantRiskRulesOfPay15 })

/** Has the issuer authorize the refund before it is made. */
export const actionOfRefund50 = group({ refundAuthorization: boolean() })

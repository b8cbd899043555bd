// What the gateway is requested to do, or not to do, beside the operation itself.
import { boolean } from '../field-types.ts'
import { group } from '../row.ts'
import { bypassMerchantRiskRulesOfPay15 } from './risk.ts'

/** Skips the merchant's own risk rules; from version 30 on this is part of `risk`. */
export const actionOfPay15 = group({ bypassMerchantRiskRules: bypassMerchantRiskRulesOfPay15 })

/** Has the issuer authorize the refund before it is made. */
export const actionOfRefund50 = group({ refundAuthorization: boolean() })

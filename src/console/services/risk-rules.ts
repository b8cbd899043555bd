// Risk rules. The same services for a merchant's and the operator's, below another path.

import { type ChangedRules, changeMerchantRules } from '../../approvals/operations/change-merchant-rules.ts'
import { enumeration } from '../../contract/field-types.ts'
import { required } from '../../contract/row.ts'
import { explain } from '../../kernel/explanation.ts'
import { riskRuleRows, riskRuleSubjectOf } from '../../risk/contract/risk-rule.ts'
import {
  changeRiskRules,
  type RuleChange,
  type RuleChangeRefusal,
  readRiskRules,
} from '../../risk/operations/change-risk-rules.ts'
import { rulesOfKindMax } from '../../risk/rules/risk-rule-changes.ts'
import { riskActions } from '../../risk/rules/risk-rules.ts'
import { pathNotFound } from '../access.ts'
import { type ConsoleContext, callAuditStamp } from '../context.ts'
import { withBody } from '../read-fields.ts'
import type { RiskRulesBody } from '../response-bodies/risk.ts'
import { consoleRefusal, okResponse, unknownResource } from '../responses.ts'
import type { ConsoleCall, ConsoleResponse, ConsoleRoute } from '../route.ts'
import { type OwnerKind, riskOwners } from './risk-owner.ts'

const purposes = {
  MERCHANT: 'Shows the merchant’s risk rules.',
  OPERATOR: 'Shows the operator’s risk rules, which apply to every merchant and cannot be bypassed.',
} as const

const notOneSubject = consoleRefusal(
  422,
  'FIELD_INVALID',
  'Specify one of bin, ip, ipCountry, threeDSecure, avs and csc.',
  'bin',
)

export function riskRuleRoutes(kind: OwnerKind, context: ConsoleContext): readonly ConsoleRoute[] {
  const { root, see, change, ownerOf } = riskOwners[kind]
  const { approvalRequests } = context.ports
  const stores = { merchants: context.merchants, risk: context.ports.risk }

  async function changeRules(ruleChange: RuleChange, call: ConsoleCall): Promise<ConsoleResponse> {
    const by = callAuditStamp(call, context)
    if (kind === 'MERCHANT')
      return rulesResponse(await changeMerchantRules(ownerOf(call), ruleChange, by, { ...context, approvalRequests }))
    const rules = await changeRiskRules(ownerOf(call), ruleChange, by, stores)
    return rulesResponse(typeof rules === 'string' ? rules : { rules })
  }

  return [
    {
      method: 'GET',
      path: `${root}/rules`,
      purpose: purposes[kind],
      access: see,
      async handle(call) {
        const rules = await readRiskRules(ownerOf(call), stores)
        return rules ? okResponse<RiskRulesBody>({ rules }) : pathNotFound
      },
    },
    {
      method: 'POST',
      path: `${root}/rules`,
      purpose: 'Adds a rule, or changes the action of an existing rule.',
      access: change,
      handle: withBody(
        { ...riskRuleRows, action: required(enumeration(riskActions)) },
        async ({ action, ...input }, call) => {
          const subject = riskRuleSubjectOf(input)
          if (!subject) return notOneSubject
          return changeRules({ subject, action }, call)
        },
      ),
    },
    {
      method: 'POST',
      path: `${root}/rules/removal`,
      purpose: 'Removes a rule.',
      access: change,
      handle: withBody(riskRuleRows, async (input, call) => {
        const subject = riskRuleSubjectOf(input)
        if (!subject) return notOneSubject
        return changeRules({ subject, action: undefined }, call)
      }),
    },
  ]
}

function rulesResponse(changed: ChangedRules | RuleChangeRefusal): ConsoleResponse {
  switch (changed) {
    case 'UNKNOWN_MERCHANT':
      return pathNotFound
    case 'UNKNOWN_RULE':
      return unknownResource('rule')
    case 'TOO_MANY':
      return consoleRefusal(
        409,
        'TOO_MANY',
        explain('The maximum of {number} rules of this kind is reached.', { number: rulesOfKindMax }),
      )
    default:
      return okResponse<RiskRulesBody>({
        rules: changed.rules,
        ...(changed.requestId !== undefined && { awaitsApproval: { requestId: changed.requestId } }),
      })
  }
}

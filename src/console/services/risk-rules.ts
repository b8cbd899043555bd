// Risk rules. The same services for a merchant's and the operator's, below another path.
import { enumeration } from '../../contract/field-types.ts'
import { required } from '../../contract/row.ts'
import { explain } from '../../kernel/explanation.ts'
import { riskRuleRows, riskRuleSubjectOf } from '../../risk/contract/risk-rule.ts'
import { changeRiskRules, type RuleChangeRefusal, readRiskRules } from '../../risk/operations/change-risk-rules.ts'
import { rulesOfKindMax } from '../../risk/rules/risk-rule-changes.ts'
import { type RiskRules, riskActions } from '../../risk/rules/risk-rules.ts'
import { pathNotFound } from '../access.ts'
import { type ConsoleContext, callAuditStamp } from '../context.ts'
import { withBody } from '../read-fields.ts'
import type { RiskRulesBody } from '../response-bodies/risk.ts'
import { consoleRefusal, okResponse, unknownResource } from '../responses.ts'
import type { ConsoleResponse, ConsoleRoute } from '../route.ts'
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
  const stores = { merchants: context.merchants, risk: context.ports.risk }
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
          return rulesResponse(
            await changeRiskRules(ownerOf(call), { subject, action }, callAuditStamp(call, context), stores),
          )
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
        return rulesResponse(
          await changeRiskRules(ownerOf(call), { subject, action: undefined }, callAuditStamp(call, context), stores),
        )
      }),
    },
  ]
}

function rulesResponse(rules: RiskRules | RuleChangeRefusal): ConsoleResponse {
  switch (rules) {
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
      return okResponse<RiskRulesBody>({ rules })
  }
}

// Removes a risk rule.
import { changeRiskRules } from '../../risk/operations/change-risk-rules.ts'
import { command } from '../command.ts'
import { commandAuditStamp, unknownMerchant, userOption } from '../options.ts'
import { commandDone, commandRefused } from '../result.ts'
import { withAdministration } from '../with-installation.ts'
import { ownerOptions, readRiskRuleOwner } from './owner.ts'
import { subjectOf, subjectOptions } from './rule-options.ts'
import { rulesText } from './view.ts'

export const riskRuleRemove = command({
  name: 'risk rule remove',
  purpose: 'Removes the matching risk rule; gateways follow within five seconds.',
  arguments: {},
  options: { ...ownerOptions, ...subjectOptions, user: userOption },
  example: '--operator --bin 512345-512349',
  async run({ merchant, operator, user, ...options }, context) {
    const owner = readRiskRuleOwner({ merchant, operator })
    if (owner.kind === 'MISUSED') return owner
    const about = subjectOf(options)
    if (about.kind === 'MISUSED') return about

    return withAdministration(context, async (administration) => {
      const change = { subject: about.subject, action: undefined }
      const rules = await changeRiskRules(owner.listsId, change, commandAuditStamp(user), administration)
      if (rules === 'UNKNOWN_MERCHANT') return unknownMerchant(owner.name)
      if (typeof rules === 'string') return commandRefused(`No such rule of ${owner.name}; see "risk show".`)
      return commandDone({ owner: owner.merchantId ?? null, rules }, `Rules of ${owner.name}:\n\n${rulesText(rules)}`)
    })
  },
})

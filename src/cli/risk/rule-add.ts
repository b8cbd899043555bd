// Adds a risk rule, or changes the action of an existing one.
import { changeRiskRules } from '../../risk/operations/change-risk-rules.ts'
import { rulesOfKindMax } from '../../risk/rules/risk-rule-changes.ts'
import { riskActions } from '../../risk/rules/risk-rules.ts'
import { command } from '../command.ts'
import { commandAuditStamp, unknownMerchant, userOption } from '../options.ts'
import { commandDone, commandRefused } from '../result.ts'
import { choiceValue, requiredOption } from '../rows.ts'
import { withAdministration } from '../with-installation.ts'
import { ownerOptions, readRiskRuleOwner } from './owner.ts'
import { subjectOf, subjectOptions } from './rule-options.ts'
import { rulesText } from './view.ts'

export const riskRuleAdd = command({
  name: 'risk rule add',
  purpose: 'Adds a risk rule; gateways follow within five seconds.',
  arguments: {},
  options: {
    ...ownerOptions,
    ...subjectOptions,
    action: requiredOption(choiceValue(riskActions, '<action>', 'What happens to a matching payment.')),
    user: userOption,
  },
  example: '--merchant SHOP1 --ip-country DEU --action REVIEW',
  async run({ merchant, operator, action, user, ...options }, context) {
    const owner = readRiskRuleOwner({ merchant, operator })
    if (owner.kind === 'MISUSED') return owner
    const about = subjectOf(options)
    if (about.kind === 'MISUSED') return about

    return withAdministration(context, async (administration) => {
      const change = { subject: about.subject, action }
      const rules = await changeRiskRules(owner.listsId, change, commandAuditStamp(user), administration)
      if (rules === 'TOO_MANY') return commandRefused(`The maximum of ${rulesOfKindMax} rules of this kind is reached.`)
      if (typeof rules === 'string') return unknownMerchant(owner.name)
      return commandDone({ owner: owner.merchantId ?? null, rules }, `Rules of ${owner.name}:\n\n${rulesText(rules)}`)
    })
  },
})

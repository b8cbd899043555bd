// Takes a risk rule away.
import { changeRiskRules } from '../../operations/risk/change-risk-rules.ts'
import { command } from '../command.ts'
import { unknownMerchant } from '../merchant/merchant-id.ts'
import { byUser, userOption } from '../order/options.ts'
import { done, refused } from '../result.ts'
import { withAdministration } from '../with-installation.ts'
import { ownerOf, ownerOptions } from './owner.ts'
import { subjectOf, subjectOptions } from './rule-options.ts'
import { rulesText } from './view.ts'

export const riskRuleRemove = command({
  name: 'risk rule remove',
  purpose: 'Takes away the risk rule about what is given; gateways follow within five seconds.',
  arguments: {},
  options: { ...ownerOptions, ...subjectOptions, user: userOption },
  example: '--operator --bin 512345-512349',
  async run({ merchant, operator, user, ...given }, surroundings) {
    const owner = ownerOf({ merchant, operator })
    if (owner.kind === 'misused') return owner
    const about = subjectOf(given)
    if (about.kind === 'misused') return about

    return withAdministration(surroundings, async (administration) => {
      const change = { subject: about.subject, action: undefined }
      const rules = await changeRiskRules(owner.listsId, change, byUser(user), administration)
      if (rules === 'UNKNOWN_MERCHANT') return unknownMerchant(owner.name)
      if (typeof rules === 'string') return refused(`There is no such rule of ${owner.name}; see "risk show".`)
      return done({ owner: owner.merchantId ?? null, rules }, `Rules of ${owner.name}:\n\n${rulesText(rules)}`)
    })
  },
})

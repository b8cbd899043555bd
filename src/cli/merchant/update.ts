// Changes a merchant's profile.
import { repositoryForKnown } from '../../merchants/operations/choose-repository.ts'
import { type MerchantProfile, withAcquirerLink } from '../../merchants/rules/merchant.ts'
import { command } from '../command.ts'
import { commandAuditStamp, merchantIdArgument, unknownMerchant, userOption } from '../options.ts'
import { commandDone, usageError } from '../result.ts'
import { flag } from '../rows.ts'
import { withAdministration } from '../with-installation.ts'
import { chooseLink, refuseAdapterOptions } from './adapter-options.ts'
import { changeProfile, profileOptions, refuseProfileOptions } from './options.ts'
import { repositoryRefused } from './repository.ts'
import { merchantData, merchantText } from './view.ts'

export const merchantUpdate = command({
  name: 'merchant update',
  purpose: 'Changes the given options only; gateways follow within five seconds.',
  arguments: { merchantId: merchantIdArgument },
  options: {
    ...profileOptions,
    noAggregator: flag('Does not allow it to name sub-merchants.'),
    noAccountUpdater: flag('Does not look up its cards at the account updater.'),
    noNeedsPartialAmountFlag: flag('Does not require payments to mention partial approvals.'),
    noRefundsNeedApproval: flag('Manual refunds need no approval by a second user.'),
    noPageAmounts: flag('Requires every checkout session to have an amount set by the merchant.'),
    noReporting: flag('Does not allow reports to be downloaded.'),
    enable: flag('Allows it to use the API.'),
    disable: flag('Blocks it from using the API; its data is kept.'),
    user: userOption,
  },
  example: 'SHOP1 --currencies USD,EUR,GBP --disable',
  async run({ merchantId, user, ...options }, context) {
    const { noAggregator, noAccountUpdater, noNeedsPartialAmountFlag, noReporting, ...rest } = options
    const { noRefundsNeedApproval, noPageAmounts, enable, disable, ...input } = rest
    if (enable && disable) return usageError('--enable and --disable cannot be combined.')
    if (input.accountUpdater && noAccountUpdater)
      return usageError('--account-updater and --no-account-updater cannot be combined.')
    if (input.aggregator && noAggregator) return usageError('--aggregator and --no-aggregator cannot be combined.')
    if (input.needsPartialAmountFlag && noNeedsPartialAmountFlag)
      return usageError('--needs-partial-amount-flag and --no-needs-partial-amount-flag cannot be combined.')
    if (input.refundsNeedApproval && noRefundsNeedApproval)
      return usageError('--refunds-need-approval and --no-refunds-need-approval cannot be combined.')
    if (input.pageAmounts && noPageAmounts)
      return usageError('--page-amounts and --no-page-amounts cannot be combined.')
    if (input.reporting && noReporting) return usageError('--reporting and --no-reporting cannot be combined.')
    if (Object.keys(options).length === 0) return usageError('Nothing to change; specify at least one option.')

    return withAdministration(context, async (administration, config) => {
      const { merchants, tokenRepositories } = administration
      const wrongAdapter = await refuseAdapterOptions(input, config, administration)
      if (wrongAdapter) return wrongAdapter
      const link = input.link === undefined ? undefined : await chooseLink(input, config, administration)
      if (link && 'kind' in link) return link
      const access = await merchants.find(merchantId)
      if (!access) return unknownMerchant(merchantId)

      const wanted = (present: MerchantProfile): MerchantProfile => {
        const changed = changeProfile(present, input, link)
        return {
          ...(noNeedsPartialAmountFlag ? withAcquirerLink(changed, { needsPartialAmountFlag: false }) : changed),
          isAggregator: changed.isAggregator && !noAggregator,
          usesAccountUpdater: changed.usesAccountUpdater && !noAccountUpdater,
          refundsNeedApproval: changed.refundsNeedApproval && !noRefundsNeedApproval,
          takesPageAmounts: changed.takesPageAmounts && !noPageAmounts,
          hasReporting: changed.hasReporting && !noReporting,
          isEnabled: (changed.isEnabled || enable === true) && !disable,
        }
      }
      const wrong = refuseProfileOptions({ id: merchantId, profile: wanted(access.merchant.profile) })
      if (wrong) return wrong
      const by = commandAuditStamp(user)
      const options = { ...input, tokenRepositoryId: input.tokenRepository }
      const chosen = await repositoryForKnown(access.merchant, options, tokenRepositories, by)
      if (chosen.kind === 'REFUSED') return repositoryRefused(chosen)
      const { repository: tokenRepository } = chosen
      const tokenRepositoryId = tokenRepository.id
      const changed = (present: MerchantProfile): MerchantProfile => ({ ...wanted(present), tokenRepositoryId })
      const profile = await merchants.change<never>(merchantId, changed, by)
      if (!profile) return unknownMerchant(merchantId)
      const merchant = { id: merchantId, profile, tokenRepository }
      return commandDone({ merchant: merchantData(merchant) }, `Changed:\n\n${merchantText(merchant)}`)
    })
  },
})

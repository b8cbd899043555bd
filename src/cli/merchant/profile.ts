// Boards a merchant, and changes its profile.
import { simulatorLinks } from '../../compose/index.ts'
import { merchantIdRow } from '../../contract/routes.ts'
import { explanationText } from '../../kernel/explanation.ts'
import { omitUndefined } from '../../kernel/omit-undefined.ts'
import {
  boardMerchant,
  copiedProfile,
  type Merchant,
  type MerchantProfile,
  type MerchantWithPassword,
  type MissingTwinReason,
  newMerchantProfile,
  type RepositoryOptions,
  repositoryForKnown,
  repositoryForNew,
  withAcquirerLink,
} from '../../merchants/index.ts'
import { command } from '../command.ts'
import { commandAuditStamp, merchantIdArgument, unknownMerchant, userOption } from '../options.ts'
import { commandDone, commandRefused, usageError } from '../result.ts'
import { flag, textValue } from '../rows.ts'
import { pairs } from '../table.ts'
import { withAdministration } from '../with-installation.ts'
import { chooseLink, refuseAdapterOptions } from './adapter-options.ts'
import { changeProfile, profileOptions, refuseProfileOptions } from './options.ts'
import { repositoryRefused } from './repository.ts'
import { merchantData, merchantText } from './view.ts'

export const merchantCreate = command({
  name: 'merchant create',
  purpose: 'Creates a merchant and its test twin, and prints their API passwords once.',
  arguments: { merchantId: merchantIdArgument },
  options: {
    ...profileOptions,
    copyFrom: textValue(
      merchantIdRow,
      '<merchantId>',
      'A merchant whose settings are the defaults. Names, merchant ids, provider accounts, websites, tokens, card lists and credentials are not copied.',
    ),
    noTwin: flag('Creates no test twin.'),
    user: userOption,
  },
  example: 'SHOP1 --name "The corner shop" --currencies USD,EUR',
  notes: () =>
    `The twin of SHOP1 is TESTSHOP1: the same profile with a token repository of its own, served by the
simulator. Later changes to one do not affect the other. A merchant whose id begins with TEST has no twin.
Production has no simulator: --link is required there, no twin is created, and ids that begin
with TEST are rejected.`,
  run: ({ merchantId, user, noTwin, copyFrom, ...options }, context) =>
    withAdministration(context, async (administration, config) => {
      const { merchants, tokenRepositories, vault, identifiers } = administration
      const wrongAdapter = await refuseAdapterOptions(options, config, administration)
      if (wrongAdapter) return wrongAdapter
      const source = copyFrom === undefined ? undefined : (await merchants.find(copyFrom))?.merchant
      if (copyFrom !== undefined && !source) return unknownMerchant(copyFrom)
      const link = source && options.link === undefined ? undefined : await chooseLink(options, config, administration)
      if (link && 'kind' in link) return link
      if (await merchants.find(merchantId)) return commandRefused(`Merchant ${merchantId} already exists.`)
      const { tokenRepository: tokenRepositoryId } = options
      const tokens = tokenRepositoryId === undefined && source ? tokenSettingsOf(source) : {}
      const repositoryOptions = { ...tokens, ...omitUndefined({ ...pickTokens(options), tokenRepositoryId }) }
      const chosen = await repositoryForNew(merchantId, repositoryOptions, tokenRepositories)
      if (chosen.kind === 'REFUSED') return repositoryRefused(chosen)
      const { repository: tokenRepository } = chosen
      const isSandbox = config.mode === 'sandbox'
      const started = source
        ? copiedProfile(source.profile, merchantId)
        : link && newMerchantProfile(merchantId, link, { isSandbox })
      if (!started) throw new Error('a merchant that copies no other has a link of its own')
      const changed = changeProfile(started, options, source && link)
      const profile = { ...changed, tokenRepositoryId: tokenRepository.id }
      const wrong = refuseProfileOptions({ id: merchantId, profile })
      if (wrong) return wrong
      const wanted = {
        merchant: { id: merchantId, profile, tokenRepository },
        wantsTwin: !noTwin,
        simulators: isSandbox ? simulatorLinks : undefined,
      }
      const boarding = await boardMerchant(wanted, commandAuditStamp(user), { merchants, vault, identifiers })
      if (boarding.kind === 'REFUSED') return commandRefused(explanationText(boarding.explanation))
      if (boarding.kind === 'TAKEN') return commandRefused(`Merchant ${merchantId} already exists.`)

      const { boarded, twin } = boarding
      return commandDone(
        { ...loginData(boarded), twin: typeof twin === 'object' ? loginData(twin) : undefined },
        `Created:

${merchantText(boarded.merchant)}

${loginText(boarded)}

${twinText(twin)}`.trimEnd(),
      )
    }),
})

function tokenSettingsOf({ tokenRepository: { generation, management } }: Merchant): RepositoryOptions {
  return { tokenGeneration: generation, tokenManagement: management }
}

function pickTokens({ tokenGeneration, tokenManagement }: RepositoryOptions): RepositoryOptions {
  return { tokenGeneration, tokenManagement }
}

function loginData({ merchant, userId, password }: MerchantWithPassword): object {
  return { merchant: merchantData(merchant), userId, password }
}

function loginText({ merchant, userId, password }: MerchantWithPassword): string {
  const mayLogIn = merchant.profile.authenticationMethods.includes('PASSWORD')
    ? 'API clients of the merchant'
    : 'Once --login includes PASSWORD, API clients of the merchant'
  return `${mayLogIn} authenticate with this password, which is not shown again:

${pairs([
  ['User id', userId],
  ['Password', password],
])}`
}

const whyNoTwin: Readonly<Record<MissingTwinReason, string>> = {
  NO_SIMULATOR:
    'No test twin was created: production has no simulator. Create the merchant in a sandbox as well to test it.',
  TAKEN: 'A merchant with the id of its test twin already exists and was not changed.',
  TOO_LONG: 'No test twin was created: the id is too long to be prefixed with TEST.',
}

function twinText(twin: MerchantWithPassword | MissingTwinReason | undefined): string {
  if (twin === undefined) return ''
  if (typeof twin === 'string') return whyNoTwin[twin]
  return `Its test twin ${twin.merchant.id} has the same profile and uses the simulator; no money moves.
${loginText(twin)}`
}

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

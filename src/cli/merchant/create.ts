// Boards a merchant.
import { simulatorLinks } from '../../compose/index.ts'
import { merchantIdRow } from '../../contract/routes.ts'
import { explanationText } from '../../kernel/explanation.ts'
import { omitUndefined } from '../../kernel/omit-undefined.ts'
import {
  boardMerchant,
  type MerchantWithPassword,
  type MissingTwinReason,
} from '../../merchants/operations/board-merchant.ts'
import { type RepositoryOptions, repositoryForNew } from '../../merchants/operations/choose-repository.ts'
import { copiedProfile } from '../../merchants/rules/copied-profile.ts'
import type { Merchant } from '../../merchants/rules/merchant.ts'
import { newMerchantProfile } from '../../merchants/rules/new-merchant-profile.ts'
import { command } from '../command.ts'
import { commandAuditStamp, merchantIdArgument, unknownMerchant, userOption } from '../options.ts'
import { commandDone, commandRefused } from '../result.ts'
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

// Boards a merchant.
import { command } from './command.ts'
import { merchantIdArgument } from './merchant-id.ts'
import { changeProfile, firstProfile, profileOptions, refuseProfile } from './merchant-options.ts'
import { repositoryForNew } from './merchant-repository.ts'
import { merchantData, merchantText } from './merchant-view.ts'
import { done, refused } from './result.ts'
import { pairs } from './table.ts'
import { withAdministration } from './with-installation.ts'

export const merchantCreate = command({
  name: 'merchant create',
  purpose: 'Makes a merchant and prints its first API password, this once.',
  arguments: { merchantId: merchantIdArgument },
  options: profileOptions,
  example: 'SHOP1 --name "The corner shop" --currencies USD,EUR',
  run: ({ merchantId, ...given }, surroundings) =>
    withAdministration(surroundings, async ({ merchants, tokenRepositories, vault, identifiers }) => {
      if (await merchants.find(merchantId)) return refused(`There is a merchant ${merchantId} already.`)
      const chosen = await repositoryForNew(merchantId, given, tokenRepositories)
      if (chosen.kind !== 'chosen') return chosen
      const { repository: tokenRepository } = chosen
      const profile = { ...changeProfile(firstProfile(merchantId), given), tokenRepositoryId: tokenRepository.id }
      const wrong = refuseProfile(profile)
      if (wrong) return wrong
      const merchant = { id: merchantId, profile, tokenRepository }
      if (!(await merchants.create(merchant))) return refused(`There is a merchant ${merchantId} already.`)

      const password = identifiers.apiPassword()
      await merchants.addPassword(merchantId, vault.keyedHash('PASSWORD', password))
      const login = { userId: `merchant.${merchantId}`, password }
      const mayLogIn = merchant.profile.loginWays.includes('PASSWORD') ? 'Its' : 'Once --login has PASSWORD, its'
      return done(
        { merchant: merchantData(merchant), ...login },
        `Made:

${merchantText(merchant)}

${mayLogIn} programs log in with this, which is not shown again:

${pairs([
  ['User id', login.userId],
  ['Password', password],
])}`,
      )
    }),
})

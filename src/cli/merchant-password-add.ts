// Gives a merchant a new API password beside the one it has, so that it can change over without a gap.
import { command } from './command.ts'
import { program } from './help.ts'
import { merchantIdArgument, unknownMerchant } from './merchant-id.ts'
import { byUser, userOption } from './order-options.ts'
import { done, refused } from './result.ts'
import { pairs } from './table.ts'
import { withAdministration } from './with-installation.ts'

export const merchantPasswordAdd = command({
  name: 'merchant password add',
  purpose: 'Makes a second API password and prints it, this once; the other goes on working until it is revoked.',
  arguments: { merchantId: merchantIdArgument },
  options: { user: userOption },
  example: 'SHOP1',
  run: ({ merchantId, user }, surroundings) =>
    withAdministration(surroundings, async ({ merchants, vault, identifiers }) => {
      if (!(await merchants.find(merchantId))) return unknownMerchant(merchantId)

      const password = identifiers.apiPassword()
      const slot = await merchants.addPassword(merchantId, vault.keyedHash('PASSWORD', password), byUser(user))
      if (slot === 'FULL') {
        const remedy = `revoke one first: ${program} merchant password revoke ${merchantId} --slot 1|2`
        return refused(`${merchantId} has two passwords, and there can be no more; ${remedy}`)
      }
      const login = { userId: `merchant.${merchantId}`, slot, password }
      return done(
        { merchantId, ...login },
        `Its programs can now also log in with this, which is not shown again:

${pairs([
  ['User id', login.userId],
  ['Password', password],
  ['Slot', String(slot)],
])}`,
      )
    }),
})

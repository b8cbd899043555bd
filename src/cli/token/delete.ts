// Forgets what is stored under a token.
import { command } from '../command.ts'
import { commandAuditStamp, userOption } from '../order/options.ts'
import { commandDone } from '../result.ts'
import { subMerchantOption, tokenArguments, unknownToken, withTokens } from './options.ts'

export const tokenDelete = command({
  name: 'token delete',
  purpose: 'Forgets what is stored under a token; the card scheme’s token is given up with it.',
  arguments: tokenArguments,
  options: { subMerchant: subMerchantOption, user: userOption },
  example: 'SHOP1 9711234567890123',
  notes: () =>
    'Payments that were made with it keep its name. What the gateway has named one card by never names another.',
  run: ({ merchantId, token, subMerchant, user }, surroundings) =>
    withTokens(
      surroundings,
      { merchantId, subMerchant },
      async ({ tokens, audit }, { id: repositoryId, generation }) => {
        const name = { repositoryId, token }
        if (!(await tokens.find(name))) return unknownToken({ merchantId }, token)
        // Before it is gone: who asked for it is known also when we are cut off half-way.
        await audit.append({ merchantId, action: 'TOKEN_DELETED', subject: { token }, ...commandAuditStamp(user) })
        const isDeleted = await tokens.delete(name, { isNameRetired: generation !== 'MERCHANT_SUPPLIED' })
        if (!isDeleted) return unknownToken({ merchantId }, token)
        return commandDone({ merchantId, token, deleted: true }, `The token ${token} is deleted.`)
      },
    ),
})

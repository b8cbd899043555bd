// Shows what is stored under a token, masked.
import { command } from '../command.ts'
import { commandDone } from '../result.ts'
import { subMerchantOption, tokenArguments, tokenData, tokenText, unknownToken, withTokens } from './options.ts'

export const tokenShow = command({
  name: 'token show',
  purpose: 'Shows the masked details stored under a token, and its usage.',
  arguments: tokenArguments,
  options: { subMerchant: subMerchantOption },
  example: 'SHOP1 9711234567890123',
  run: ({ merchantId, token, subMerchant }, context) =>
    withTokens(context, { merchantId, subMerchant }, async ({ tokens }, { id: repositoryId }) => {
      const stored = await tokens.find({ repositoryId, token })
      return stored ? commandDone({ token: tokenData(stored) }, tokenText(stored)) : unknownToken({ merchantId }, token)
    }),
})

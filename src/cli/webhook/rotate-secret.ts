// Changes the secrets that a merchant knows us by, without a notification that it cannot verify.
import { command } from '../command.ts'
import { merchantIdArgument } from '../merchant/merchant-id.ts'
import { timestampText } from '../merchant/view.ts'
import { commandActor, userOption } from '../order/options.ts'
import { commandDone, commandRefused, usageError } from '../result.ts'
import { flag } from '../rows.ts'
import { wholeNumber } from './options.ts'
import { settingData, settingText } from './view.ts'
import { withWebhooks } from './with-webhooks.ts'

const hourMs = 3_600_000
const overlapHours = 24
const hidden = { isRevealed: false }

export const webhooksRotateSecret = command({
  name: 'webhooks rotate-secret',
  purpose: 'Makes new secrets for a merchant; the ones before sign, too, until they end.',
  arguments: { merchantId: merchantIdArgument },
  options: {
    hours: wholeNumber(
      { min: 1, max: 720 },
      '<hours>',
      `How long the ones before stay valid. At first ${overlapHours}.`,
    ),
    finish: flag('Makes nothing new, and ends the ones before now.'),
    user: userOption,
  },
  example: 'SHOP1 --hours 48',
  notes: () =>
    `Meanwhile each notification has two signatures, one by each secret, so that the receiver may know either. What
X-Notification-Secret holds is still the secret before, and the new one when that has ended: give the receiver both, then
end the old ones with --finish, or let them end by themselves.`,
  async run({ merchantId, hours, finish, user }, surroundings) {
    if (hours !== undefined && finish) return usageError('--hours and --finish do not go together.')
    return withWebhooks(surroundings, merchantId, async ({ settings }) => {
      const at = new Date()
      const actor = commandActor(user)
      const previousUntil = new Date(at.getTime() + (hours ?? overlapHours) * hourMs)
      const setting = await (finish
        ? settings.finishRotation(merchantId, { actor, at })
        : settings.rotate(merchantId, { actor, at, previousUntil }))
      if (!setting) return commandRefused(`${merchantId} has never had notifications; see "webhooks enable".`)
      const word = finish
        ? 'The secrets before are no longer valid.'
        : `The secrets before stay valid until ${timestampText(previousUntil)}.`
      return commandDone(settingData(setting, hidden), `${settingText(setting, hidden)}\n\n${word}`)
    })
  },
})

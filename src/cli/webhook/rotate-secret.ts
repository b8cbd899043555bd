// Rotates a merchant's notification secrets, without a notification that the merchant cannot verify.
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
  purpose: 'Creates new webhook secrets; the previous ones stay valid for a while.',
  arguments: { merchantId: merchantIdArgument },
  options: {
    hours: wholeNumber(
      { min: 1, max: 720 },
      '<hours>',
      `How many hours the previous secrets stay valid (default ${overlapHours}).`,
    ),
    finish: flag('Creates no new secrets; invalidates the previous ones now.'),
    user: userOption,
  },
  example: 'SHOP1 --hours 48',
  notes: () =>
    `During the rotation each notification has two signatures, one for each secret. X-Notification-Secret
contains the previous secret until it becomes invalid, then the new one: configure both on the merchant's
server, then end the rotation with --finish, or let the previous secrets expire.`,
  async run({ merchantId, hours, finish, user }, context) {
    if (hours !== undefined && finish) return usageError('--hours and --finish cannot be combined.')
    return withWebhooks(context, merchantId, async ({ settings }) => {
      const at = new Date()
      const actor = commandActor(user)
      const previousUntil = new Date(at.getTime() + (hours ?? overlapHours) * hourMs)
      const setting = await (finish
        ? settings.finishRotation(merchantId, { actor, at })
        : settings.rotate(merchantId, { actor, at, previousUntil }))
      if (!setting) return commandRefused(`Notifications were never enabled for ${merchantId}; see "webhooks enable".`)
      const word = finish
        ? 'The previous secrets are no longer valid.'
        : `The previous secrets stay valid until ${timestampText(previousUntil)}.`
      return commandDone(settingData(setting, hidden), `${settingText(setting, hidden)}\n\n${word}`)
    })
  },
})

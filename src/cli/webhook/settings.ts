// Commands about a merchant's notification settings and secrets.
import { changeWebhookSettings } from '../../events/index.ts'
import { command } from '../command.ts'
import { commandActor, merchantIdArgument, userOption, wholeNumber } from '../options.ts'
import { commandDone, commandRefused, usageError } from '../result.ts'
import { flag } from '../rows.ts'
import { timestampText } from '../table.ts'
import { settingData, settingText, urlOption, withWebhooks } from './view.ts'

const hidden = { isRevealed: false }

export const webhooksEnable = command({
  name: 'webhooks enable',
  purpose: 'Enables notifications for a merchant’s orders; creates secrets if there are none.',
  arguments: { merchantId: merchantIdArgument },
  options: {
    url: urlOption,
    noUrl: flag('Removes the URL: only orders that specify one are notified.'),
    'any-2xx': flag('Treats any response status from 200 to 299 as delivered, not only 200.'),
    'only-200': flag('Treats only status 200 as delivered.'),
    user: userOption,
  },
  example: 'SHOP1 --url https://shop.example/notifications',
  notes: () =>
    `Running gateways follow within five seconds. A request can specify its own URL in order.notificationUrl,
which takes precedence. "npx tollgate webhooks show SHOP1 --reveal" shows the secrets.`,
  async run({ merchantId, url, noUrl, 'any-2xx': any2xx, 'only-200': only200, user }, context) {
    if (url !== undefined && noUrl) return usageError('--url and --no-url cannot be combined.')
    if (any2xx && only200) return usageError('--any-2xx and --only-200 cannot be combined.')
    return withWebhooks(context, merchantId, async ({ settings, dependencies }) => {
      const change = {
        isEnabled: true,
        url: noUrl ? null : url,
        acceptsAny2xx: any2xx || only200 ? any2xx === true : undefined,
      }
      const by = { actor: commandActor(user), at: new Date() }
      const changed = await changeWebhookSettings(merchantId, change, by, {
        ...dependencies,
        webhookSettings: settings,
      })
      const { setting, redirected } = changed
      const text = settingText(setting, hidden)
      const note = redirected === 0 ? '' : `\n\nUndelivered notifications that now go to the new URL: ${redirected}.`
      const data = { ...settingData(setting, hidden), redirected: redirected > 0 ? redirected : undefined }
      return commandDone(data, `${text}${note}`)
    })
  },
})

export const webhooksDisable = command({
  name: 'webhooks disable',
  purpose: 'Disables notifications for a merchant; pending ones are sent when notifications are enabled again.',
  arguments: { merchantId: merchantIdArgument },
  options: { user: userOption },
  example: 'SHOP1',
  notes: () => `The URL and secrets are kept. Events that happen meanwhile are available in the event feed.`,
  run: ({ merchantId, user }, context) =>
    withWebhooks(context, merchantId, async ({ settings }) => {
      if (!(await settings.find(merchantId)))
        return commandRefused(`Notifications were never enabled for ${merchantId}.`)
      const by = { actor: commandActor(user), at: new Date() }
      const { setting } = await settings.change(merchantId, { isEnabled: false }, by)
      return commandDone(settingData(setting, { isRevealed: false }), `Disabled notifications for ${merchantId}.`)
    }),
})

export const webhooksShow = command({
  name: 'webhooks show',
  purpose: "Shows a merchant's webhook settings, and with --reveal its secrets.",
  arguments: { merchantId: merchantIdArgument },
  options: { reveal: flag('Shows the secrets; this is recorded in the audit log.'), user: userOption },
  example: 'SHOP1 --reveal',
  run: ({ merchantId, reveal, user }, context) =>
    withWebhooks(context, merchantId, async ({ settings, dependencies: { audit } }) => {
      const setting = await settings.find(merchantId)
      if (!setting) return commandRefused(`Notifications were never enabled for ${merchantId}; see "webhooks enable".`)
      const isRevealed = reveal === true
      // The audit log entry is committed before the secrets are shown.
      if (isRevealed)
        await audit.append({
          merchantId,
          actor: commandActor(user),
          action: 'WEBHOOK_SECRETS_SHOWN',
          subject: { secrets: setting.secrets.length },
          at: new Date(),
        })
      return commandDone(settingData(setting, { isRevealed }), settingText(setting, { isRevealed }))
    }),
})

const hourMs = 3_600_000
const overlapHours = 24

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

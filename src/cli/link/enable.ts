// Enables and disables an acquirer link.
import { setLinkEnabled } from '../../acquirers/operations/manage-links.ts'
import { command } from '../command.ts'
import { withAdministration } from '../with-installation.ts'
import { linkIdArgument } from './link-id.ts'
import { linkResult } from './result.ts'
import { commandAuditStamp, userOption } from '../options.ts'

export const linkEnable = command({
  name: 'link enable',
  purpose: 'Enables an acquirer link for new orders.',
  arguments: { linkId: linkIdArgument },
  options: { user: userOption },
  example: 'simulator',
  run: ({ linkId, user }, context) =>
    withAdministration(context, async (administration) => {
      const result = await setLinkEnabled(linkId, true, commandAuditStamp(user), administration)
      return linkResult(result, linkId, { ...administration, done: 'Enabled:' })
    }),
})

export const linkDisable = command({
  name: 'link disable',
  purpose: 'Disables an acquirer link for new orders; existing orders and recovery still use it.',
  arguments: { linkId: linkIdArgument },
  options: { user: userOption },
  example: 'simulator',
  run: ({ linkId, user }, context) =>
    withAdministration(context, async (administration) => {
      const result = await setLinkEnabled(linkId, false, commandAuditStamp(user), administration)
      return linkResult(result, linkId, { ...administration, done: 'Disabled for new orders:' })
    }),
})

// English texts of e-mails to users.
import type { UserMailTexts } from './user-mail-texts.ts'

export const en: UserMailTexts = {
  actions: {
    APPROVAL_DECLINED: 'Request declined',
    APPROVAL_GIVEN: 'Request approved',
    APPROVAL_REQUESTED: 'Approval requested',
    CONTROLS_WEAKENED: 'Controls weakened',
    GATEWAY_SETTINGS_CHANGED: 'Gateway settings changed',
    LINK_CHANGED: 'Acquirer link changed',
    LINK_CREATED: 'Acquirer link created',
    LINK_DISABLED: 'Acquirer link disabled',
    LINK_ENABLED: 'Acquirer link enabled',
    ROUTES_CHANGED: 'Routes changed',
  },
  code: {
    subject: 'Confirm your e-mail address',
    text: 'Enter this code on your account page in the console, signed in as {login}. It is valid for {minutes} minutes.',
    unexpected: 'If you did not request this code, ignore this e-mail.',
  },
  addressChanged: {
    subject: 'Alerts no longer come to this address',
    text: 'Alerts for {login} no longer come to this address. {actor} changed the address or the user on {time}.',
    unexpected: 'If you did not expect this, tell a user administrator immediately.',
  },
  alert: {
    subject: 'Alert: {action}',
    time: 'Time',
    user: 'User',
    merchant: 'Merchant',
    link: 'Acquirer link',
    weakened: 'Controls protect less than before.',
    changes: 'Changes',
    more: 'and {count} more',
    none: 'none',
  },
  summary: {
    subject: 'Daily summary: {count} changes to controls, links and access',
    text: 'From {from} to {until}:',
  },
  open: 'Open in the console:',
}

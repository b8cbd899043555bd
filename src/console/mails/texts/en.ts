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
  attention: {
    MONEY_AT_RISK: {
      subject: 'Money at risk: {count}',
      text: 'An acquirer may have moved money for these transactions although they failed or have no outcome, and the gateway could not settle that by itself.',
      merchant:
        'Do not tell payers that nothing was charged, and do not repeat the payments. Ask the operator for the outcome.',
      operator: 'Ask the acquirer for the outcome, then resolve them manually.',
    },
    PARKED_NOTIFICATIONS: {
      subject: 'Notifications no longer sent: {count}',
      text: 'The server did not accept these notifications, and the gateway no longer sends them. Nothing of the payments is lost.',
      merchant: 'Repair your server, then send them again from the delivery log.',
      operator:
        'Tell the merchant, whose server has to be repaired; then they can be sent again from the delivery log.',
    },
    OVERDUE_DISPUTES: {
      subject: 'Overdue disputes: {count}',
      text: 'The last day to answer the bank is over, and no evidence was recorded as sent.',
      merchant: 'Ask the acquirer whether evidence is still accepted. If you have sent it, record that in the console.',
      operator: 'Ask the merchant whether evidence was sent, and the acquirer whether it is still accepted.',
    },
  },
  orders: 'Orders',
  merchants: 'Merchants',
  open: 'Open in the console:',
}

// Addresses of e-mails, as far as they can be written into commands and headers without changing them.
import { isPublicName } from './address-reach.ts'

/** One address in ASCII without quotes, comments or line breaks; mail servers decide about the rest. */
export function isMailAddress(text: string): boolean {
  return (
    text.length <= 254 && /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?$/.test(text)
  )
}

const nameLabel = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/
/** No number: 127.1 and 1.0x7f are addresses of this machine. */
const lastLabel = /^[a-z]/
/** Old ways to name another mailbox behind the domain, which mail servers still follow for their own domain. */
const ledOn = /[%!]/

/**
 * An address that a payer or a user may be written to: at a public domain name. The operator's mail server may be on this machine or in its
 * network, and must not be led to mailboxes there.
 */
export function isRecipientAddress(text: string): boolean {
  const [mailbox = '', domain = ''] = text.toLowerCase().split('@')
  const labels = domain.split('.')
  return (
    isMailAddress(text) &&
    !ledOn.test(mailbox) &&
    labels.every((label) => nameLabel.test(label)) &&
    lastLabel.test(labels.at(-1) ?? '') &&
    isPublicName(domain)
  )
}

/** For the audit log, which is kept for ever: enough to recognise it. */
export function maskedAddress(address: string): string {
  return address.replace(/^(.).*@/, '$1***@')
}

// An e-mail as mail servers take it: headers in ASCII, every part in base64. Nothing in it can be read as a header, as the end
// of a part, or as the end of the message.
import { isMailAddress } from '../../kernel/mail-address.ts'
import type { MailImage, MailMessage } from './mail-sender.ts'

export async function mailText(message: MailMessage, from: string): Promise<Buffer> {
  const { to, fromName, subject, text, html, id, at } = message
  if (!isMailAddress(to) || !isMailAddress(from)) throw new Error('an e-mail needs addresses that headers can hold')
  // Loaded with the first e-mail: most starts send none.
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
  const composer = new MailComposer({
    from: { name: fromName, address: from },
    to: { name: '', address: to },
    subject,
    date: at,
    messageId: `<${id.replace(/[^A-Za-z0-9.-]/g, '')}@${from.split('@')[1]}>`,
    // Out-of-office replies would go to an address that is not read.
    headers: { 'Auto-Submitted': 'auto-generated' },
    text: withLineBreaks(text),
    ...(html && { html: withLineBreaks(html.text), attachments: html.images.map(imagePart) }),
    encoding: 'base64',
    textEncoding: 'B',
    // Contents are given; a text that looks like an address or a path must not be fetched.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return composer.compile().build()
}

function withLineBreaks(text: string): string {
  return text.replaceAll(/\r?\n/g, '\r\n')
}

function imagePart({ id, contentType, content }: MailImage) {
  return { cid: id, contentType, content, contentDisposition: 'inline', filename: false } as const
}

// An e-mail as mail servers take it: headers in ASCII, the text in base64. Nothing in it can be read as a header or as the
// end of the message.
import { isMailAddress } from '../../domain/checkout/mail-address.ts'
import type { MailMessage } from '../../ports/mail/mail-sender.ts'

const lineBreak = '\r\n'
const encodedWordBytesMax = 42

export function mailText({ to, fromName, subject, text, id, at }: MailMessage, from: string): string {
  if (!isMailAddress(to) || !isMailAddress(from)) throw new Error('an e-mail needs addresses that headers can hold')
  const headers = [
    `From: ${encodedWords(fromName)} <${from}>`,
    `To: <${to}>`,
    `Subject: ${encodedWords(subject)}`,
    `Date: ${at.toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: <${id.replace(/[^A-Za-z0-9.-]/g, '')}@${from.split('@')[1]}>`,
    // Out-of-office replies would go to an address that is not read.
    'Auto-Submitted: auto-generated',
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: base64',
  ]
  const body = Buffer.from(text.replaceAll(/\r?\n/g, lineBreak), 'utf8').toString('base64')
  return [...headers, '', ...(body.match(/.{1,76}/g) ?? []), ''].join(lineBreak)
}

/** Any text in a header: a line break in it is encoded like every other character. Words are split between characters. */
function encodedWords(text: string): string {
  const words: string[] = []
  let word = ''
  for (const character of text) {
    if (Buffer.byteLength(word + character) > encodedWordBytesMax) {
      words.push(word)
      word = ''
    }
    word += character
  }
  return [...words, word]
    .map((each) => `=?utf-8?B?${Buffer.from(each, 'utf8').toString('base64')}?=`)
    .join(`${lineBreak} `)
}

/** A line that begins with a dot gets another one: a single dot ends the message. */
export function dotStuffed(text: string): string {
  return text.replaceAll(/^\./gm, '..')
}

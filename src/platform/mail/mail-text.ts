// An e-mail as mail servers take it: headers in ASCII, the text in base64. Nothing in it can be read as a header, as the end
// of a part, or as the end of the message.
import { isMailAddress } from '../../kernel/mail-address.ts'
import type { MailImage, MailMessage } from './mail-sender.ts'

const lineBreak = '\r\n'
const encodedWordBytesMax = 42

/** Base64 has no such characters, so that no content can end a part. */
const boundaries = { alternative: '=_alternative_', related: '=_related_' } as const

interface Part {
  readonly headers: readonly string[]
  readonly body: readonly string[]
}

export function mailText(message: MailMessage, from: string): string {
  const { to, fromName, subject, id, at } = message
  if (!isMailAddress(to) || !isMailAddress(from)) throw new Error('an e-mail needs addresses that headers can hold')
  const content = contentOf(message)
  const headers = [
    `From: ${encodedWords(fromName)} <${from}>`,
    `To: <${to}>`,
    `Subject: ${encodedWords(subject)}`,
    `Date: ${at.toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: <${id.replace(/[^A-Za-z0-9.-]/g, '')}@${from.split('@')[1]}>`,
    // Out-of-office replies would go to an address that is not read.
    'Auto-Submitted: auto-generated',
    'MIME-Version: 1.0',
    ...content.headers,
  ]
  return [...headers, '', ...content.body, ''].join(lineBreak)
}

/** Of alternatives mail programs show the last one that they can. */
function contentOf({ text, html }: MailMessage): Part {
  const plain = textPart('plain', text)
  if (html === undefined) return plain
  const page = textPart('html', html.text)
  const shown = html.images.length === 0 ? page : multipart('related', [page, ...html.images.map(imagePart)])
  return multipart('alternative', [plain, shown])
}

function textPart(kind: 'plain' | 'html', text: string): Part {
  return {
    headers: [`Content-Type: text/${kind}; charset=utf-8`, 'Content-Transfer-Encoding: base64'],
    body: base64Lines(Buffer.from(text.replaceAll(/\r?\n/g, lineBreak), 'utf8')),
  }
}

function imagePart({ id, contentType, content }: MailImage): Part {
  return {
    headers: [
      `Content-Type: ${contentType}`,
      'Content-Transfer-Encoding: base64',
      `Content-ID: <${id}>`,
      'Content-Disposition: inline',
    ],
    body: base64Lines(content),
  }
}

function multipart(kind: keyof typeof boundaries, parts: readonly Part[]): Part {
  const boundary = boundaries[kind]
  return {
    headers: [`Content-Type: multipart/${kind}; boundary="${boundary}"`],
    body: [...parts.flatMap(({ headers, body }) => [`--${boundary}`, ...headers, '', ...body]), `--${boundary}--`],
  }
}

function base64Lines(content: Buffer): readonly string[] {
  return content.toString('base64').match(/.{1,76}/g) ?? []
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

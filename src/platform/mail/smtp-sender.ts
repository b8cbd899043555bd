// Sends e-mails through the operator's mail server, over TLS with a certificate that is checked. With smtp: to a server on
// this machine both are optional.
import { Readable } from 'node:stream'
import { isMailAddress, isRecipientAddress } from '../../kernel/mail-address.ts'
import type { MailImage, MailMessage, MailResult, MailSender } from './mail.ts'
import { openSmtp, SmtpRefusal, type SmtpServer } from './smtp-connection.ts'

export interface MailSenderOptions {
  /** smtp://user:password@host:587, or smtps: for TLS from the start. */
  readonly url: string
  readonly from: string
  readonly ca?: string
  readonly timeoutMs?: number
  /** How long the reply to a whole message is awaited when the gateway stops. */
  readonly replyAfterStopMs?: number
}

const timeoutMsDefault = 30_000
const replyAfterStopMsDefault = 3_000
const defaultPorts: Readonly<Record<string, number>> = { 'smtp:': 587, 'smtps:': 465 }
const loopbackHosts = ['localhost', '127.0.0.1', '::1']

export function openMailSender({
  url,
  from,
  ca,
  timeoutMs = timeoutMsDefault,
  replyAfterStopMs = replyAfterStopMsDefault,
}: MailSenderOptions): MailSender {
  const { protocol, hostname: name, port, username, password } = new URL(url)
  // URLs of this scheme keep their capitals.
  const host = name.replace(/^\[(.*)\]$/, '$1').toLowerCase()
  const isLocal = loopbackHosts.includes(host)
  const server: SmtpServer = {
    host,
    port: port === '' ? (defaultPorts[protocol] ?? 587) : Number(port),
    isSecure: protocol === 'smtps:',
    isLocal,
    ca,
  }
  const login =
    username === '' ? undefined : { user: decodeURIComponent(username), password: decodeURIComponent(password) }

  async function deliver(message: MailMessage, attempt: Attempt): Promise<void> {
    const text = await mailText(message, from)
    const session = await openSmtp(server, attempt.deadline)
    try {
      if (login) await session.signIn(login)
      await session.send({ from, to: message.to }, Readable.from(contentOf(text, attempt)))
      // The message is accepted; what happens to the connection from here on does not matter.
      attempt.endMessage()
      await session.quit().catch(() => undefined)
    } finally {
      session.close()
    }
  }

  return {
    async send(message, stopping): Promise<MailResult> {
      if (!isRecipientAddress(message.to))
        return { kind: 'REFUSED', why: 'the address is not one at a public domain name' }
      if (stopping?.aborted) return { kind: 'STOPPED' }
      const attempt = openAttempt({ timeoutMs, replyAfterStopMs }, stopping)
      try {
        await deliver(message, attempt)
        return { kind: 'SENT' }
      } catch (error) {
        if (attempt.isStopped()) return { kind: 'STOPPED' }
        return { kind: kindOf(error), why: error instanceof Error ? error.message : String(error) }
      } finally {
        attempt.close()
      }
    },
  }
}

interface Attempt {
  readonly deadline: AbortSignal
  /** From here on the server may deliver the message, whatever happens to the connection. */
  beginMessage(): void
  endMessage(): void
  /** The gateway has stopped before the server got the message. */
  isStopped(): boolean
  close(): void
}

/**
 * Ends in time, and sooner when the gateway stops: at once while the server has no message, which is sent later, and after a moment
 * while its reply to the whole message is missing, since it would get that twice.
 */
function openAttempt(
  { timeoutMs, replyAfterStopMs }: Required<Pick<MailSenderOptions, 'timeoutMs' | 'replyAfterStopMs'>>,
  stopping: AbortSignal | undefined,
): Attempt {
  const stop = new AbortController()
  let phase: 'BEFORE' | 'MESSAGE' | 'AFTER' = 'BEFORE'
  let timer: NodeJS.Timeout | undefined
  const onStop = () => {
    if (phase === 'MESSAGE') timer = setTimeout(() => stop.abort(), replyAfterStopMs)
    else stop.abort()
  }
  stopping?.addEventListener('abort', onStop, { once: true })
  return {
    deadline: AbortSignal.any([AbortSignal.timeout(timeoutMs), stop.signal]),
    beginMessage() {
      if (stop.signal.aborted) throw new Error('the gateway stops')
      phase = 'MESSAGE'
    },
    endMessage() {
      phase = 'AFTER'
      if (stopping?.aborted) stop.abort()
    },
    isStopped: () => phase === 'BEFORE' && stop.signal.aborted,
    close() {
      stopping?.removeEventListener('abort', onStop)
      clearTimeout(timer)
    },
  }
}

/** Read when the server is ready for it. */
function* contentOf(text: Buffer, attempt: Attempt): Iterable<Buffer> {
  attempt.beginMessage()
  yield text
}

function kindOf(error: unknown): 'REFUSED' | 'DEFERRED' | 'FAILED' {
  // After 421 the server closes the connection, whatever the command was.
  if (!(error instanceof SmtpRefusal && error.isAboutMessage) || error.code === 421) return 'FAILED'
  return error.code >= 500 ? 'REFUSED' : 'DEFERRED'
}

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

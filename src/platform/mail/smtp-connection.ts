// A connection to a mail server until a deadline. The socket is opened and closed here; nodemailer speaks SMTP on it.
import { connect as connectPlain, isIP, type Socket } from 'node:net'
import { hostname } from 'node:os'
import type { Readable } from 'node:stream'
import { connect as connectTls } from 'node:tls'

/** The server's reply was not the expected one. The reply itself is left out: it may contain addresses. */
export class SmtpRefusal extends Error {
  readonly code: number
  /** It is about the recipient or the message, rather than about the connection or the sender. */
  readonly isAboutMessage: boolean

  constructor({ code, command, response }: SmtpError) {
    const isMessage = code === 'EMESSAGE'
    const replyCode = Number.parseInt(response ?? '', 10)
    const step = isMessage ? 'the message' : command === 'CONN' ? 'the greeting' : command
    super(`the mail server answered ${Number.isNaN(replyCode) ? 'without a code' : replyCode} to ${step}`)
    this.code = replyCode
    this.isAboutMessage = isMessage || command === 'RCPT TO'
  }
}

/** What nodemailer adds to its errors. */
interface SmtpError extends Error {
  readonly code?: string
  readonly command?: string
  readonly response?: string
}

export interface SmtpServer {
  readonly host: string
  readonly port: number
  /** TLS from the start, rather than by STARTTLS. */
  readonly isSecure: boolean
  /** On this machine: without STARTTLS the connection stays as it is, and with it any certificate will do. */
  readonly isLocal: boolean
  /** An additional authority to trust. */
  readonly ca?: string | undefined
}

export interface SmtpSession {
  signIn(login: { readonly user: string; readonly password: string }): Promise<void>
  /** The message is read when the server is ready for it, and not before. */
  send(envelope: { readonly from: string; readonly to: string }, message: Readable): Promise<void>
  quit(): Promise<void>
  close(): void
}

const replyCharactersMax = 64 * 1024

export async function openSmtp(server: SmtpServer, deadline: AbortSignal): Promise<SmtpSession> {
  const { host, port, isSecure, isLocal } = server
  // Loaded with the first e-mail: most starts send none.
  const { default: SMTPConnection } = await import('nodemailer/lib/smtp-connection')
  const socket = isSecure ? connectTls({ ...tlsOptions(server), port }) : connectPlain({ host, port })
  await opened(socket, isSecure ? 'secureConnect' : 'connect', deadline)
  const connection = new SMTPConnection({
    connection: socket,
    host,
    port,
    secure: isSecure,
    secured: isSecure,
    // For STARTTLS. Mail servers often have a certificate of their own making, and the connection to this machine needs none.
    tls: { ...tlsOptions(server), rejectUnauthorized: !isLocal },
    name: ownName(),
    maxResponseSize: replyCharactersMax,
  })
  const { promise: failure, reject } = Promise.withResolvers<never>()
  // Between two steps nothing waits for it.
  failure.catch(() => undefined)
  connection.on('error', reject)
  deadline.addEventListener('abort', () => reject(lateAnswer()), { once: true })

  async function step(begin: (done: (error?: Error | null) => void) => void): Promise<void> {
    const ended = new Promise<void>((resolve, refuse) => begin((error) => (error ? refuse(error) : resolve())))
    try {
      await Promise.race([failure, ended])
    } catch (error) {
      throw readableError(error as SmtpError)
    }
  }

  function close(): void {
    connection.close()
    socket.destroy()
  }

  try {
    await step((done) => connection.connect(done))
    // A password and a message are sent to another machine only with TLS.
    if (!connection.secure && !isLocal) throw new Error('the mail server does not offer STARTTLS')
  } catch (error) {
    close()
    throw error
  }
  return {
    signIn: ({ user, password }) => step((done) => connection.login({ user, pass: password }, done)),
    send: ({ from, to }, message) => step((done) => connection.send({ from, to: [to] }, message, done)),
    quit: () =>
      step((done) => {
        connection.once('end', () => done())
        connection.quit()
      }),
    close,
  }
}

function tlsOptions({ host, ca }: SmtpServer) {
  return {
    // The certificate has to name it; without it Node expects "localhost" on a socket that is open already.
    host,
    // Servers are asked for names only, not for addresses.
    servername: isIP(host) === 0 ? host : '',
    minVersion: 'TLSv1.2',
    // Set explicitly, since an environment variable could change it for the whole process.
    rejectUnauthorized: true,
    ...(ca !== undefined && { ca: [ca] }),
  } as const
}

function opened(socket: Socket, event: 'connect' | 'secureConnect', deadline: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const onAbort = () => socket.destroy(lateAnswer())
  deadline.addEventListener('abort', onAbort, { once: true })
  socket.once(event, resolve)
  socket.on('error', reject)
  socket.once('close', () => {
    deadline.removeEventListener('abort', onAbort)
    reject(new Error('the mail server closed the connection'))
  })
  return promise
}

function lateAnswer(): Error {
  return new Error('the mail server did not answer in time')
}

/** Without the server's reply, which nodemailer writes into its messages. */
function readableError(error: SmtpError): Error {
  return error.response === undefined ? error : new SmtpRefusal(error)
}

/** As other servers know this machine; an address literal where its name is none. */
function ownName(): string {
  const name = hostname()
  return /^[A-Za-z0-9.-]+$/.test(name) ? name : '[127.0.0.1]'
}

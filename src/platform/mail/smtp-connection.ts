// A connection to a mail server: one command at a time, each with its reply, until a deadline.
import { connect as connectPlain, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'

/** The reply was not the expected one. 5xx is final, except for commands that precede the message. */
export class SmtpRefusal extends Error {
  readonly code: number

  constructor(command: string, code: number) {
    super(`the mail server answered ${code} to ${command}`)
    this.code = code
  }
}

export interface SmtpServer {
  readonly host: string
  readonly port: number
  /** TLS from the start, rather than by STARTTLS. */
  readonly isSecure: boolean
  /** An additional authority to trust. */
  readonly ca?: string
}

export interface SmtpConnection {
  readonly isEncrypted: boolean
  /** Sends a line, and returns the lines of the reply if its code is among these. The name is for messages: lines may be secret. */
  command(name: string, line: string | undefined, expected: readonly number[]): Promise<readonly string[]>
  /** The same connection with TLS; the certificate is checked where it is required. */
  startTls(options: { readonly isCertificateRequired: boolean }): Promise<SmtpConnection>
  close(): void
}

const replyCharactersMax = 64 * 1024

export async function openSmtp(server: SmtpServer, deadline: AbortSignal): Promise<SmtpConnection> {
  const { host, port, isSecure } = server
  const socket = isSecure ? connectTls({ ...tlsOptions(server), port }) : connectPlain({ host, port })
  await opened(socket, isSecure ? 'secureConnect' : 'connect', deadline)
  const connection = connectionOn(socket, server, deadline, isSecure)
  await connection.command('the greeting', undefined, [220])
  return connection
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
  const onAbort = () => socket.destroy(new Error('the mail server did not answer in time'))
  deadline.addEventListener('abort', onAbort, { once: true })
  socket.once(event, resolve)
  socket.once('error', reject)
  socket.once('close', () => {
    deadline.removeEventListener('abort', onAbort)
    reject(new Error('the mail server closed the connection'))
  })
  return promise
}

function connectionOn(socket: Socket, server: SmtpServer, deadline: AbortSignal, isEncrypted: boolean): SmtpConnection {
  let received = ''
  let failure: Error | undefined
  let wake = () => {}
  const onData = (bytes: Buffer) => {
    received += bytes.toString('latin1')
    if (received.length > replyCharactersMax) socket.destroy(new Error('the mail server sent too much'))
    wake()
  }
  const onEnd = (error?: Error) => {
    failure ??= error ?? new Error('the mail server closed the connection')
    wake()
  }
  const onClose = () => onEnd()
  socket.on('data', onData)
  socket.on('error', onEnd)
  socket.on('close', onClose)

  async function reply(): Promise<{ readonly code: number; readonly lines: readonly string[] }> {
    for (;;) {
      // Lines of a longer reply have a hyphen after the code, the last one has not.
      const [whole, last = ''] = /^(?:\d{3}-[^\n]*\n)*(\d{3})(?:[ ][^\n]*)?\r?\n/.exec(received) ?? []
      if (whole !== undefined) {
        received = received.slice(whole.length)
        return {
          code: Number(last),
          lines: whole
            .trimEnd()
            .split(/\r?\n/)
            .map((line) => line.slice(4)),
        }
      }
      if (failure) throw failure
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  }

  return {
    isEncrypted,
    async command(name, line, expected) {
      if (line !== undefined) socket.write(`${line}\r\n`)
      const { code, lines } = await reply()
      if (!expected.includes(code)) throw new SmtpRefusal(name, code)
      return lines
    },
    async startTls({ isCertificateRequired }) {
      // What came before the encryption could have been put there by anyone on the way.
      if (received !== '') throw new Error('the mail server sent more than its reply before TLS')
      socket.off('data', onData)
      socket.off('error', onEnd)
      socket.off('close', onClose)
      const secured = connectTls({ ...tlsOptions(server), rejectUnauthorized: isCertificateRequired, socket })
      await opened(secured, 'secureConnect', deadline)
      return connectionOn(secured, server, deadline, true)
    },
    close: () => socket.destroy(),
  }
}

// A mail server on this machine that records what it is sent, with or without TLS, and refuses what the test says.
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { createSecureContext, TLSSocket } from 'node:tls'
import { type CertificateOptions, certificateFor, makeAuthority } from './tls-server.ts'

export interface ReceivedMail {
  readonly from: string
  readonly to: string
  readonly isEncrypted: boolean
  readonly login: string | undefined
  /** Headers by their names in small letters, unfolded. */
  readonly headers: ReadonlyMap<string, string>
  /** Decoded: of alternatives the plain one. */
  readonly text: string
  /** Decoded; undefined for a message without HTML. */
  readonly html: string | undefined
  /** What the HTML shows, by its content id. */
  readonly images: ReadonlyMap<string, Buffer>
  /** As it was sent, without the dots that were added. */
  readonly raw: string
}

export interface MailServer {
  readonly port: number
  readonly ca: string
  readonly mails: readonly ReceivedMail[]
  /** Every command, in the order in which they came. */
  readonly commands: readonly string[]
  close(): Promise<void>
}

export interface MailServerOptions {
  readonly tls?: 'NONE' | 'STARTTLS' | 'FROM_START'
  /** Where it listens. */
  readonly host?: string
  /** In its certificate; those of this machine otherwise. */
  readonly names?: CertificateOptions['names']
  /** The reply to a command in place of the usual one; undefined for the usual one. */
  readonly reply?: (command: string, times: number) => string | undefined
}

export async function openMailServer({
  tls = 'NONE',
  host = '127.0.0.1',
  names,
  reply = () => undefined,
}: MailServerOptions = {}): Promise<MailServer> {
  const authority = await makeAuthority()
  const { key, cert } = await certificateFor({ issuer: authority, ...(names && { names }) })
  const secureContext = createSecureContext({ key, cert })
  const mails: ReceivedMail[] = []
  const commands: string[] = []
  const sockets = new Set<Socket>()

  const server = createServer((plain) => {
    sockets.add(plain)
    plain.on('error', () => {})
    const first = tls === 'FROM_START' ? new TLSSocket(plain, { isServer: true, secureContext }) : plain
    attend(first, tls === 'FROM_START')
    first.write('220 mail.test ready\r\n')
  })

  function attend(socket: Socket, isEncrypted: boolean): void {
    socket.on('error', () => {})
    let text = ''
    let mail = { from: '', to: '', login: undefined as string | undefined }
    let isData = false
    socket.on('data', (bytes: Buffer) => {
      text += bytes.toString('latin1')
      for (let end = text.indexOf('\r\n'); end >= 0 && !isData; end = text.indexOf('\r\n')) {
        const line = text.slice(0, end)
        text = text.slice(end + 2)
        if (take(line) === 'UPGRADED') return
      }
      const end = isData ? text.indexOf('\r\n.\r\n') : -1
      if (end < 0) return
      isData = false
      const raw = text.slice(0, end + 2).replaceAll(/^\.\./gm, '.')
      text = text.slice(end + 5)
      const other = given('message')
      if (!(other ?? '250').startsWith('2')) return void socket.write(`${other}\r\n`)
      mails.push({ ...mail, isEncrypted, raw, ...readMail(raw) })
      socket.write('250 taken\r\n')
    })

    function given(command: string): string | undefined {
      commands.push(command)
      return reply(
        command.split(/[ :]/)[0] ?? '',
        commands.filter((each) => each.startsWith(command.slice(0, 4))).length,
      )
    }

    function take(line: string): 'UPGRADED' | undefined {
      const other = given(line)
      if (other !== undefined) {
        socket.write(`${other}\r\n`)
        return undefined
      }
      const [, address = ''] = /<(.*)>/.exec(line) ?? []
      const usual: Readonly<Record<string, () => string>> = {
        EHLO: () => `250-mail.test\r\n${tls === 'STARTTLS' && !isEncrypted ? '250-STARTTLS\r\n' : ''}250 AUTH PLAIN`,
        AUTH: () => {
          mail = {
            ...mail,
            login: Buffer.from(line.split(' ')[2] ?? '', 'base64')
              .toString()
              .split('\0')
              .slice(1)
              .join(':'),
          }
          return '235 welcome'
        },
        MAIL: () => {
          mail = { ...mail, from: address }
          return '250 ok'
        },
        RCPT: () => {
          mail = { ...mail, to: address }
          return '250 ok'
        },
        DATA: () => {
          isData = true
          return '354 go on'
        },
        QUIT: () => '221 bye',
        STARTTLS: () => '220 go on',
      }
      const command = line.startsWith('STARTTLS') ? 'STARTTLS' : line.slice(0, 4)
      socket.write(`${usual[command]?.() ?? '500 what'}\r\n`)
      if (command !== 'STARTTLS') return undefined
      socket.removeAllListeners('data')
      attend(new TLSSocket(socket, { isServer: true, secureContext }), true)
      return 'UPGRADED'
    }
  }

  server.listen(0, host)
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    ca: authority.certificatePem,
    mails,
    commands,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

function readMail(raw: string): Pick<ReceivedMail, 'headers' | 'text' | 'html' | 'images'> {
  const { headers, body } = readPart(raw)
  const parts = leavesOf({ headers, body })
  const textOf = (type: string) =>
    parts
      .filter((part) => part.headers.get('content-type')?.startsWith(type))
      .map((part) => Buffer.from(part.body, 'base64').toString('utf8'))[0]
  const images = parts.flatMap((part) => {
    const id = part.headers.get('content-id')?.slice(1, -1)
    return id === undefined ? [] : [[id, Buffer.from(part.body, 'base64')] as const]
  })
  return { headers, text: textOf('text/plain') ?? '', html: textOf('text/html'), images: new Map(images) }
}

interface MailPart {
  readonly headers: ReadonlyMap<string, string>
  readonly body: string
}

function leavesOf({ headers, body }: MailPart): readonly MailPart[] {
  const [, boundary] = /^multipart\/.*boundary="(.*)"$/.exec(headers.get('content-type') ?? '') ?? []
  if (boundary === undefined) return [{ headers, body }]
  const [, ...parts] = `\r\n${body}`.split(`\r\n--${boundary}`)
  return parts
    .filter((part) => part.startsWith('\r\n'))
    .flatMap((part) => leavesOf(readPart(part.slice('\r\n'.length))))
}

function readPart(text: string): MailPart {
  const end = text.indexOf('\r\n\r\n')
  const head = text.slice(0, end)
  const lines = head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n')
  const headers = new Map(
    lines.map((line) => {
      const [name = '', ...value] = line.split(': ')
      return [name.toLowerCase(), decodedWords(value.join(': '))] as const
    }),
  )
  return { headers, body: text.slice(end + '\r\n\r\n'.length) }
}

function decodedWords(value: string): string {
  return value
    .replaceAll(/\?= =\?/g, '?==?')
    .replaceAll(/=\?utf-8\?B\?([^?]*)\?=/gi, (_, text: string) => Buffer.from(text, 'base64').toString('utf8'))
}

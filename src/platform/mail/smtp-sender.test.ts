import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { describe, it } from 'node:test'
import { type MailServer, type MailServerOptions, openMailServer } from '../../../test/support/sites/mail-server.ts'
import type { MailMessage } from './mail.ts'
import { mailText, openMailSender } from './smtp-sender.ts'

const from = 'receipts@pay.example'
/** An address of this machine that is not among those that need no TLS. */
const elsewhere = { host: '127.0.0.2' }
const message: MailMessage = {
  to: 'jane@payer.example',
  fromName: 'Käse & Söhne',
  subject: 'Payment complete: Käse & Söhne, the best cheese of the whole region',
  text: 'Thank you.\n.\nAmount: 12,34 €\n',
  id: 'SHOP1.reference-1',
  at: new Date('2026-11-17T05:00:00Z'),
}

async function withServer(options: MailServerOptions, use: (server: MailServer) => Promise<void>): Promise<void> {
  const server = await openMailServer(options)
  try {
    await use(server)
  } finally {
    await server.close()
  }
}

/** The gateway stops when the server gets this. */
function stopsAt(step: string, stopping: AbortController) {
  return (command: string): undefined => {
    if (command === step) stopping.abort()
  }
}

describe('an e-mail', () => {
  for (const [tls, scheme] of [
    ['NONE', 'smtp'],
    ['STARTTLS', 'smtp'],
    ['FROM_START', 'smtps'],
  ] as const)
    it(`is sent to a mail server on this machine (${tls})`, () =>
      withServer({ tls }, async ({ port, ca, mails }) => {
        const sender = openMailSender({ url: `${scheme}://us%40er:p%3Aw@127.0.0.1:${port}`, from, ca })
        assert.deepEqual(await sender.send(message), { kind: 'SENT' })
        const [mail] = mails
        assert.equal(mails.length, 1)
        assert.deepEqual(
          [mail?.from, mail?.to, mail?.isEncrypted, mail?.login],
          [from, 'jane@payer.example', tls !== 'NONE', 'us@er:p:w'],
        )
        assert.equal(mail?.text, message.text.replaceAll('\n', '\r\n'))
        assert.equal(mail?.headers.get('subject'), message.subject)
        assert.equal(mail?.headers.get('from'), 'Käse & Söhne <receipts@pay.example>')
        assert.equal(mail?.headers.get('date'), 'Tue, 17 Nov 2026 05:00:00 +0000')
        assert.equal(mail?.headers.get('message-id'), '<SHOP1.reference-1@pay.example>')
      }))

  it('has HTML beside its text, whose pictures are parts of the message', () =>
    withServer({}, async ({ port, mails }) => {
      const content = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10, 13, 10, 46, 13, 10])
      const html = {
        text: '<p>Käse\n.\n--=_related_--</p>\n',
        images: [{ id: 'logo', contentType: 'image/png', content }],
      } as const
      const sender = openMailSender({ url: `smtp://127.0.0.1:${port}`, from })
      assert.deepEqual(await sender.send({ ...message, html }), { kind: 'SENT' })
      assert.deepEqual(await sender.send({ ...message, html: { ...html, images: [] } }), { kind: 'SENT' })
      const [withLogo, without] = mails
      assert.match(withLogo?.headers.get('content-type') ?? '', /^multipart\/alternative;/)
      for (const mail of [withLogo, without]) {
        assert.equal(mail?.text, message.text.replaceAll('\n', '\r\n'))
        assert.equal(mail?.html, html.text.replaceAll('\n', '\r\n'))
        assert.ok(mail?.raw.split('\r\n').every((line) => line.length <= 100 && /^[\x20-\x7e]*$/.test(line)))
      }
      assert.deepEqual([...(withLogo?.images ?? [])], [['logo', content]])
      assert.equal(without?.images.size, 0)
      // The plain text comes first: programs show the last one that they can.
      assert.ok((withLogo?.raw.indexOf('text/plain') ?? 0) < (withLogo?.raw.indexOf('text/html') ?? 0))
    }))

  it('is not sent to a server whose certificate is not trusted', () =>
    withServer({ tls: 'FROM_START' }, async ({ port, mails, commands }) => {
      const result = await openMailSender({ url: `smtps://u:p@127.0.0.1:${port}`, from }).send(message)
      assert.equal(result.kind, 'FAILED')
      assert.deepEqual([mails, commands], [[], []])
    }))

  it('is sent with STARTTLS to a server named by an address that its certificate names', () =>
    withServer({ tls: 'STARTTLS', ...elsewhere, names: [{ type: 'ip', value: elsewhere.host }] }, async (server) => {
      const url = `smtp://u:p@${elsewhere.host}:${server.port}`
      assert.deepEqual(await openMailSender({ url, from, ca: server.ca }).send(message), { kind: 'SENT' })
      assert.deepEqual(
        server.mails.map(({ isEncrypted, login }) => [isEncrypted, login]),
        [[true, 'u:p']],
      )
    }))

  it('is not sent with STARTTLS where the certificate names only localhost, or is not trusted', async () => {
    for (const [value, isTrusted, why] of [
      ['localhost', true, /does not match certificate's altnames/],
      [elsewhere.host, false, /certificate/],
    ] as const) {
      const names = [{ type: value === 'localhost' ? 'dns' : 'ip', value }] as const
      await withServer({ tls: 'STARTTLS', ...elsewhere, names }, async ({ port, ca, mails, commands }) => {
        const url = `smtp://u:p@${elsewhere.host}:${port}`
        const result = await openMailSender({ url, from, ...(isTrusted && { ca }) }).send(message)
        assert.equal(result.kind, 'FAILED', value)
        assert.match(result.why, why)
        assert.deepEqual([mails, commands.map((command) => command.slice(0, 4))], [[], ['EHLO', 'STAR']])
      })
    }
  })

  it('is sent to a server on this machine whatever certificate STARTTLS has, since it would be sent without TLS, too', () =>
    withServer({ tls: 'STARTTLS' }, async ({ port, mails }) => {
      const sender = openMailSender({ url: `smtp://u:p@127.0.0.1:${port}`, from })
      assert.deepEqual(await sender.send(message), { kind: 'SENT' })
      assert.deepEqual(
        mails.map(({ isEncrypted, login }) => [isEncrypted, login]),
        [[true, 'u:p']],
      )
    }))

  it('is not sent without TLS to another machine, and no password is', () =>
    withServer({ tls: 'NONE', ...elsewhere }, async ({ port, commands }) => {
      const result = await openMailSender({ url: `smtp://u:p@${elsewhere.host}:${port}`, from }).send(message)
      assert.deepEqual(result, { kind: 'FAILED', why: 'the mail server does not offer STARTTLS' })
      assert.deepEqual(
        commands.map((command) => command.slice(0, 4)),
        ['EHLO'],
      )
    }))

  it('cannot get other headers, recipients or commands from its texts', () =>
    withServer({}, async ({ port, mails, commands }) => {
      const sender = openMailSender({ url: `smtp://127.0.0.1:${port}`, from })
      const evil = 'x\r\nBcc: all@payer.example\r\n\r\n.\r\nRCPT TO:<all@payer.example>'
      for (const to of [evil, 'root@localhost', 'root@127.0.0.1'])
        assert.equal((await sender.send({ ...message, to })).kind, 'REFUSED')
      assert.equal(commands.length, 0, 'the server was not even asked')
      assert.deepEqual(await sender.send({ ...message, fromName: evil, subject: evil, text: evil, id: evil }), {
        kind: 'SENT',
      })
      assert.equal(mails.length, 1)
      assert.equal(mails[0]?.headers.has('bcc'), false)
      assert.equal(mails[0]?.text, evil)
      assert.equal(commands.filter((command) => command.startsWith('RCPT')).length, 1)
    }))

  it('is given up where the server refuses its recipient, and tried again later otherwise', async () => {
    for (const [command, reply, kind] of [
      ['RCPT', '550 no such user', 'REFUSED'],
      ['RCPT', '550-<jane@payer.example>\r\n550 no such user', 'REFUSED'],
      ['RCPT', '450 later', 'DEFERRED'],
      ['RCPT', '421 closing', 'FAILED'],
      ['message', '554 spam', 'REFUSED'],
      ['message', '451 later for jane@payer.example', 'DEFERRED'],
      ['AUTH', '535 wrong password', 'FAILED'],
      ['MAIL', '550 not you', 'FAILED'],
      ['EHLO', '421 busy', 'FAILED'],
      ['EHLO', 'jane@payer.example', 'FAILED'],
    ] as const)
      await withServer({ reply: (name) => (name === command ? reply : undefined) }, async ({ port, mails }) => {
        const result = await openMailSender({ url: `smtp://u:p@127.0.0.1:${port}`, from }).send(message)
        assert.equal(result.kind, kind, `${command} ${reply}`)
        assert.ok(!JSON.stringify(result).includes('payer.example'), 'the reason names no address')
        assert.deepEqual(mails, [])
      })
  })

  it('does not wait for a silent server, nor for one that never stops talking', async () => {
    const server = createServer((socket) => socket.on('error', () => {})).listen(0, '127.0.0.1')
    await new Promise((done) => server.once('listening', done))
    const { port } = server.address() as { port: number }
    const sender = openMailSender({ url: `smtp://127.0.0.1:${port}`, from, timeoutMs: 200 })
    assert.deepEqual(await sender.send(message), { kind: 'FAILED', why: 'the mail server did not answer in time' })
    server.once('connection', (socket) => socket.write('220-talk\r\n'.repeat(10_000)))
    assert.equal((await sender.send(message)).kind, 'FAILED')
    server.close()
  })

  it('does not wait for a server that promises TLS and is silent then, and closes the connection', async () => {
    const replies: Readonly<Record<string, string>> = { EHLO: '250-mail.test\r\n250 STARTTLS', STAR: '220 go on' }
    const closed: Promise<unknown>[] = []
    const server = createServer((socket) => {
      socket.on('error', () => {}).write('220 mail.test\r\n')
      closed.push(once(socket, 'close'))
      socket.on('data', (bytes: Buffer) => {
        const reply = replies[bytes.toString('latin1', 0, 4)]
        if (reply !== undefined) socket.write(`${reply}\r\n`)
      })
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const sender = openMailSender({ url: `smtp://127.0.0.1:${port}`, from, timeoutMs: 200 })
    assert.deepEqual(await sender.send(message), { kind: 'FAILED', why: 'the mail server did not answer in time' })
    assert.equal(closed.length, 1)
    await Promise.all(closed)
    server.close()
  })

  it('is left for later, at once, when the gateway stops before the server has it', async () => {
    for (const step of ['EHLO', 'MAIL', 'RCPT', 'DATA']) {
      const stopping = new AbortController()
      await withServer({ reply: stopsAt(step, stopping) }, async ({ port, mails }) => {
        const sender = openMailSender({ url: `smtp://127.0.0.1:${port}`, from })
        assert.deepEqual(await sender.send(message, stopping.signal), { kind: 'STOPPED' }, step)
        assert.deepEqual(mails, [])
        assert.deepEqual(await sender.send(message, stopping.signal), { kind: 'STOPPED' }, 'nothing begins any more')
      })
    }
  })

  it('is left for later when the gateway stops while the server is silent', async () => {
    const stopping = new AbortController()
    const server = createServer(() => stopping.abort()).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    try {
      const sender = openMailSender({ url: `smtp://127.0.0.1:${port}`, from })
      assert.deepEqual(await sender.send(message, stopping.signal), { kind: 'STOPPED' })
    } finally {
      server.close()
    }
  })

  it('counts as sent when the server takes it while the gateway stops, without waiting for the farewell', async () => {
    const stopping = new AbortController()
    await withServer({ reply: stopsAt('message', stopping) }, async ({ port, mails }) => {
      const sender = openMailSender({ url: `smtp://127.0.0.1:${port}`, from })
      assert.deepEqual(await sender.send(message, stopping.signal), { kind: 'SENT' })
      assert.equal(mails.length, 1)
    })
  })

  it('is tried again when a server that has it does not answer a gateway that stops', async () => {
    const stopping = new AbortController()
    const reply = stopsAt('message', stopping)
    // A line of a longer reply: the last one does not come.
    await withServer(
      { reply: (command) => reply(command) ?? (command === 'message' ? '354-wait' : undefined) },
      async (server) => {
        const sender = openMailSender({ url: `smtp://127.0.0.1:${server.port}`, from, replyAfterStopMs: 20 })
        const result = await sender.send(message, stopping.signal)
        assert.equal(result.kind, 'FAILED')
      },
    )
  })

  it('fails where there is no server', async () => {
    assert.equal((await openMailSender({ url: 'smtp://127.0.0.1:1', from }).send(message)).kind, 'FAILED')
  })
})

describe('the text of an e-mail', () => {
  it('has short lines of ASCII, and no line that ends the message', async () => {
    const text = await mailText({ ...message, text: `${'.\n'.repeat(100)}ü` }, from)
    for (const line of String(text).split('\r\n')) {
      assert.match(line, /^[ -~]{0,78}$/)
      assert.ok(!line.startsWith('.'))
    }
    await assert.rejects(mailText({ ...message, to: 'jane@payer.example\r\nBcc: x@y' }, from))
  })
})

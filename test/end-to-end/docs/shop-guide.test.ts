// The programs of the guide "A shop in 15 minutes", as a reader copies them: started, paid at, and given notifications.
import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { merchantId } from '../../support/clients/client.ts'
import { openScriptlessBrowser } from '../../support/clients/scriptless-browser.ts'
import { testPassword } from '../../support/gateway/database.ts'
import type { TestGateway } from '../../support/gateway/gateway.ts'
import { sharedGateway } from '../../support/gateway/shared-gateway.ts'

const guide = resolve(import.meta.dirname, '../../../docs/guides/a-shop-in-15-minutes.md')
const signingSecret = Buffer.alloc(24, 5).toString('base64')

const programs = [
  { language: 'ts', file: 'shop.ts', command: process.execPath },
  { language: 'python', file: 'shop.py', command: 'python3' },
] as const

/** Of a brand whose cards are not enrolled for payer authentication. */
const card = {
  ...{ cardNumber: '5111111111111118', expiryMonth: '01', expiryYear: '39', securityCode: '100' },
}

let gateway: TestGateway
let folder: string
before(async () => {
  gateway = await sharedGateway()
  folder = await mkdtemp(join(tmpdir(), 'tg-shop-'))
})
after(() => rm(folder, { recursive: true, force: true }))

async function freePort(): Promise<number> {
  const server = createServer().listen(0, 'localhost')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

async function startShop({ language, file, command }: (typeof programs)[number]) {
  const text = await readFile(guide, 'utf8')
  const [, program = ''] = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(text) ?? []
  await writeFile(join(folder, file), program)
  const port = await freePort()
  const child: ChildProcess = spawn(command, [file], {
    cwd: folder,
    env: {
      ...{
        PATH: process.env['PATH'],
        HOME: process.env['HOME'],
        NO_PROXY: '*',
        PORT: String(port),
        MERCHANT: merchantId,
      },
      ...{ GATEWAY_URL: gateway.listeners.httpUrl, GATEWAY_PAGES_URL: gateway.listeners.httpsUrl },
      ...{ TOLLGATE_PASSWORD: testPassword, WEBHOOK_SECRET: `whsec_${signingSecret}` },
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const ended = once(child, 'exit').then(() => assert.fail(`${file} has ended`))
  await Promise.race([once(child.stdout ?? assert.fail(), 'data'), ended])
  ended.catch(() => undefined)
  return { child, url: `http://localhost:${port}` }
}

function notify(url: string, differences: Readonly<Record<string, string>> = {}): Promise<Response> {
  const body = '{"order":{"description":"Tee für zwei"}}'
  const time = String(Math.floor(Date.now() / 1000))
  const signature = createHmac('sha256', Buffer.from(signingSecret, 'base64'))
    .update(`id-1.${time}.${body}`)
    .digest('base64')
  const signed = { 'webhook-id': 'id-1', 'webhook-timestamp': time, 'webhook-signature': `v1,AAAA v1,${signature}` }
  return fetch(`${url}/webhook`, { method: 'POST', body, headers: { ...signed, ...differences } })
}

describe('the shop of the guide', () => {
  for (const program of programs)
    it(`in ${program.language} sells, believes no return without its indicator, and takes signed notifications only`, async (t) => {
      if (spawnSync(program.command, ['--version']).status !== 0) return t.skip(`needs ${program.command}`)
      const { child, url } = await startShop(program)
      try {
        assert.match(await (await fetch(url)).text(), /<h1>Tea shop<\/h1>/)
        const sent = await fetch(`${url}/buy`, { method: 'POST', redirect: 'manual' })
        assert.equal(sent.status, 303)
        const browser = openScriptlessBrowser()
        await browser.goto(sent.headers.get('location') ?? assert.fail())
        assert.match(browser.text, /12\.50/)
        for (const [field, value] of Object.entries(card)) browser.fill(field, value)
        await browser.press('Pay ')
        assert.equal(browser.heading, 'Paid 12.5 USD', browser.url)
        const order = new URL(browser.url).searchParams.get('order')
        assert.match(await (await fetch(`${url}/done?order=${order}`)).text(), /<h1>Not paid<\/h1>/)
        assert.match(await (await fetch(`${url}/done?order=${order}&resultIndicator=0`)).text(), /<h1>Not paid<\/h1>/)
        assert.equal((await notify(url)).status, 200)
        assert.equal((await notify(url, { 'webhook-signature': 'v1,AAAA' })).status, 401)
        assert.equal((await notify(url, { 'webhook-timestamp': '1' })).status, 401)
      } finally {
        const exited = once(child, 'exit')
        child.kill()
        await exited
      }
    })
})

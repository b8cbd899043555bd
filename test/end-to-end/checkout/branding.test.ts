// How a merchant's payment pages look: its colour, font and logo, from the profile and from the session.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import { removePageLogo, setPageLogo } from '../../../src/merchants/operations/page-logo.ts'
import { newMerchantProfile } from '../../../src/merchants/rules/new-merchant-profile.ts'
import { ensureDevelopmentCertificates } from '../../../src/platform/certificates/development-ca.ts'
import { eventually, until } from '../../support/checks/poll.ts'
import { type ApiResponse, send } from '../../support/clients/client.ts'
import { newCheckout, openPayer } from '../../support/clients/payer.ts'
import { boardMerchant, testerStamp } from '../../support/fixtures/merchants.ts'
import type { TestGateway } from '../../support/gateway/gateway.ts'
import { sharedGateway } from '../../support/gateway/shared-gateway.ts'
import { openTlsServer } from '../../support/sites/tls-server.ts'

/** The smallest PNG: one transparent pixel. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

let gateway: TestGateway
before(async () => {
  gateway = await sharedGateway()
})

const get = (path: string) => send(gateway.listeners.httpUrl ?? '', { path, login: null })
const sheetsIn = ({ text }: ApiResponse) =>
  [...text.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(([, path = '']) => path)

async function pageOf(merchant: string, interaction: object = {}): Promise<ApiResponse> {
  const { sessionId } = await newCheckout(gateway, { merchant, interaction })
  return openPayer(gateway, sessionId).open()
}

describe("a merchant's payment page", () => {
  it('has the colour and font of the profile, in a style sheet of the gateway', async () => {
    const { id } = await boardMerchant(gateway, { profile: { pageColour: '#0a5cff', pageFont: 'SERIF' } })
    const page = await pageOf(id)
    const path = sheetsIn(page).at(-1) ?? ''
    assert.match(path, /^\/checkout\/assets\/[0-9a-f]{16}\/brand\/0a5cff-serif\.css$/)
    const sheet = await get(path)
    assert.equal(sheet.status, 200)
    assert.match(String(sheet.headers['content-type']), /^text\/css/)
    assert.match(String(sheet.headers['cache-control']), /immutable/)
    assert.match(sheet.text, /--accent: light-dark\(#0a5cff, /)
    assert.equal((await get(path.replace('0a5cff', '0A5CFF'))).status, 404)
  })

  it('has what the session says in place of the profile', async () => {
    const { id } = await boardMerchant(gateway, { profile: { pageColour: '#0a5cff', pageFont: 'SERIF' } })
    const page = await pageOf(id, { theme: 'dark #FC0' })
    assert.match(page.text, /<html [^>]*data-theme="dark"/)
    assert.match(sheetsIn(page).at(-1) ?? '', /\/brand\/ffcc00-serif\.css$/)
  })

  it('looks like the gateway itself without either, and with words that are no theme', async () => {
    const { id } = await boardMerchant(gateway)
    const { pageColour, pageFont } = newMerchantProfile(id, { adapter: 'simulator', acquirerId: 'A' })
    assert.deepEqual([pageColour, pageFont], ['DEFAULT', 'SYSTEM'])
    for (const page of [await pageOf(id), await pageOf(id, { theme: 'brand/x.css"><style>' })])
      assert.equal(sheetsIn(page).length, 3)
  })

  it('shows the uploaded logo from the gateway itself, and no longer when it is removed', async () => {
    const { id } = await boardMerchant(gateway)
    const dependencies = { merchants: gateway.administration.merchants, pageLogos: gateway.dependencies.pageLogos }
    const set = await setPageLogo(id, picture, testerStamp(), dependencies)
    assert.equal(set.kind, 'CHANGED')
    const logoIn = ({ text }: ApiResponse) => /<img class="logo" src="([^"]+)"/.exec(text)?.[1]
    const shown = await eventually(
      () => pageOf(id),
      (response) => logoIn(response)?.startsWith(`/checkout/logos/${id}/`) === true,
    )
    assert.match(String(shown.headers['content-security-policy']), /img-src 'self';/, 'from no other origin')
    const path = logoIn(shown) ?? ''
    const logo = await get(path)
    assert.deepEqual([logo.status, logo.headers['content-type']], [200, 'image/png'])
    assert.match(String(logo.headers['content-security-policy']), /default-src 'none'/)
    assert.equal(logo.headers['x-content-type-options'], 'nosniff')
    assert.equal((await removePageLogo(id, testerStamp(), dependencies)).kind, 'CHANGED')
    await until(async () => logoIn(await pageOf(id)) === undefined, 'the page has no logo')
    assert.equal((await get(path)).status, 404)
  })

  it('shows the logo that the session names through the gateway, or else the uploaded one', async () => {
    const tls = await ensureDevelopmentCertificates(join(gateway.dataDir, 'tls'), { now: new Date() })
    const [key, cert] = await Promise.all([
      readFile(tls.serverKeyFile, 'utf8'),
      readFile(tls.serverCertificateFile, 'utf8'),
    ])
    const shop = await openTlsServer({ key, cert }, (response, { url }) =>
      response.writeHead(url === '/logo.png' ? 200 : 404).end(picture),
    )
    const at = (path: string) => ({ merchant: { logo: `https://127.0.0.1:${shop.port}${path}` } })
    const { id } = await boardMerchant(gateway)
    const page = await pageOf(id, at('/logo.png'))
    const path = /<img class="logo" src="([^"]+)"/.exec(page.text)?.[1] ?? ''
    assert.match(path, /^\/checkout\/pay\/SESSION\w+\/logo$/)
    assert.match(String(page.headers['content-security-policy']), /img-src 'self';/)
    assert.ok(!page.text.includes(String(shop.port)), 'the page names no address of the shop')
    const logo = await get(path)
    assert.deepEqual([logo.status, logo.headers['content-type']], [200, 'image/png'])
    assert.match(String(logo.headers['content-security-policy']), /default-src 'none'/)
    assert.match(String(logo.headers['cache-control']), /^private/)

    const missing = await pageOf(id, at('/missing.png'))
    const missingPath = /<img class="logo" src="([^"]+)"/.exec(missing.text)?.[1] ?? ''
    assert.equal((await get(missingPath)).status, 404)
    const dependencies = { merchants: gateway.administration.merchants, pageLogos: gateway.dependencies.pageLogos }
    await setPageLogo(id, picture, testerStamp(), dependencies)
    const uploaded = await eventually(
      () => get(missingPath),
      ({ status }) => status === 303,
    )
    assert.match(String(uploaded.headers['location']), new RegExp(`^/checkout/logos/${id}/`))
    assert.equal((await get(path.replace(/SESSION\w{4}/, 'SESSION0000'))).status, 404)
    await shop.close()
  })

  it('does not show a logo that was changed in the table alone', async () => {
    const { id } = await boardMerchant(gateway)
    const dependencies = { merchants: gateway.administration.merchants, pageLogos: gateway.dependencies.pageLogos }
    const set = await setPageLogo(id, picture, testerStamp(), dependencies)
    const path = `/checkout/logos/${id}/${set.kind === 'CHANGED' ? set.profile.pageLogo : ''}`
    await until(async () => (await get(path)).status === 200, 'the logo is shown')
    await gateway.query("update page_logos set content = content || '\\x00' where merchant_id = $1", [id])
    assert.equal((await get(path)).status, 404)
  })

  it('has no logo that could carry scripts', async () => {
    const { id } = await boardMerchant(gateway)
    const dependencies = { merchants: gateway.administration.merchants, pageLogos: gateway.dependencies.pageLogos }
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
    assert.deepEqual(await setPageLogo(id, svg, testerStamp(), dependencies), {
      kind: 'REFUSED',
      fault: 'NOT_A_PICTURE',
    })
  })
})

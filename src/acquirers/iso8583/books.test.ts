// The records of a host: only from where links may lead, and no more than a page has.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, it, type TestContext } from 'node:test'
import { readAcquirerHosts } from '../../kernel/acquirer-hosts.ts'
import { refuseUnlisted } from '../permitted-address.ts'
import { openBooks } from './books.ts'

const entry = {
  reference: 'R1',
  kind: 'PAY',
  currency: '840',
  standingMinor: '1000',
  isApproved: true,
  isReversed: false,
}

async function listBooks(t: TestContext, answer: RequestListener, hosts: readonly string[] = ['localhost']) {
  let requests = 0
  const server = createServer((request, response) => {
    requests += 1
    answer(request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const books = openBooks(`http://localhost:${port}`, refuseUnlisted(readAcquirerHosts(hosts)))
  const listed = books.list({ acquirerMerchantId: 'SHOP 1', afterReference: 'R0', limit: 5 })
  return { listed, requests: () => requests }
}

const refusal = (message: RegExp) => (error: unknown) =>
  error instanceof Error && error.name === 'BooksUnavailableError' && message.test(error.message)

describe('the books of a host', () => {
  it('are asked for page by page', async (t) => {
    let asked: string | undefined
    const { listed } = await listBooks(t, (request, response) => {
      asked = request.url
      response.end(JSON.stringify({ entries: [entry] }))
    })
    assert.deepEqual((await listed)[0], {
      ...{ reference: 'R1', kind: 'PAY', currency: 'USD', standingMinor: 1000n },
      ...{ isApproved: true, isReversed: false, timesAsked: undefined },
    })
    assert.equal(asked, '/books?merchant=SHOP+1&limit=5&after=R0')
  })

  it('are not asked for where links may not lead, whatever the name leads to', async (t) => {
    const { listed, requests } = await listBooks(t, (_, response) => response.end('{"entries":[]}'), ['203.0.113.0/24'])
    await assert.rejects(listed, refusal(/localhost \([0-9a-f.:]+\) is not among the hosts/))
    assert.equal(requests(), 0)
  })

  it('are not read beyond the size of a page, nor at another address, nor when they are no JSON', async (t) => {
    const endless = await listBooks(t, (_, response) => {
      const write = () => {
        while (response.write('x'.repeat(65_536)));
        response.once('drain', write)
      }
      write()
    })
    await assert.rejects(endless.listed, refusal(/larger than 4194304 bytes/))
    const elsewhere = await listBooks(t, (_, response) => response.writeHead(302, { location: '/other' }).end())
    await assert.rejects(elsewhere.listed, refusal(/HTTP 302/))
    assert.equal(elsewhere.requests(), 1)
    const broken = await listBooks(t, (_, response) => response.end('{"entries":'))
    await assert.rejects(broken.listed, refusal(/cannot be read/))
    const cut = await listBooks(t, (_, response) => {
      response.write('{"entries":[', () => response.destroy())
    })
    await assert.rejects(cut.listed, refusal(/cannot be read/))
  })
})

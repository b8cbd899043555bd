// Bytes that are hardly HTTP, clients that are slow, idle or gone: the gateway answers what it can and keeps working.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { connect as connectTls } from 'node:tls'
import { assertErrorShape } from '../../support/checks/error-shape.ts'
import { apiPath, newOrderId, send, verifyBody } from '../../support/clients/client.ts'
import { exchange, exchangeOne, open, parseResponses, putRequest, requestHead } from '../../support/clients/raw.ts'
import { holdAcquirer, untilAttemptRecorded } from '../../support/faults/slow-database.ts'
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts'

let gateway: TestGateway
let impatient: TestGateway
before(async () => {
  gateway = await startGateway()
  impatient = await startGateway({ TOLLGATE_HEADER_TIMEOUT_MS: '150', TOLLGATE_BODY_TIMEOUT_MS: '150' })
})
after(async () => {
  for (const each of [gateway, impatient]) {
    const { status } = await send(each.listeners.httpUrl ?? '', { path: '/health/ready' })
    assert.equal(status, 200, 'the gateway is as ready as before')
    await each.stop()
  }
})

const url = () => gateway.listeners.httpUrl ?? ''
const verification = JSON.stringify(verifyBody())

function putLine(orderId = newOrderId(), protocol = 'HTTP/1.1'): string {
  return `PUT ${apiPath(`/order/${orderId}/transaction/1`)} ${protocol}`
}

async function assertNoOrder(orderId: string): Promise<void> {
  const { body } = await send(url(), { path: apiPath(`/order/${orderId}`) })
  assert.match(body.error.explanation, /There is no order/)
}

describe('bytes that are not HTTP', () => {
  const garbage: Readonly<Record<string, string | Buffer>> = {
    'a line of words': 'hello gateway\r\n\r\n',
    'a TLS hello': Buffer.from('160301020001000100', 'hex'),
    'random bytes': Buffer.from(Array.from({ length: 2000 }, (_, index) => (index * 7919) % 256)),
    'NUL bytes': Buffer.alloc(100),
    'the beginning of HTTP/2': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    'an unknown method': 'FETCH / HTTP/1.1\r\nHost: a\r\n\r\n',
    'a method in small letters': 'get / HTTP/1.1\r\nHost: a\r\n\r\n',
    'a path with a space': 'GET /a b HTTP/1.1\r\nHost: a\r\n\r\n',
    'a path in raw UTF-8': 'GET /ö HTTP/1.1\r\nHost: a\r\n\r\n',
    'an unknown protocol': 'GET / SMTP/1.1\r\nHost: a\r\n\r\n',
    'lines that end in LF only': 'GET /health/live HTTP/1.1\nHost: a\n\n',
    'no Host': 'GET /health/live HTTP/1.1\r\n\r\n',
    'two Hosts': 'GET /health/live HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n',
    'a header without a colon': 'GET /health/live HTTP/1.1\r\nHost: a\r\nnonsense\r\n\r\n',
    'a header with a NUL': 'GET /health/live HTTP/1.1\r\nHost: a\r\nX: a\0b\r\n\r\n',
    'a header that goes on in the next line': 'GET /health/live HTTP/1.1\r\nHost: a\r\nX: a\r\n b\r\n\r\n',
    'a tunnel': 'CONNECT localhost:443 HTTP/1.1\r\nHost: localhost:443\r\n\r\n',
  }
  for (const [name, bytes] of Object.entries(garbage)) {
    it(`${name}: answered with 400 in the error shape`, async () => {
      const response = await exchangeOne(url(), bytes)
      assert.equal(response.status, 400)
      assert.equal(response.headers['connection'], 'close')
      assert.deepEqual(assertErrorShape(response), {
        cause: 'INVALID_REQUEST',
        explanation: 'The request is not valid HTTP.',
      })
    })
  }

  it('over TLS are answered the same way', async () => {
    for (const url of [gateway.listeners.httpsUrl, gateway.listeners.mtlsUrl]) {
      const socket = connectTls({ host: 'localhost', port: Number(new URL(url).port), rejectUnauthorized: false })
      socket.write('garbage\r\n\r\n')
      const [response] = parseResponses(await text(socket))
      assert.equal(response?.status, 400)
    }
  })

  it('without TLS at a listener with TLS are cut off', async () => {
    const socket = open(gateway.listeners.httpsUrl)
    socket.write('GET /health/live HTTP/1.1\r\nHost: a\r\n\r\n')
    assert.doesNotMatch(await text(socket).catch(() => ''), /HTTP/)
  })
})

describe('a length that can be read in two ways', () => {
  // Each of these has let one request hide inside another, where two servers in a row disagreed on its end.
  const headers: Readonly<Record<string, readonly string[]>> = {
    'two lengths that differ': ['Content-Length: 5', 'Content-Length: 6'],
    'two lengths that agree': ['Content-Length: 5', 'Content-Length: 5'],
    'a list of lengths': ['Content-Length: 5, 5'],
    'a length beside chunks': ['Content-Length: 5', 'Transfer-Encoding: chunked'],
    'chunks beside a length': ['Transfer-Encoding: chunked', 'Content-Length: 5'],
    'chunks in capitals beside a length': ['TRANSFER-ENCODING: CHUNKED', 'CONTENT-LENGTH: 5'],
    'a length with a sign': ['Content-Length: +5'],
    'a negative length': ['Content-Length: -1'],
    'a length in another base': ['Content-Length: 0x5'],
    'a length that is no number': ['Content-Length: five'],
    'an empty length': ['Content-Length:'],
    'a length beyond all numbers': ['Content-Length: 99999999999999999999999'],
    'an encoding that only looks like chunks': ['Transfer-Encoding: xchunked'],
    'chunks that are not the last encoding': ['Transfer-Encoding: chunked, identity'],
    'chunks twice': ['Transfer-Encoding: chunked', 'Transfer-Encoding: chunked'],
    'a space before the colon': ['Transfer-Encoding : chunked'],
    'a header that goes on in the next line': ['Transfer-Encoding:\r\n chunked'],
  }
  for (const [name, lines] of Object.entries(headers)) {
    it(`${name}: refused, and nothing after it is taken for a request`, async () => {
      const hidden = newOrderId()
      const smuggled = putRequest(hidden, verification)
      for (const body of ['0\r\n\r\n', '{}\r\n\r\n']) {
        const [response, ...more] = await exchange(url(), requestHead(putLine(), ...lines) + body + smuggled)
        assert.equal(response?.status, 400)
        assert.equal(assertErrorShape(response).explanation, 'The request is not valid HTTP.')
        assert.deepEqual(more, [])
      }
      await assertNoOrder(hidden)
    })
  }

  const chunks: Readonly<Record<string, string>> = {
    'a size that is no number': 'zz\r\n{}\r\n0\r\n\r\n',
    'a size with a sign': '+2\r\n{}\r\n0\r\n\r\n',
    'a size beyond all numbers': 'fffffffffffffffff\r\n{}\r\n0\r\n\r\n',
    'a size that is too small': '1\r\n{}\r\n0\r\n\r\n',
    'a size that ends in LF only': '2\n{}\r\n0\r\n\r\n',
  }
  for (const [name, body] of Object.entries(chunks)) {
    it(`${name} in a chunk: refused`, async () => {
      const hidden = newOrderId()
      const request = requestHead(putLine(), 'Transfer-Encoding: chunked') + body + putRequest(hidden, verification)
      const [response, ...more] = await exchange(url(), request)
      assert.deepEqual([response?.status, more], [400, []])
      await assertNoOrder(hidden)
    })
  }

  it('too long for the body: refused when the client has no more to send', async () => {
    const socket = open(url())
    socket.end(requestHead(putLine(), `Content-Length: ${verification.length + 1}`) + verification)
    const responses = parseResponses(await text(socket))
    assert.deepEqual(
      responses.map(({ status }) => status),
      [400],
    )
  })

  it('too short for the body: the rest is not a request', async () => {
    const length = verification.length - 1
    const responses = await exchange(url(), requestHead(putLine(), `Content-Length: ${length}`) + verification)
    const [first] = responses
    assert.match(first?.body.error.explanation, /^Malformed JSON at character/)
    assert.ok(responses.every(({ status }) => status === 400))
  })
})

describe('headers that are too large', () => {
  const sizes: Readonly<Record<string, () => string>> = {
    'one header of 20,000 characters': () => requestHead(putLine(), `X: ${'x'.repeat(20_000)}`),
    'five thousand headers': () =>
      requestHead(putLine(), ...Array.from({ length: 5000 }, (_, index) => `X-${index}: x`)),
    'a path of 20,000 characters': () => requestHead(`GET ${apiPath(`/order/${'x'.repeat(20_000)}`)} HTTP/1.1`),
    'a header without end': () => `GET / HTTP/1.1\r\nX: ${'x'.repeat(1_000_000)}`,
  }
  for (const [name, bytes] of Object.entries(sizes)) {
    it(`${name}: answered with 431 in the error shape`, async () => {
      const response = await exchangeOne(url(), bytes())
      assert.equal(response.status, 431)
      const { cause, explanation, ...more } = assertErrorShape(response)
      assert.deepEqual([cause, more], ['INVALID_REQUEST', {}])
      assert.match(explanation, /headers are too large/)
    })
  }
})

describe('HTTP/1.0', () => {
  it('is served, without Host, and closes after the answer', async () => {
    const line = `GET ${apiPath('/order/nobody')} HTTP/1.0`
    const response = await exchangeOne(url(), requestHead(line).replace('Host: localhost\r\n', ''))
    assert.match(response.body.error.explanation, /There is no order/)
    assert.equal(response.headers['connection'], 'close')
    const put = requestHead(putLine(newOrderId(), 'HTTP/1.0'), `Content-Length: ${verification.length}`) + verification
    assert.equal((await exchangeOne(url(), put)).status, 201)
  })
})

describe('several requests in one go', () => {
  it('are answered in their order, each with its own answer', async () => {
    const orderIds = Array.from({ length: 10 }, newOrderId)
    const requests = orderIds.map((id) => putRequest(id, verification))
    requests.splice(
      5,
      0,
      putRequest('x'.repeat(41), '{'),
      requestHead('GET /nowhere HTTP/1.1'),
      putRequest(newOrderId(), '{'),
    )
    requests.push(requestHead('GET /health/live HTTP/1.1', 'Connection: close'))
    const responses = await exchange(url(), requests.join(''))
    const expected = [...orderIds.slice(0, 5), 400, 404, 400, ...orderIds.slice(5), 200]
    assert.deepEqual(
      responses.map(({ status, body }) => (status === 201 ? body.order.id : status)),
      expected,
    )
    assert.equal(new Set(responses.map(({ headers }) => headers['x-request-id'])).size, expected.length)
  })

  it('are answered up to the first that is garbage', async () => {
    const good = putRequest(newOrderId(), verification)
    const responses = await exchange(url(), `${good}garbage\r\n\r\n${putRequest(newOrderId(), verification)}`)
    assert.equal(responses[0]?.status, 201)
    assert.ok(responses.length <= 2 && responses.slice(1).every(({ status }) => status === 400))
  })
})

describe('a slow client', () => {
  const slow: Readonly<Record<string, () => string>> = {
    'that sends nothing': () => '',
    'that does not finish its request line': () => 'GET /health',
    'that does not finish its headers': () => 'GET /health/live HTTP/1.1\r\nHost: a\r\nX:',
    'that sends no body': () => requestHead(putLine(), 'Content-Length: 100'),
    'that does not finish its body': () => `${requestHead(putLine(), 'Content-Length: 100')}{"api`,
    'that does not finish its chunks': () => `${requestHead(putLine(), 'Transfer-Encoding: chunked')}5\r\n{"api\r\n`,
  }
  for (const [name, bytes] of Object.entries(slow)) {
    it(`${name} is answered with 408 in the error shape`, async () => {
      const response = await exchangeOne(impatient.listeners.httpUrl ?? '', bytes())
      assert.equal(response.status, 408)
      assert.equal(response.headers['connection'], 'close')
      assert.deepEqual(assertErrorShape(response), {
        cause: 'INVALID_REQUEST',
        explanation: 'The request took too long to arrive.',
      })
    })
  }

  it('that sends a byte now and then is cut off all the same', async () => {
    const socket = open(impatient.listeners.httpUrl ?? '')
    const received = text(socket)
    const pending = `GET /health/live HTTP/1.1\r\nHost: a\r\n${'X-Slow: x\r\n'.repeat(1000)}`
    let sent = 0
    const timer = setInterval(() => socket.write(pending[sent++] ?? ''), 10)
    socket.on('error', () => {}).on('close', () => clearInterval(timer))
    assert.equal(parseResponses(await received)[0]?.status, 408)
    assert.ok(sent < pending.length)
  })

  it('with wrong credentials is answered at once, and not a second time', async () => {
    const request = requestHead(putLine(), 'Content-Length: 100').replace(/Basic \S+/, `Basic ${btoa('a:b')}`)
    const responses = await exchange(impatient.listeners.httpUrl ?? '', request)
    assert.deepEqual(
      responses.map(({ status }) => status),
      [401],
    )
  })

  it('does not keep a quick one waiting', async () => {
    const sockets = Array.from({ length: 50 }, () => open(url()))
    for (const socket of sockets) socket.write(`${requestHead(putLine(), 'Content-Length: 100')}{"api`)
    assert.equal((await exchange(url(), putRequest(newOrderId(), verification, 'Connection: close')))[0]?.status, 201)
    for (const socket of sockets) socket.destroy()
  })
})

describe('a client that leaves', () => {
  const figures = async () => (await send(url(), { path: '/metrics' })).text
  const leavings: Readonly<Record<string, (socket: Socket) => void>> = {
    'by closing': (socket) => socket.destroy(),
    'by a reset': (socket) => socket.resetAndDestroy(),
    half: (socket) => socket.end(),
  }
  const requests: Readonly<Record<string, () => string>> = {
    'in the middle of its headers': () => requestHead(putLine()).slice(0, 60),
    'before its body': () => requestHead(putLine(), 'Content-Length: 100'),
    'in the middle of its body': () => `${requestHead(putLine(), 'Content-Length: 100')}{"api`,
    'in the middle of a chunk': () => `${requestHead(putLine(), 'Transfer-Encoding: chunked')}ff\r\n{"api`,
    'before its answer': () => putRequest(newOrderId(), verification),
  }
  for (const [manner, leave] of Object.entries(leavings)) {
    for (const [name, bytes] of Object.entries(requests)) {
      it(`${manner} ${name} does no harm and is not counted forever`, async () => {
        const socket = open(url()).resume()
        socket.on('error', () => {})
        await once(socket, 'connect')
        await new Promise((sent) => socket.write(bytes(), sent))
        leave(socket)
        await once(socket, 'close')
        const deadline = performance.now() + 10_000
        while (!/^tollgate_requests_in_flight 1$/m.test(await figures())) assert.ok(performance.now() < deadline)
      })
    }
  }

  it('while the acquirer is working finds its transaction later, and the same request gets the same answer', async () => {
    const orderId = newOrderId()
    const path = apiPath(`/order/${orderId}/transaction/1`)
    const acquirer = await holdAcquirer(gateway)
    const socket = open(url())
    socket.write(putRequest(orderId, verification))
    await untilAttemptRecorded(gateway, orderId)
    socket.destroy()
    await once(socket, 'close')
    assert.equal((await send(url(), { path })).body.result, 'PENDING')
    await acquirer.release()
    const again = await send(url(), { method: 'PUT', path, bytes: verification })
    assert.deepEqual([again.status, again.body.result], [200, 'SUCCESS'])
    assert.equal((await send(url(), { path })).text, again.text)
  })
})

describe('five hundred idle connections', () => {
  it('at once do not slow the gateway down', async () => {
    const idle = Array.from({ length: 500 }, () => open(url()))
    await Promise.all(idle.map((socket) => once(socket, 'connect')))
    const responses = await Promise.all(
      Array.from({ length: 20 }, () =>
        send(url(), { method: 'PUT', path: apiPath(`/order/${newOrderId()}/transaction/1`), body: verifyBody() }),
      ),
    )
    assert.ok(responses.every(({ status }) => status === 201))
    // Each of the idle ones still gets what it asks for.
    for (const socket of idle) socket.write('GET /health/live HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
    const received = await Promise.all(idle.map(async (socket) => parseResponses(await text(socket))[0]?.status))
    assert.deepEqual(new Set(received), new Set([200]))
  })
})

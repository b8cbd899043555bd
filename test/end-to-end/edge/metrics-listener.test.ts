// The listener for metrics carries everything in the clear, so that it serves metrics and health and nothing else.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { markListenerKind } from '../../../src/platform/http/request-origin.ts'
import { assertErrorShape } from '../../support/checks/error-shape.ts'
import { send } from '../../support/clients/client.ts'
import type { TestGateway } from '../../support/gateway/gateway.ts'
import { closeListeners, open } from '../../support/gateway/listeners.ts'
import { sharedGateway } from '../../support/gateway/shared-gateway.ts'

let gateway: TestGateway
let url: string
before(async () => {
  gateway = await sharedGateway()
  const listener = await open(
    (request, response, { listenerKind }) => {
      markListenerKind(request, listenerKind)
      gateway.server.routing(request, response)
    },
    { listenerKind: 'metrics' },
  )
  url = listener.url
})
after(closeListeners)

const served = ['/health/live', '/health/ready', '/metrics']

describe('the listener for metrics', () => {
  it('serves metrics and health', async () => {
    for (const path of served) assert.equal((await send(url, { path, login: null })).status, 200, path)
  })

  it('has nothing at any other path of the gateway, by any method', async () => {
    let asked = 0
    for (const { methods, url: pattern } of gateway.server.waysIn) {
      if (served.includes(pattern)) continue
      const path = pattern.replaceAll(/:\w+/g, '100').replace('*', 'x')
      for (const method of methods.filter((each) => ['GET', 'POST', 'PUT', 'OPTIONS'].includes(each))) {
        const response = await send(url, { method, path, isKeptAlive: true })
        assert.equal(response.status, 404, `${method} ${path}`)
        assert.equal(assertErrorShape(response).explanation, 'There is no resource at this path.')
        asked += 1
      }
    }
    assert.ok(asked > 100, `${asked} asked`)
  })

  it('refuses other methods for what it serves', async () => {
    for (const path of served) assert.equal((await send(url, { method: 'POST', path, login: null })).status, 405, path)
  })
})

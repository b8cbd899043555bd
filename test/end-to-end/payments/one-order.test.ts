// Many clients on one order at the same moment: each gets a right response, and the order agrees with the responses.
import { after, before } from 'node:test'
import { assertNoDeadlock, type Counter, testManyOnOneOrder } from '../../support/checks/one-order.ts'
import { apiPath, send } from '../../support/clients/client.ts'
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts'

let gateway: TestGateway
before(async () => {
  gateway = await startGateway()
})
after(async () => {
  await gateway.stop()
  await assertNoDeadlock(gateway.database)
})

function counter(): Counter {
  const { listeners, query } = gateway
  const httpUrl = listeners.httpUrl ?? ''
  return {
    query,
    put: (orderId, transactionId, body) =>
      send(httpUrl, { method: 'PUT', path: apiPath(`/order/${orderId}/transaction/${transactionId}`), body }),
    order: async (orderId) => (await send(httpUrl, { path: apiPath(`/order/${orderId}`) })).body,
  }
}

testManyOnOneOrder(counter)

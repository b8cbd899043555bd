// The messages exchanged with acquirers about an order, for users who may see them.
import type { MessageRecord } from '../../acquirers/index.ts'
import type { CardMasking } from '../../merchants/index.ts'
import { maskNumberFurther } from '../../payments/index.ts'
import { type ConsoleContext, findCardMasking, pathId } from '../context.ts'
import type { ExchangedMessageBody, OrderMessagesBody } from '../response-bodies/links.ts'
import { okResponse, unknownResource } from '../responses.ts'
import type { ConsoleRoute } from '../route.ts'

/** An advice without an answer may be repeated for days. */
const exchangesMax = 100

export function messageServices(desk: ConsoleContext): readonly ConsoleRoute[] {
  const { exchangedMessages, store } = desk.dependencies
  return [
    {
      method: 'GET',
      path: '/merchants/:merchantId/orders/:orderId/messages',
      purpose: 'Shows the messages exchanged with acquirers about an order, field by field and masked.',
      access: { kind: 'MERCHANT', permission: 'VIEW_MESSAGES' },
      async handle(call) {
        const key = { merchantId: pathId(call, 'merchantId'), orderId: pathId(call, 'orderId') }
        const exchanges = await exchangedMessages.list(key, exchangesMax + 1)
        if (exchanges.length === 0 && !(await store.findOrder(key))) return unknownResource('order')
        const masking = await findCardMasking(key.merchantId, desk)
        return okResponse<OrderMessagesBody>({
          isComplete: exchanges.length <= exchangesMax,
          exchanges: exchanges.slice(-exchangesMax).map(({ linkId, revision, at, tookMs, problem, ...exchange }) => {
            const names = desk.acquirerLinks.fieldNamesOf(linkId, revision)
            const bodyOf = (message: MessageRecord) => messageBody(message, { names, masking })
            const received = exchange.received && bodyOf(exchange.received)
            return {
              transactionId: exchange.key.transactionId,
              linkId,
              at,
              tookMs,
              sent: bodyOf(exchange.sent),
              received,
              problem,
            }
          }),
        })
      },
    },
  ]
}

interface ShownBy {
  readonly names: Readonly<Record<string, string>>
  readonly masking: CardMasking
}

const maskedNumbers = /\d{6}x{2,}\d{4}/g

function messageBody({ title, fields }: MessageRecord, { names, masking }: ShownBy): ExchangedMessageBody {
  return {
    title,
    fields: fields.map(([label, value]) => ({
      label,
      name: names[label],
      value: value.replaceAll(maskedNumbers, (number) => maskNumberFurther(number, masking)),
    })),
  }
}

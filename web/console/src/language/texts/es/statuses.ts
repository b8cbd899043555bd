// Spanish texts of what statuses say.
import type { Texts } from '../../current-language.ts'

export const texts: Texts = {
  'It was to be reversed, and the acquirer has not done so: money may have moved. The order says what to do.':
    'Debía revertirse y el adquirente no lo ha hecho: puede que se haya movido dinero. El pedido indica qué hacer.',
  'It is to be reversed, and the acquirer has not confirmed that yet: money may have moved. The gateway keeps trying; do not repeat it.':
    'Se está revirtiendo y el adquirente aún no lo ha confirmado: puede que se haya movido dinero. La pasarela sigue intentándolo; no la repita.',
  'The acquirer approved it, and a risk rule holds it. Accept or reject it.':
    'El adquirente lo aprobó y una regla de riesgo lo retiene. Acéptelo o rechácelo.',
  'The payer was authenticated. Nothing has been paid yet.': 'El pagador se ha autenticado. Aún no se ha pagado nada.',
  'The payer is being authenticated. Nothing has been paid yet.':
    'El pagador se está autenticando. Aún no se ha pagado nada.',
  'The payer need not be authenticated. Nothing has been paid yet.':
    'No hace falta autenticar al pagador. Aún no se ha pagado nada.',
  'The payer was not authenticated, and nothing was paid. The payer can try again or use another card.':
    'El pagador no se autenticó y no se pagó nada. Puede intentarlo de nuevo o usar otra tarjeta.',
  'The amount is reserved; the payer is not charged yet. Capture it, or void it to release it.':
    'El importe está reservado; aún no se ha cobrado al pagador. Captúrelo o anúlelo para liberarlo.',
  'It was voided: the payer is not charged. Nothing is left to do.':
    'Se anuló: no se cobra al pagador. No queda nada por hacer.',
  'The payer is charged. Nothing is left to do; the acquirer settles it with its batch.':
    'Se ha cobrado al pagador. No queda nada por hacer; el adquirente lo liquida con su lote.',
  'A dispute was lost: the money went back to the payer. It cannot be refunded any more.':
    'Se perdió una disputa: el dinero volvió al pagador. Ya no se puede reembolsar.',
  'The payer’s bank claims money back or asks about the payment. Answer by the last day that the order names.':
    'El banco del pagador reclama dinero o pregunta por el pago. Responda antes del último día que indica el pedido.',
  'More was refunded than was captured. Check whether that was intended.':
    'Se reembolsó más de lo capturado. Compruebe si era lo previsto.',
  'It failed, and nothing was charged. The payer can try again or pay by other means.':
    'Falló y no se cobró nada. El pagador puede intentarlo de nuevo o pagar de otra forma.',
  'Only a fee was recorded. Nothing was paid.': 'Solo se registró una comisión. No se pagó nada.',
  'The payer is at the provider, and the result is not known yet. Nothing is left to do until then.':
    'El pagador está en el sitio del proveedor y aún no se conoce el resultado. Hasta entonces no hay nada que hacer.',
  'Part of the reserved amount is charged. The rest can still be captured.':
    'Se ha cobrado parte del importe reservado. El resto aún se puede capturar.',
  'Part of the charged amount was given back. The rest can still be refunded.':
    'Se devolvió parte del importe cobrado. El resto aún se puede reembolsar.',
  'The charged amount was given back to the payer. Nothing is left to do.':
    'El importe cobrado se devolvió al pagador. No queda nada por hacer.',
  'A refund was requested, and no money has moved for it. Another user must approve or decline it.':
    'Se solicitó un reembolso y no se ha movido dinero por él. Otro usuario debe aprobarlo o rechazarlo.',
  'The card was verified. Nothing was paid.': 'La tarjeta se verificó. No se pagó nada.',
  'The bank asks about the payment and has not claimed money back. Send what it asks for to the acquirer by the last day.':
    'El banco pregunta por el pago y no ha reclamado dinero. Envíe lo que pide al adquirente antes del último día.',
  'The bank claims the money back. Mark it as contested and send evidence to the acquirer by the last day, or accept the loss.':
    'El banco reclama el dinero. Márquela como impugnada y envíe pruebas al adquirente antes del último día, o acepte la pérdida.',
  'It is marked as contested; nothing was sent to the bank. Send the evidence to the acquirer by the last day, then record that here.':
    'Está marcada como impugnada; no se envió nada al banco. Envíe las pruebas al adquirente antes del último día y regístrelo aquí.',
  'A user has sent the evidence to the acquirer. Nothing is left to do until the bank decides.':
    'Un usuario envió las pruebas al adquirente. No hay nada que hacer hasta que el banco decida.',
  'The evidence was sent after the last day: the bank may have decided without it. Ask the acquirer whether it was accepted.':
    'Las pruebas se enviaron después del último día: puede que el banco haya decidido sin ellas. Pregunte al adquirente si se aceptaron.',
  'The last day is over, and no evidence was sent. Ask the acquirer whether it is still accepted.':
    'El último día ha pasado y no se enviaron pruebas. Pregunte al adquirente si aún se aceptan.',
  'The bank has decided for you: you keep the money. Nothing is left to do.':
    'El banco decidió a su favor: usted conserva el dinero. No queda nada por hacer.',
  'The money went back to the payer. It cannot be refunded any more.':
    'El dinero volvió al pagador. Ya no se puede reembolsar.',
  'A user accepted the payment, which continues as normal. Nothing is left to do.':
    'Un usuario aceptó el pago, que continúa con normalidad. No queda nada por hacer.',
  'A user rejected the payment: the gateway voids or refunds it. Nothing is left to do unless the order says so.':
    'Un usuario rechazó el pago: la pasarela lo anula o lo reembolsa. No queda nada por hacer salvo que el pedido lo indique.',
  'No money has moved. Another user must approve or decline the refund.':
    'No se ha movido dinero. Otro usuario debe aprobar o rechazar el reembolso.',
  'Another user approved it, and the refund was made as a transaction of its own. Nothing is left to do.':
    'Otro usuario la aprobó y el reembolso se hizo como transacción aparte. No queda nada por hacer.',
  'It was declined or withdrawn, and no money has moved. It can be requested again.':
    'Se rechazó o se retiró y no se ha movido dinero. Se puede solicitar de nuevo.',
  'It may have been executed: the acquirer has not confirmed the reversal yet. The gateway keeps sending it; do not repeat it.':
    'Puede que se haya ejecutado: el adquirente aún no ha confirmado la reversión. La pasarela sigue enviándola; no repita la transacción.',
  'It may have been executed: the acquirer has refused to reverse it. The order says what to do.':
    'Puede que se haya ejecutado: el adquirente se ha negado a revertirla. El pedido indica qué hacer.',
  'It may have been executed: the acquirer cannot reverse it. The order says what to do.':
    'Puede que se haya ejecutado: el adquirente no puede revertirla. El pedido indica qué hacer.',
  'The acquirer has reversed it: nothing is charged or reserved. Nothing is left to do.':
    'El adquirente la ha revertido: no hay nada cobrado ni reservado. No queda nada por hacer.',
  'It is not settled yet: captures and refunds are added to it until it is closed.':
    'Aún no está liquidado: se le añaden capturas y reembolsos hasta que se cierre.',
  'The acquirer was asked to close it and has not confirmed that yet. Nothing is left to do; the gateway asks again.':
    'Se pidió al adquirente que lo cierre y aún no lo ha confirmado. No hay nada que hacer; la pasarela vuelve a preguntar.',
  'It is not closed: the totals of the gateway and of the acquirer differ. The operator has to compare both sides.':
    'No está cerrado: los totales de la pasarela y del adquirente difieren. El operador debe comparar ambas partes.',
  'The acquirer settles it: its transactions can be refunded but no longer voided. Nothing is left to do.':
    'El adquirente lo liquida: sus transacciones se pueden reembolsar pero ya no anular. No queda nada por hacer.',
  'No payments are sent over it. Enable it when it is to be used.':
    'No se envían pagos por ella. Actívela cuando deba usarse.',
  'It is not connected: no payments are sent over it. The link’s page says why; the gateway keeps connecting.':
    'No está conectada: no se envían pagos por ella. La página de la conexión indica por qué; la pasarela sigue intentándolo.',
  'It is connected and signs on at the acquirer. Payments are sent over it as soon as that is done.':
    'Está conectada e inicia sesión en el adquirente. Después se enviarán pagos por ella.',
  'It is connected: payments can be sent over it. Nothing is left to do.':
    'Está conectada: se pueden enviar pagos por ella. No hay nada que hacer.',
  'Your server has not accepted it yet. The gateway keeps sending it for three days.':
    'Su servidor aún no la ha aceptado. La pasarela sigue enviándola durante tres días.',
  'Your server has accepted it. Nothing is left to do.': 'Su servidor la ha aceptado. No queda nada por hacer.',
  'Your server has not accepted it, and the gateway no longer sends it. Repair the server, then send it again.':
    'Su servidor no la ha aceptado y la pasarela ya no la envía. Repare el servidor y vuelva a enviarla.',
  'Results of transactions are sent to this URL. Nothing is left to do.':
    'Los resultados de las transacciones se envían a esta URL. No hay nada que hacer.',
  'Nothing is sent to this URL. Enable it to receive the results of transactions.':
    'No se envía nada a esta URL. Actívela para recibir los resultados de las transacciones.',
  'It can be paid. Send it to the payer.': 'Se puede pagar. Envíelo al pagador.',
  'It was paid as often as it may be. Nothing is left to do.':
    'Se ha pagado tantas veces como se permite. No queda nada por hacer.',
  'Its time is over: it can no longer be paid. Create another one if a payment is still expected.':
    'Su plazo terminó: ya no se puede pagar. Cree otro si aún se espera un pago.',
  'A user has disabled it: it can no longer be paid. Create another one if a payment is still expected.':
    'Un usuario lo ha desactivado: ya no se puede pagar. Cree otro si aún se espera un pago.',
}

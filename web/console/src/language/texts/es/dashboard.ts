// Spanish texts of the dashboard and of money at risk.
import type { Texts } from '../../current-language.ts'

export const texts: Texts = {
  '{transactions} ({amount}) waiting for reversal: the acquirer did not respond, and the gateway keeps sending the reversal.':
    '{transactions} ({amount}) en espera de reversión: el adquirente no respondió y la pasarela sigue enviando la reversión.',
  '{transactions} ({amount}) with a reversal refused by the acquirer: resolve it with the acquirer manually.':
    '{transactions} ({amount}) con la reversión rechazada por el adquirente: resuélvalo manualmente con el adquirente.',
  '{transactions} ({amount}) requiring manual resolution: ask the acquirer for the outcome.':
    '{transactions} ({amount}) a la espera de resolución manual: pregunte el resultado al adquirente.',
  '{transactions} ({amount}) overdue without an outcome: the gateway keeps asking the acquirer.':
    '{transactions} ({amount}) con retraso y sin resultado: la pasarela sigue preguntando al adquirente.',
  '{transactions} ({amount}) with an unknown outcome: the gateway keeps asking the acquirer.':
    '{transactions} ({amount}) con resultado desconocido: la pasarela sigue preguntando al adquirente.',
  '{transactions} ({amount}) in progress.': '{transactions} ({amount}) en curso.',
  '{count} transactions': { one: '{count} transacción', other: '{count} transacciones' },
  'Show them': { one: 'Mostrarla', other: 'Mostrarlas' },
  '{count} notifications could not be delivered and were parked. Replay them once your webhook is working again.': {
    one: 'No se pudo entregar {count} notificación y quedó apartada. Reenvíela cuando su webhook vuelva a funcionar.',
    other:
      'No se pudieron entregar {count} notificaciones y quedaron apartadas. Reenvíelas cuando su webhook vuelva a funcionar.',
  },
  'Open delivery log': 'Abrir el registro de entregas',
  'Volume by currency': 'Volumen por moneda',
  Currency: 'Moneda',
  Payments: 'Pagos',
  'Authorized or paid': 'Autorizado o pagado',
  Captured: 'Capturado',
  Refunded: 'Reembolsado',
  'No volume in this period': 'Sin volumen en este período',
  'Declines by reason': 'Rechazos por motivo',
  'No declined payments in this period.': 'No hay pagos rechazados en este período.',
  '{ms} ms': '{ms} ms',
  'Acquirer response times': 'Tiempos de respuesta de los adquirentes',
  Acquirer: 'Adquirente',
  Responses: 'Respuestas',
  '50% within': '50 % en',
  '95% within': '95 % en',
  '99% within': '99 % en',
  'No acquirer requests in this period': 'Sin solicitudes a adquirentes en este período',
  'By hour': 'Por hora',
  'By day': 'Por día',
  'Payments approved and declined over the period; the table below has the numbers':
    'Pagos aprobados y rechazados en el período; la tabla de abajo contiene las cifras',
  'Approved||payments': 'Aprobados',
  'Declined||payments': 'Rechazados',
  From: 'Desde',
  'Captured in {currency} over the period; the table below has the numbers':
    'Importes capturados en {currency} en el período; la tabla de abajo contiene las cifras',
  'View as table': 'Ver como tabla',
  Dashboard: 'Panel',
  'All merchants': 'Todos los comercios',
  Period: 'Período',
  Days: 'Días',
  To: 'Hasta',
  'No payments in this period': 'No hay pagos en este período',
  'Choose a longer period above. New payments appear here within a few moments.':
    'Elija arriba un período más largo. Los pagos nuevos aparecen aquí en unos instantes.',
  charts: 'gráficos',
  '24 hours': '24 horas',
  '7 days': '7 días',
  '30 days': '30 días',
  '90 days': '90 días',
  'Approval rate': 'Tasa de aprobación',
  'Money at risk now': 'Importes en riesgo ahora',
  'All outcomes are known': 'Se conocen todos los resultados',
  'Show transactions': 'Mostrar las transacciones',
  None: 'Ninguno',
  'Pending notifications now': 'Notificaciones pendientes ahora',
  'None overdue': 'Ninguna con retraso',
  'Oldest: {time}': 'La más antigua: {time}',
  '{approved} of {count} payments; none in the period before': {
    one: '{approved} de {count} pago; ninguno en el período anterior',
    other: '{approved} de {count} pagos; ninguno en el período anterior',
  },
  '{approved} of {count} payments; {share} of {earlier} in the period before': {
    one: '{approved} de {count} pago; {share} de {earlier} en el período anterior',
    other: '{approved} de {count} pagos; {share} de {earlier} en el período anterior',
  },
  '{transactions}, and more in {currencies}': '{transactions}, y más en {currencies}',
  'Nothing in the period before': 'Nada en el período anterior',
  '{change}, from {amount} in the period before': '{change} respecto a {amount} en el período anterior',
  'Captured in other currencies': 'Capturado en otras monedas',
  'and {count} more currencies below': {
    one: 'y otra moneda abajo',
    other: 'y otras {count} monedas abajo',
  },
  'Money at risk': 'Importes en riesgo',
  'Transactions that an acquirer may have executed, without certainty. The oldest first.':
    'Transacciones que un adquirente puede haber ejecutado, sin certeza. Las más antiguas primero.',
  Order: 'Pedido',
  Merchant: 'Comercio',
  State: 'Estado',
  'What to do': 'Qué hacer',
  Type: 'Tipo',
  Amount: 'Importe',
  Since: 'Desde',
  'No money at risk': 'No hay importes en riesgo',
  'Every outcome is known. Transactions appear here while an acquirer does not answer.':
    'Se conocen todos los resultados. Las transacciones aparecen aquí mientras un adquirente no responde.',
  'Open manual resolution': 'Abrir la resolución manual',
  'Nothing. The gateway keeps asking the acquirer; do not repeat the payment.':
    'Nada. La pasarela sigue preguntando al adquirente; no repita el pago.',
  'Nothing. The acquirer did not respond; the gateway keeps sending the reversal.':
    'Nada. El adquirente no respondió; la pasarela sigue enviando la reversión.',
  'Nothing yet. Check the acquirer link if it lasts for more than an hour.':
    'Nada por ahora. Compruebe la conexión con el adquirente si dura más de una hora.',
  'Ask the operator. The payer may have been charged; check your account with the acquirer before you refund.':
    'Pregunte al operador. Es posible que se haya cobrado al pagador; revise su cuenta con el adquirente antes de reembolsar.',
  'Ask the acquirer for the outcome, then resolve it manually.':
    'Pregunte el resultado al adquirente y resuélvala después manualmente.',
  'Needs manual resolution': 'Requiere resolución manual',
  'Ask the operator, who has to ask the acquirer. The order is locked until then.':
    'Pregunte al operador, que debe consultar al adquirente. Hasta entonces el pedido está bloqueado.',
  'Overdue, no outcome': 'Con retraso, sin resultado',
  'Check the acquirer link. The gateway keeps asking.':
    'Compruebe la conexión con el adquirente. La pasarela sigue preguntando.',
  'Outcome unknown': 'Resultado desconocido',
  'In progress': 'En curso',
  'Nothing. It is being processed.': 'Nada. Se está procesando.',
}

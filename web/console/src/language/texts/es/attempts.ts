// Spanish texts of manual resolution.
import type { Texts } from '../../current-language.ts'

export const texts: Texts = {
  'Outcome unknown; the acquirer can neither report nor reverse it. The order is locked.':
    'Resultado desconocido; el adquirente no puede ni informarlo ni revertir la transacción. El pedido está bloqueado.',
  'The outcome could not be recorded. Reported as failed.':
    'No se pudo registrar el resultado. Se informó como fallida.',
  'Failed, and the acquirer refused the reversal.': 'Fallida, y el adquirente rechazó la reversión.',
  'Failed, and the acquirer does not support reversals.': 'Fallida, y el adquirente no admite reversiones.',
  'Manual resolution': 'Resolución manual',
  'Ask the acquirer about each transaction by its reference, then propose the outcome. Another user must approve it.':
    'Consulte al adquirente sobre cada transacción por su referencia y, a continuación, proponga el resultado. Otro usuario debe aprobarlo.',
  'Transactions that need manual resolution': 'Transacciones que requieren resolución manual',
  'Nothing to resolve': 'Nada que resolver',
  'Transactions appear here when the acquirer can neither report their outcome nor reverse them.':
    'Las transacciones aparecen aquí cuando el adquirente no puede ni informar de su resultado ni revertirlas.',
  Order: 'Pedido',
  '{merchantId}, transaction {transactionId}': '{merchantId}, transacción {transactionId}',
  Amount: 'Importe',
  'At the acquirer': 'En el adquirente',
  Why: 'Motivo',
  Proposed: 'Propuesto',
  '{time}, reversal: done': '{time}, reversión: realizada',
  '{time}, reversal: owed': '{time}, reversión: pendiente',
  '{time}, reversal: refused': '{time}, reversión: rechazada',
  '{time}, reversal: unsupported': '{time}, reversión: no admitida',
  '{time}, a reversal was sent': '{time}, se envió una reversión',
  'Resolve {orderId}': 'Resolver {orderId}',
  Resolve: 'Resolver',
  'Approve the proposal for {orderId}': 'Aprobar la propuesta para {orderId}',
  Approve: 'Aprobar',
  'Withdraw the proposal for {orderId}': 'Retirar la propuesta para {orderId}',
  'Decline the proposal for {orderId}': 'Rechazar la propuesta para {orderId}',
  Withdraw: 'Retirar',
  Decline: 'Rechazar',
  'The acquirer executed the request. The transaction succeeded.':
    'El adquirente ejecutó la solicitud. La transacción se realizó correctamente.',
  'The acquirer did not execute the request, and will not.': 'El adquirente no ejecutó la solicitud ni la ejecutará.',
  'The acquirer executed the request and has reversed it.': 'El adquirente ejecutó la solicitud y la ha revertido.',
  '{type} of {amount}, order {orderId}.': '{type} de {amount}, pedido {orderId}.',
  'The outcome was proposed. Another user must approve it.':
    'El resultado se ha propuesto. Otro usuario debe aprobarlo.',
  'Propose outcome': 'Proponer resultado',
  Propose: 'Proponer',
  'Nothing is sent to the acquirer.': 'No se envía nada al adquirente.',
  'What has the acquirer done?': '¿Qué ha hecho el adquirente?',
  'Authorization code': 'Código de autorización',
  'If the acquirer named one.': 'Si el adquirente indicó uno.',
  Reason: 'Motivo',
  'How you know, such as whom you asked. Do not enter card numbers.':
    'Cómo lo sabe, por ejemplo, a quién preguntó. No introduzca números de tarjeta.',
  'The outcome was recorded.': 'El resultado se ha registrado.',
  'The proposal was declined.': 'La propuesta se ha rechazado.',
  'Approve outcome': 'Aprobar resultado',
  'Decline outcome': 'Rechazar resultado',
  'Proposed as {outcome} by {user}: {reason}': 'Propuesto como {outcome} por {user}: {reason}',
  'Proposed as {outcome} by {user}: {reason} (authorization code {authorizationCode})':
    'Propuesto como {outcome} por {user}: {reason} (código de autorización {authorizationCode})',
  'This is recorded, the merchant is notified, and it cannot be changed afterwards.':
    'Esto se registra, se notifica al comercio y no se puede cambiar después.',
  'The transaction stays as it is. Another outcome can be proposed.':
    'La transacción queda como está. Se puede proponer otro resultado.',
}

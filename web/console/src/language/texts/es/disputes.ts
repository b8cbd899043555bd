// Spanish texts of disputes.
import type { Texts } from '../../current-language.ts'

export const texts: Texts = {
  Explanation: 'Explicación',
  'Accept loss': 'Aceptar pérdida',
  'Accept the loss': 'Aceptar la pérdida',
  'The payer keeps {money}, and the dispute is lost. This amount can no longer be refunded. This cannot be undone.':
    'El pagador se queda con {money} y la disputa se da por perdida. Este importe ya no se podrá reembolsar. Esta acción no se puede deshacer.',
  'Note (optional)': 'Nota (opcional)',
  'The loss was recorded.': 'La pérdida se ha registrado.',
  'Add note': 'Añadir nota',
  'Add a note': 'Añadir una nota',
  'A note on the dispute about {money}, for your colleagues.':
    'Una nota sobre la disputa de {money} para sus compañeros.',
  Note: 'Nota',
  'The note was added.': 'La nota se ha añadido.',
  'Do not enter card numbers.': 'No introduzca números de tarjeta.',
  'Enter a text.': 'Introduzca un texto.',
  Overdue: 'Atrasado',
  Disputes: 'Disputas',
  'The next deadline first. After it, the bank decides without you.':
    'Primero, el plazo más próximo. Una vez vencido, el banco decide sin usted.',
  'The latest change first.': 'Primero, el cambio más reciente.',
  'Which disputes': 'Qué disputas',
  'Open||disputes': 'Abiertas',
  'All||disputes': 'Todas',
  State: 'Estado',
  Order: 'Pedido',
  Case: 'Caso',
  'Respond by': 'Responder hasta el',
  Amount: 'Importe',
  'Last changed': 'Último cambio',
  'No open disputes': 'No hay disputas abiertas',
  'Disputes appear here when a payer’s bank asks about a payment or claims money back.':
    'Las disputas aparecen aquí cuando el banco de un pagador pregunta por un pago o reclama dinero.',
  'No matching disputes': 'No hay disputas coincidentes',
  'Try removing some filters.': 'Pruebe a quitar algunos filtros.',
  'The dispute was recorded.': 'La disputa se ha registrado.',
  'Record a change': 'Registrar un cambio',
  'Record a dispute': 'Registrar una disputa',
  Record: 'Registrar',
  'What the bank says. No money moves and no totals change.':
    'Lo que dice el banco. No se mueve dinero ni cambian los totales.',
  'Case number': 'Número de caso',
  'The same number for every change of a case.': 'El mismo número para cada cambio de un caso.',
  'Amount in {currency}': 'Importe en {currency}',
  'Mark as contested': 'Marcar como impugnada',
  'Records that you contest the claim of {money}. The gateway sends nothing to the bank: send your evidence to the acquirer yourself, then record here that you have.':
    'Registra que impugna la reclamación de {money}. La pasarela no envía nada al banco: envíe usted mismo sus pruebas al adquirente y regístrelo después aquí.',
  'Marked as contested. Send your evidence to the acquirer yourself; nothing was sent to the bank.':
    'Marcada como impugnada. Envíe usted mismo sus pruebas al adquirente; no se ha enviado nada al banco.',
  'Marked as contested. Send your evidence to the acquirer yourself by {day}; nothing was sent to the bank.':
    'Marcada como impugnada. Envíe usted mismo sus pruebas al adquirente hasta el {day}; no se ha enviado nada al banco.',
  'Evidence was sent': 'Pruebas enviadas',
  'Record that the evidence was sent': 'Registrar el envío de las pruebas',
  'Record this once you have sent your evidence about {money} to the acquirer. The deadline is then no longer open.':
    'Regístrelo cuando haya enviado al adquirente sus pruebas sobre {money}. El plazo deja entonces de estar abierto.',
  'How it was sent, and to whom': 'Cómo y a quién se enviaron',
  'Recorded: the evidence was sent. The bank decides now.':
    'Registrado: las pruebas se enviaron. Ahora decide el banco.',
  'The last day was {day}. The bank may have decided already: ask the acquirer whether evidence is still accepted.':
    'El último día fue el {day}. Es posible que el banco ya haya decidido: pregunte al adquirente si aún se aceptan pruebas.',
  '{state}, evidence not sent': '{state}, pruebas sin enviar',
  '{state}, evidence sent': '{state}, pruebas enviadas',
  '{state}, evidence sent late': '{state}, pruebas enviadas tarde',
}

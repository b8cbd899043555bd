// Spanish texts of disputes.
import type { Texts } from '../../current-language.ts'

export const texts: Texts = {
  Contest: 'Impugnar',
  'Contest dispute': 'Impugnar disputa',
  'Records that you contest the claim of {money}, with your explanation. Evidence is sent to the acquirer outside the gateway.':
    'Registra que usted impugna la reclamación de {money}, con su explicación. Las pruebas se envían al adquirente fuera de la pasarela.',
  Explanation: 'Explicación',
  'The dispute was contested.': 'La disputa se ha impugnado.',
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
  '{state}, contested': '{state}, impugnada',
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
}

// Spanish texts of the review queue.
import type { Texts } from '../../current-language.ts'

export const texts: Texts = {
  'Billing country {country}': 'País de facturación {country}',
  'Held by risk rules': 'Retenidos por reglas de riesgo',
  'Refund requests': 'Solicitudes de reembolso',
  Reviews: 'Revisiones',
  'Payments and refunds waiting for a decision. Open a payment to see it before you decide. You cannot decide on your own requests.':
    'Pagos y reembolsos pendientes de una decisión. Abra un pago para verlo antes de decidir. No puede decidir sobre sus propias solicitudes.',
  'Review type': 'Tipo de revisión',
  'Payments waiting for review': 'Pagos pendientes de revisión',
  'Open order': 'Abrir pedido',
  'Nothing to review': 'Nada que revisar',
  'Payments appear here when a risk rule holds them for review.':
    'Los pagos aparecen aquí cuando una regla de riesgo los retiene para su revisión.',
  'Refunds appear here when the merchant’s profile requires approval by a second user.':
    'Los reembolsos aparecen aquí cuando el perfil del comercio exige la aprobación de un segundo usuario.',
  Order: 'Pedido',
  Why: 'Motivo',
  'Requested by': 'Solicitado por',
  Amount: 'Importe',
  'Paid with': 'Pagado con',
  'Waiting since': 'En espera desde',
}

// Spanish texts of settlement.
import type { Texts } from '../../current-language.ts'

export const texts: Texts = {
  Gateway: 'Pasarela',
  'Out of balance': 'Descuadrado',
  'This batch is not closed: the totals of the gateway and of the acquirer differ ({why}). The operator compares both sides; closing it again compares them again.':
    'Este lote no está cerrado: los totales de la pasarela y del adquirente difieren ({why}). El operador compara ambas partes; al cerrarlo de nuevo se vuelven a comparar.',
  '{side}: {captured} captured ({capturedCount}), {refunded} refunded ({refundedCount})':
    '{side}: {captured} capturados ({capturedCount}), {refunded} reembolsados ({refundedCount})',
  '{count} transactions': { one: '{count} transacción', other: '{count} transacciones' },
  'Batch {batch}': 'Lote {batch}',
  Settlement: 'Liquidación',
  Scheme: 'Red de tarjetas',
  'Totals in {currency} by scheme': 'Totales en {currency} por red de tarjetas',
  'Total in {currency}': 'Total en {currency}',
  Order: 'Pedido',
  Transaction: 'Transacción',
  Type: 'Tipo',
  Amount: 'Importe',
  'Paid with': 'Pagado con',
  Time: 'Fecha y hora',
  Transactions: 'Transacciones',
  'Without voided transactions. Fees count in the batch of their payment.':
    'Sin las transacciones anuladas. Las comisiones cuentan en el lote de su pago.',
  Currency: 'Moneda',
  'Transactions of the batch': 'Transacciones del lote',
  'No transactions': 'No hay transacciones',
  'This batch is empty.': 'Este lote está vacío.',
  'Batches {batches} were closed.': { one: 'El lote {batches} se cerró.', other: 'Los lotes {batches} se cerraron.' },
  'Close batch {batch} at {acquirer}?': '¿Cerrar el lote {batch} en {acquirer}?',
  'Close batch {batch}': 'Cerrar el lote {batch}',
  'The acquirer settles its transactions, which can then be refunded but no longer voided. The next capture opens a new batch.':
    'El adquirente liquida las transacciones del lote, que después se pueden reembolsar pero ya no anular. La siguiente captura abre un lote nuevo.',
  Payments: 'Pagos',
  Refunds: 'Reembolsos',
  Fees: 'Comisiones',
  Net: 'Neto',
  '{count} payments': { one: '{count} pago', other: '{count} pagos' },
  '{count} refunds': { one: '{count} reembolso', other: '{count} reembolsos' },
  '{count} fees': { one: '{count} comisión', other: '{count} comisiones' },
  'Payments, refunds and fees by currency, in the batches that your acquirer settles.':
    'Pagos, reembolsos y comisiones por moneda, en los lotes que liquida su adquirente.',
  'Close open batch': 'Cerrar el lote abierto',
  'Any, such as EUR': 'Cualquiera, p. ej., EUR',
  'No matching batches': 'No hay lotes coincidentes',
  'Try removing some filters.': 'Pruebe a quitar algunos filtros.',
  'No batches yet': 'Aún no hay lotes',
  'A batch appears here when the first payment is captured.': 'Aquí aparece un lote cuando se captura el primer pago.',
  Batch: 'Lote',
  Acquirer: 'Adquirente',
  Status: 'Estado',
  Closed: 'Cerrado',
  'Batches in {currency}': 'Lotes en {currency}',
  'Without transactions': 'Sin transacciones',
  'Batches without transactions': 'Lotes sin transacciones',
  'The totals of the gateway and of the acquirer differ in {batches}.':
    'Los totales de la pasarela y del adquirente difieren en: {batches}.',
  'Batch {batch} at {acquirer}': 'Lote {batch} en {acquirer}',
  'Settle them and close the batch': 'Liquidarlos y cerrar el lote',
  '{count} payments in review are in this batch and will be settled: {orders}. The payers are charged; rejecting one later is a refund. Decide them first, or go on.':
    {
      one: '{count} pago en revisión está en este lote y se liquidará: {orders}. Se cobra al pagador; rechazarlo después es un reembolso. Decídalo primero o continúe.',
      many: '{count} pagos en revisión están en este lote y se liquidarán: {orders}. Se cobra a los pagadores; rechazarlos después es un reembolso. Decídalos primero o continúe.',
      other:
        '{count} pagos en revisión están en este lote y se liquidarán: {orders}. Se cobra a los pagadores; rechazarlos después es un reembolso. Decídalos primero o continúe.',
    },
  '{acquirer} has not responded: it is not known whether its batch was closed. Look at its status before you close it again.':
    '{acquirer} no ha respondido: no se sabe si se cerró su lote. Mire su estado antes de volver a cerrarlo.',
  'The batch at {acquirer} was not closed: it has transactions without outcome. Close it again in a few minutes.':
    'El lote en {acquirer} no se cerró: tiene transacciones sin resultado. Vuelva a cerrarlo en unos minutos.',
  'Batch {batch} was not closed: {acquirer} counts other totals. The operator has to compare both sides.':
    'El lote {batch} no se cerró: {acquirer} cuenta otros totales. El operador tiene que comparar ambos lados.',
}

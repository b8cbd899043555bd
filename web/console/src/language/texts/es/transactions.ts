// Spanish texts of the list of transactions.
import type { Texts } from '../../current-language.ts'

export const texts: Texts = {
  Order: 'Pedido',
  Transaction: 'Transacción',
  Type: 'Tipo',
  Result: 'Resultado',
  Amount: 'Importe',
  'Paid with': 'Pagado con',
  Reference: 'Referencia',
  Acquirer: 'Adquirente',
  Batch: 'Lote',
  'Entry point': 'Punto de entrada',
  Time: 'Fecha y hora',
  Transactions: 'Transacciones',
  'Gateway code': 'Código de la pasarela',
  'No matching transactions': 'No hay transacciones coincidentes',
  'Try removing some filters.': 'Pruebe a quitar algunos filtros.',
  'No transactions yet': 'Todavía no hay transacciones',
  'Transactions appear here moments after a payment is made through the API, a payment page or the console.':
    'Las transacciones aparecen aquí momentos después de realizar un pago mediante la API, una página de pago o la consola.',
}

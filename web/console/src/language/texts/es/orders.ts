// Spanish texts of the list of orders.
import type { Texts } from '../../current-language.ts'

export const texts: Texts = {
  Order: 'Pedido',
  Status: 'Estado',
  Amount: 'Importe',
  Captured: 'Capturado',
  Refunded: 'Reembolsado',
  'Paid with': 'Pagado con',
  Authorized: 'Autorizado',
  Token: 'Token',
  'Last changed': 'Último cambio',
  Opened: 'Abierto',
  'Take a payment': 'Cobrar un pago',
  Orders: 'Pedidos',
  'No matching orders': 'No hay pedidos coincidentes',
  'Try removing some filters. To search by the beginning of an order ID, end it with an asterisk: shop-12*. The search field at the top finds parts of IDs, payers and e-mails.':
    'Pruebe a quitar algunos filtros. Para buscar por el principio de un ID de pedido, termínelo con un asterisco: shop-12*. El campo de búsqueda de la parte superior encuentra partes de ID, pagadores y correos electrónicos.',
  'No orders yet': 'Todavía no hay pedidos',
  'Orders appear here moments after a payment is made through the API, a payment page or the console.':
    'Los pedidos aparecen aquí momentos después de realizar un pago mediante la API, una página de pago o la consola.',
  'Order ID or prefix*': 'ID de pedido o prefijo*',
  'Fewer filters': 'Menos filtros',
  'More filters': 'Más filtros',
  From: 'Desde',
  To: 'Hasta',
  Reference: 'Referencia',
  'Card begins with': 'La tarjeta empieza por',
  '6 digits': '6 cifras',
  'Card ends with': 'La tarjeta termina en',
  '4 digits': '4 cifras',
  Currency: 'Moneda',
  'Amount from': 'Importe desde',
  'Requires a currency': 'Requiere una moneda',
  'Amount to': 'Importe hasta',
}

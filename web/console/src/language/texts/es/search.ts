// Spanish texts of the search page.
import type { Texts } from '../../current-language.ts'

export const texts: Texts = {
  'Found by': 'Encontrado por',
  Status: 'Estado',
  'Paid with': 'Pagado con',
  Opened: 'Abierto',
  'Exact matches first, then the newest.': 'Primero las coincidencias exactas, después las más recientes.',
  'Search for': 'Buscar por',
  'Card numbers are not searched': 'No se buscan números de tarjeta',
  'Enter the last four digits.': 'Introduzca los últimos cuatro dígitos.',
  'Find an order': 'Encontrar un pedido',
  'By order or transaction ID, reference, receipt, authorization code, acquirer reference, e-mail, payer, last four digits, amount, token or X-Request-Id.':
    'Por ID de pedido o de transacción, referencia, recibo, código de autorización, referencia del adquirente, correo electrónico, pagador, últimos cuatro dígitos, importe, token o X-Request-Id.',
  'No matching orders': 'No hay pedidos coincidentes',
  'Every word must match. Three characters of an ID, a name or an e-mail are enough; codes are found in full.':
    'Todas las palabras deben coincidir. Bastan tres caracteres de un ID, un nombre o un correo electrónico; los códigos se buscan completos.',
  'There are more matches. Add a word to narrow the search.':
    'Hay más coincidencias. Añada una palabra para acotar la búsqueda.',
}

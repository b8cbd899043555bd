// Spanish texts of tokens.
import type { Texts } from '../../current-language.ts'

export const texts: Texts = {
  Token: 'Token',
  'Stored details': 'Datos guardados',
  Status: 'Estado',
  Kind: 'Tipo',
  Account: 'Cuenta',
  Expiry: 'Vencimiento',
  Brand: 'Marca',
  Funding: 'Tipo de tarjeta',
  Issuer: 'Emisor',
  'Replaced by': 'Sustituido por',
  Usage: 'Uso',
  'Last used': 'Último uso',
  'Last changed': 'Último cambio',
  'Changed by': 'Cambiado por',
  'Verification before storing': 'Verificación antes de guardar',
  Repository: 'Repositorio',
  'Scheme token': 'Token de red',
  'Issued by the card scheme in place of the card number.':
    'Emitido por la red de tarjetas en lugar del número de tarjeta.',
  Number: 'Número',
  Provider: 'Proveedor',
  'The token was deleted.': 'Se eliminó el token.',
  Delete: 'Eliminar',
  'Delete this token?': '¿Eliminar este token?',
  'Delete token': 'Eliminar token',
  'The details stored under {token} are permanently deleted. Payments that use the token will be rejected, including those of other merchants that share it.':
    'Los datos guardados en {token} se eliminan de forma permanente. Se rechazarán los pagos que usen el token, incluidos los de otros comercios que lo comparten.',
  Tokens: 'Tokens',
  'Payment details stored for future payments. Account numbers are masked.':
    'Datos de pago guardados para pagos futuros. Los números de cuenta están enmascarados.',
  'Full token': 'Token completo',
  Scheme: 'Red de tarjetas',
  'Expiry month': 'Mes de vencimiento',
  '1 to 12': '1 a 12',
  'Expiry year': 'Año de vencimiento',
  'No matching tokens': 'Ningún token coincide',
  'Enter the full token, or try removing some filters.':
    'Introduzca el token completo o pruebe a quitar algunos filtros.',
  'No tokens yet': 'Aún no hay tokens',
  'Tokens appear here when your integration stores a payer’s card or account.':
    'Los tokens aparecen aquí cuando su integración guarda la tarjeta o la cuenta de un pagador.',
}

// Spanish texts of the page Wallets.
import type { Texts } from '../../current-language.ts'

export const texts: Texts = {
  'The merchant does not accept cards.': 'El comercio no acepta tarjetas.',
  'The display name and the country are missing.': 'Faltan el nombre visible y el país.',
  'There is no key.': 'No hay ninguna clave.',
  'No key is in use. Register one with the wallet, then put it in use.':
    'No hay ninguna clave en uso. Registre una en el monedero y póngala en uso.',
  'There is no merchant identity certificate.': 'No hay certificado de identidad del comercio.',
  'The merchant identity certificate has expired.': 'El certificado de identidad del comercio ha caducado.',
  'The operator has not set the trusted roots of the wallet.':
    'El operador no ha configurado las raíces de confianza del monedero.',
  'The wallet knows none of the card schemes that the merchant accepts.':
    'El monedero no conoce ninguna de las marcas de tarjeta que acepta el comercio.',
  Valid: 'Válido',
  'Expires soon': 'Caduca pronto',
  Expired: 'Vencido',
  Wallets: 'Monederos',
  'Apple Pay and Google Pay on your payment pages and in your apps.':
    'Apple Pay y Google Pay en sus páginas de pago y en sus aplicaciones.',
  'Turn off': 'Desactivar',
  Edit: 'Editar',
  'Offer on payment pages': 'Ofrecer en las páginas de pago',
  'Certificate request': 'Solicitud de certificado',
  'Upload a certificate': 'Subir un certificado',
  'Payment pages do not offer it yet': 'Las páginas de pago aún no lo ofrecen',
  'On payment pages': 'En las páginas de pago',
  Offered: 'Se ofrece',
  'Not offered': 'No se ofrece',
  Wallet: 'Monedero',
  'Simulated by the sandbox': 'Simulado por el entorno de pruebas',
  'Display name': 'Nombre visible',
  'Country of processing': 'País de procesamiento',
  'Merchant identity certificate': 'Certificado de identidad del comercio',
  None: 'Ninguno',
  'Fingerprint (SHA-256)': 'Huella (SHA-256)',
  'Certificate requested': 'Certificado solicitado',
  'Domain to register with Apple': 'Dominio que registrar en Apple',
  'Domain file': 'Archivo del dominio',
  'Served by the gateway': 'Servido por la pasarela',
  'Not set; ask the operator to store the file that Apple gives you':
    'Sin configurar; pida al operador que guarde el archivo que le da Apple',
  Identifier: 'Identificador',
  'SHA-256 of the public key': 'SHA-256 de la clave pública',
  Use: 'Uso',
  'In use': 'En uso',
  'Not in use': 'Sin usar',
  Certificate: 'Certificado',
  Added: 'Añadida',
  'Keys for {wallet}': 'Claves para {wallet}',
  'Each of them decrypts what the wallet sends; payment pages name the one in use. To replace it, create a key, register it with the wallet, put it in use, and remove the old one after a day.':
    'Cada una descifra lo que envía el monedero; las páginas de pago indican la que está en uso. Para sustituirla, cree una clave, regístrela en el monedero, póngala en uso y elimine la anterior al cabo de un día.',
  'Put in use': 'Poner en uso',
  'Put in use: {name}': 'Poner en uso: {name}',
  'Put this key in use?': '¿Poner esta clave en uso?',
  'The key is in use.': 'La clave está en uso.',
  'Payment pages use the merchant identifier of this key from now on. The certificate of the key must be active at Apple, and the merchant identity certificate must belong to the same identifier.':
    'Las páginas de pago usan desde ahora el identificador de comercio de esta clave. El certificado de la clave debe estar activo en Apple, y el certificado de identidad del comercio debe pertenecer al mismo identificador.',
  'Payment pages ask Google Pay to encrypt for this key from now on. While Google does not know it, payments with Google Pay fail: register its public key first.':
    'Las páginas de pago piden desde ahora a Google Pay que cifre para esta clave. Mientras Google no la conozca, los pagos con Google Pay fallan: registre primero su clave pública.',
  'Payments for the other keys are still accepted.': 'Los pagos para las demás claves se siguen aceptando.',
  'This key is in use: payment pages do not offer {wallet} until another key is put in use.':
    'Esta clave está en uso: las páginas de pago no ofrecen {wallet} hasta que se ponga en uso otra clave.',
  'Create a key': 'Crear una clave',
  'Signing request': 'Solicitud de firma',
  'Public key': 'Clave pública',
  'Remove key {name}': 'Eliminar la clave {name}',
  Remove: 'Quitar',
  'No keys': 'Ninguna clave',
  'Create a key to accept {wallet}. The private key never leaves the gateway.':
    'Cree una clave para aceptar {wallet}. La clave privada nunca sale de la pasarela.',
  'The key was created': 'Se creó la clave',
  Create: 'Crear',
  'Merchant identifier': 'Identificador del comercio',
  'Google merchant ID': 'ID de comercio de Google',
  'As you created it at Apple, such as merchant.com.example.shop.':
    'Tal como lo creó en Apple, por ejemplo merchant.com.example.shop.',
  'From the Google Pay & Wallet Console.': 'De la Google Pay & Wallet Console.',
  'Remove this key?': '¿Eliminar esta clave?',
  'The key was removed.': 'Se eliminó la clave.',
  'Payments that the wallet has encrypted for this key are refused from now on. The key cannot be restored.':
    'A partir de ahora se rechazan los pagos que el monedero cifró para esta clave. La clave no se puede recuperar.',
  'Upload this signing request at Apple. Then upload the certificate from Apple here.':
    'Suba esta solicitud de firma en Apple. Después suba aquí el certificado de Apple.',
  'Register this public key in the Google Pay & Wallet Console.':
    'Registre esta clave pública en la Google Pay & Wallet Console.',
  'Copy: {label}': 'Copiar: {label}',
  'Save as a file': 'Guardar como archivo',
  Close: 'Cerrar',
  'The settings were saved.': 'Se guardó la configuración.',
  '{wallet} on payment pages': '{wallet} en las páginas de pago',
  Save: 'Guardar',
  'The wallet shows it to the payer.': 'El monedero se lo muestra al pagador.',
  'Three letters (ISO 3166), such as DEU.': 'Tres letras (ISO 3166), por ejemplo DEU.',
  'Turn off {wallet} on payment pages?': '¿Desactivar {wallet} en las páginas de pago?',
  'Payment pages no longer offer {wallet}.': 'Las páginas de pago ya no ofrecen {wallet}.',
  'Keys stay, and payments from your apps are still accepted.':
    'Las claves se conservan y los pagos de sus aplicaciones se siguen aceptando.',
  'The merchant identity certificate and its key are deleted.':
    'Se eliminan el certificado de identidad del comercio y su clave.',
  'Request a merchant identity certificate': 'Solicitar un certificado de identidad del comercio',
  'Create another key instead': 'Crear otra clave en su lugar',
  'Create key and request': 'Crear clave y solicitud',
  'The gateway creates a key and a signing request for Apple. Apple knows your payment pages by the certificate that it issues for it.':
    'La pasarela crea una clave y una solicitud de firma para Apple. Apple reconoce sus páginas de pago por el certificado que emite para ella.',
  'The present certificate stays in use until you upload the new one.':
    'El certificado actual se sigue usando hasta que suba el nuevo.',
  'A certificate for the earlier request can no longer be uploaded.':
    'Ya no se podrá subir un certificado para la solicitud anterior.',
  'The merchant identity certificate was stored.': 'Se guardó el certificado de identidad del comercio.',
  'The payment processing certificate was stored.': 'Se guardó el certificado de procesamiento de pagos.',
  Upload: 'Subir',
  'A merchant identity or payment processing certificate that Apple has issued for a request from this page. The gateway finds the key that it belongs to.':
    'Un certificado de identidad del comercio o de procesamiento de pagos que Apple emitió para una solicitud de esta página. La pasarela encuentra la clave a la que pertenece.',
}

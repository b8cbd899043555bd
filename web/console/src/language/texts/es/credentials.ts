// Spanish texts of the API access page.
import type { Texts } from '../../current-language.ts'

export const texts: Texts = {
  Operations: 'Operaciones',
  Name: 'Nombre',
  Scope: 'Alcance',
  'Created by': 'Creado por',
  Created: 'Creado',
  'Last used': 'Último uso',
  Never: 'Nunca',
  'API credentials': 'Credenciales API',
  'Create one for each integration, limited to the operations it needs.':
    'Cree unas para cada integración, limitadas a las operaciones que necesita.',
  'Create a credential': 'Crear credenciales',
  'Rotate credential {name}': 'Rotar las credenciales {name}',
  Rotate: 'Rotar',
  'Revoke credential {name}': 'Revocar las credenciales {name}',
  Revoke: 'Revocar',
  'No API credentials': 'No hay credenciales API',
  'API clients can authenticate with a certificate only. Create a credential to allow password authentication.':
    'Los clientes de la API solo pueden autenticarse con un certificado. Cree credenciales para permitir la autenticación con contraseña.',
  'Revoke credential {name}?': '¿Revocar las credenciales {name}?',
  'The credential was revoked.': 'Se revocaron las credenciales.',
  'API clients that still use it are rejected immediately. This cannot be undone.':
    'Los clientes de la API que aún usen este acceso se rechazan de inmediato. Esta acción no se puede deshacer.',
  'Your new credential': 'Sus nuevas credenciales',
  Password: 'Contraseña',
  'User ID': 'ID de usuario',
  'It is named {name}. Revoke the previous one when all programs use the new password.':
    'Su nombre es {name}. Revoque las anteriores cuando todos los programas usen la nueva contraseña.',
  'It can be used once another user has approved it.': 'Podrán usarse cuando otro usuario las haya aprobado.',
  'Rotate credential {name}?': '¿Rotar las credenciales {name}?',
  'Create new password': 'Crear nueva contraseña',
  'A second credential with the same scope is created. Both work until you revoke the previous one, so no request is refused while your programs change over.':
    'Se crean unas segundas credenciales con el mismo alcance. Ambas funcionan hasta que revoque las anteriores, de modo que no se rechaza ninguna solicitud mientras cambia sus programas.',
  Create: 'Crear',
  'The password is shown only once. The scope cannot be changed later.':
    'La contraseña se muestra una sola vez. El alcance no se puede cambiar después.',
  Certificate: 'Certificado',
  Status: 'Estado',
  'Valid from': 'Válido desde',
  'Valid until': 'Válido hasta',
  Fingerprint: 'Huella digital',
  Certificates: 'Certificados',
  'API clients that present one of these certificates do not need a password.':
    'Los clientes de la API que presentan uno de estos certificados no necesitan contraseña.',
  'Register a certificate': 'Registrar un certificado',
  'Revoke certificate {name}': 'Revocar el certificado {name}',
  'No certificates': 'No hay certificados',
  'Register a certificate to let API clients authenticate without a password.':
    'Registre un certificado para que los clientes de la API puedan autenticarse sin contraseña.',
  'The certificate is waiting for another user’s approval.':
    'El certificado está pendiente de la aprobación de otro usuario.',
  'The certificate was registered.': 'Se registró el certificado.',
  Register: 'Registrar',
  'The certificate only. Never upload its private key.': 'Solo el certificado. No suba nunca su clave privada.',
  'Revoke this certificate?': '¿Revocar este certificado?',
  'The certificate was revoked.': 'Se revocó el certificado.',
  'API clients that present {certificate} are rejected immediately. A revoked certificate cannot be registered again.':
    'Los clientes de la API que presentan {certificate} se rechazan de inmediato. Un certificado revocado no se puede volver a registrar.',
  'API access': 'Acceso a la API',
  'Credentials for your API integrations.': 'Credenciales para sus integraciones con la API.',
  'Password {slot}': 'Contraseña {slot}',
  Age: 'Antigüedad',
  'Reporting passwords': 'Contraseñas de informes',
  'For downloading reports only. Maximum two.': 'Solo para descargar informes. Máximo dos.',
  'Create a reporting password': 'Crear una contraseña de informes',
  'Revoke reporting password {slot}': 'Revocar la contraseña de informes {slot}',
  'No reporting password': 'No hay contraseña de informes',
  'API clients cannot download reports. Create a reporting password to allow it.':
    'Los clientes de la API no pueden descargar informes. Cree una contraseña de informes para permitirlo.',
  'Your new reporting password': 'Su nueva contraseña de informes',
  'Create a reporting password?': '¿Crear una contraseña de informes?',
  'It is shown only once. An existing password stays valid until it is revoked.':
    'Se muestra una sola vez. Una contraseña existente sigue siendo válida hasta que se revoque.',
  'Revoke reporting password {slot}?': '¿Revocar la contraseña de informes {slot}?',
  'The reporting password was revoked.': 'Se revocó la contraseña de informes.',
  'The purpose of the credential, for example “settlement job”.':
    'La finalidad de las credenciales, por ejemplo, «proceso de liquidación».',
  'You do not have these permissions yourself: {permissions}.': 'Usted no tiene estos permisos: {permissions}.',
  'Includes unmasked account numbers if the merchant has the privilege.':
    'Incluye números de tarjeta sin enmascarar si el comercio tiene el privilegio.',
  'Choose only what the integration needs. You can only grant operations you have permission for.':
    'Elija solo lo que necesita la integración. Solo puede conceder operaciones para las que tiene permiso.',
  'All operations': 'Todas las operaciones',
  'Unmasked account numbers': 'Números de tarjeta sin enmascarar',
  'Full access': 'Acceso completo',
  'Payments without refunds': 'Pagos sin reembolsos',
  'Read only': 'Solo lectura',
  'Selected operations': 'Operaciones seleccionadas',
  'Every operation, including those of later versions.':
    'Todas las operaciones, incluidas las de versiones posteriores.',
  'Every operation except refunds.': 'Todas las operaciones excepto los reembolsos.',
  'Retrieves orders, transactions, events and tokens. Changes nothing.':
    'Consulta pedidos, transacciones, eventos y tokens. No modifica nada.',
  'Only the operations you choose.': 'Solo las operaciones que elija.',
  '{operations} and {count} more': { one: '{operations} y {count} más', other: '{operations} y {count} más' },
  'The only credential cannot be revoked: create another one first.':
    'La única credencial no se puede revocar: cree otra primero.',
}

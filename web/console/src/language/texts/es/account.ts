// Spanish texts of the account page.
import type { Texts } from '../../current-language.ts'

export const texts: Texts = {
  Organization: 'Organización',
  Permissions: 'Permisos',
  Created: 'Creado',
  'Changing your password signs you out of all other sessions.':
    'Al cambiar la contraseña se cierran todas sus demás sesiones.',
  'Your password was changed.': 'Se ha cambiado su contraseña.',
  'Active sessions': 'Sesiones activas',
  'Signed in': 'Inicio de sesión',
  'This session': 'Esta sesión',
  'Last active': 'Última actividad',
  'Second factor verified': 'Segundo factor verificado',
  Expires: 'Vence',
  'No active sessions': 'No hay sesiones activas',
  'Sign out everywhere': 'Cerrar todas las sesiones',
  'Sign out everywhere?': '¿Cerrar todas las sesiones?',
  'This ends all your sessions, including this one.': 'Se cerrarán todas sus sesiones, incluida esta.',
  'Set up||done': 'Configurado',
  'You are asked for a code from your authenticator app when you sign in and before sensitive actions. Without your device, use a recovery code. If you have lost both, ask a user administrator to reset your second factor.':
    'Se le pide un código de su aplicación de autenticación al iniciar sesión y antes de acciones sensibles. Sin su dispositivo, use un código de recuperación. Si ha perdido ambos, pida a un administrador de usuarios que restablezca su segundo factor.',
  'Recovery codes left: {number}': 'Códigos de recuperación restantes: {number}',
  'New recovery codes': 'Nuevos códigos de recuperación',
  'Make new codes': 'Crear códigos nuevos',
  'All recovery codes that you have now become invalid.':
    'Todos los códigos de recuperación que tiene ahora dejarán de ser válidos.',
  'Protect your account with an authenticator app on your phone, so that a stolen password is not enough to sign in. Required in production.':
    'Proteja su cuenta con una aplicación de autenticación en su teléfono, para que una contraseña robada no baste para iniciar sesión. Obligatorio en producción.',
  'E-mail for alerts': 'Correo electrónico para alertas',
  'Alerts, a daily summary, and what needs attention are sent to this address once you have confirmed it: money at risk, parked notifications and overdue disputes.':
    'Las alertas, un resumen diario y lo que requiere atención se envían a esta dirección una vez que la haya confirmado: dinero en riesgo, notificaciones que ya no se envían y disputas fuera de plazo.',
  'Money at risk, parked notifications and overdue disputes are reported to this address once you have confirmed it.':
    'El dinero en riesgo, las notificaciones que ya no se envían y las disputas fuera de plazo se comunican a esta dirección una vez que la haya confirmado.',
  Confirmed: 'Confirmada',
  'Leave empty to receive no e-mails.': 'Déjelo vacío para no recibir correos.',
  'Your e-mail address was saved.': 'Se ha guardado su dirección de correo electrónico.',
  'Your e-mail address is confirmed.': 'Su dirección de correo electrónico está confirmada.',
  'A code was sent to your address. It is valid for {minutes} minutes.':
    'Se ha enviado un código a su dirección. Es válido durante {minutes} minutos.',
  'Code from the e-mail': 'Código del correo',
  Confirm: 'Confirmar',
  'Send another code': 'Enviar otro código',
  'Send code': 'Enviar código',
}

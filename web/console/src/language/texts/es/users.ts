// Spanish texts of the pages of users.
import type { Texts } from '../../current-language.ts'

export const texts: Texts = {
  'Reset password': 'Restablecer contraseña',
  'The current password stops working and all sessions end. You get an initial password to pass on, which must be changed at the next sign-in.':
    'La contraseña actual deja de funcionar y se cierran todas las sesiones. Recibirá una contraseña inicial para entregar, que debe cambiarse en el próximo inicio de sesión.',
  'The password was reset.': 'Se restableció la contraseña.',
  'Reset second factor': 'Restablecer segundo factor',
  'Use this if the user has lost their device. All sessions end, and the next sign-in requires only the password.':
    'Úselo si el usuario ha perdido su dispositivo. Se cierran todas las sesiones y el próximo inicio de sesión solo requiere la contraseña.',
  'The second factor was reset.': 'Se restableció el segundo factor.',
  Unlock: 'Desbloquear',
  'After too many failed attempts, sign-in is blocked for a while. This lets the user try again immediately, from any device.':
    'Tras demasiados intentos fallidos, el inicio de sesión se bloquea durante un tiempo. Así el usuario puede volver a intentarlo de inmediato, desde cualquier dispositivo.',
  'The user was unlocked.': 'Se desbloqueó el usuario.',
  'Sign out everywhere': 'Cerrar todas las sesiones',
  'All sessions of the user end.': 'Se cierran todas las sesiones del usuario.',
  'The user was signed out.': 'Se cerraron las sesiones del usuario.',
  Disable: 'Desactivar',
  'All sessions end, and the user cannot sign in until enabled again.':
    'Se cierran todas las sesiones y el usuario no puede iniciar sesión hasta que se vuelva a activar.',
  'The user was disabled.': 'Se desactivó el usuario.',
  Enable: 'Activar',
  'The user can sign in again.': 'El usuario puede volver a iniciar sesión.',
  'The user was enabled.': 'Se activó el usuario.',
  Remove: 'Quitar',
  'The user is permanently removed. Their actions stay in the audit log.':
    'El usuario se elimina de forma permanente. Sus acciones permanecen en el registro de auditoría.',
  'The user was removed.': 'Se eliminó el usuario.',
  'Actions for {name}': 'Acciones para {name}',
  'Edit name and permissions': 'Editar nombre y permisos',
  '{action}: {name}': '{action}: {name}',
  '{name} was updated.': 'Se actualizó {name}.',
  'Edit {name}': 'Editar {name}',
  'Add user': 'Añadir usuario',
  Save: 'Guardar',
  Add: 'Añadir',
  Login: 'Nombre de acceso',
  'Lowercase letters, digits and . - _ @': 'Letras minúsculas, dígitos y . - _ @',
  Name: 'Nombre',
  Role: 'Rol',
  Custom: 'Personalizado',
  Permissions: 'Permisos',
  Users: 'Usuarios',
  'Operator users': 'Usuarios del operador',
  'Users who can sign in to the console, and their permissions.':
    'Usuarios que pueden iniciar sesión en la consola y sus permisos.',
  You: 'Usted',
  Status: 'Estado',
  'Second factor': 'Segundo factor',
  'Set up||done': 'Configurado',
  None: 'Ninguno',
  'Last signed in': 'Último inicio de sesión',
  'No users yet': 'Aún no hay usuarios',
  'Users you add appear here. Each signs in with an initial password and must change it immediately.':
    'Aquí aparecen los usuarios que añada. Cada uno inicia sesión con una contraseña inicial y debe cambiarla de inmediato.',
  'Password of {name}': 'Contraseña de {name}',
  'Initial password of {login}, to be changed at the next sign-in':
    'Contraseña inicial de {login}; debe cambiarse en el próximo inicio de sesión',
  'Initial password': 'Contraseña inicial',
  Active: 'Activo',
  'Permissions are waiting for another user’s approval.': 'Hay permisos pendientes de la aprobación de otro usuario.',
  'Alerts are sent there once the user has confirmed it.':
    'Las alertas se envían allí una vez que el usuario la haya confirmado.',
  'E-mail': 'Correo electrónico',
}

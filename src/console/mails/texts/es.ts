// Spanish texts of e-mails to users.
import type { UserMailTexts } from './user-mail-texts.ts'

export const es: UserMailTexts = {
  actions: {
    APPROVAL_DECLINED: 'Solicitud rechazada',
    APPROVAL_GIVEN: 'Solicitud aprobada',
    APPROVAL_REQUESTED: 'Aprobación solicitada',
    CONTROLS_WEAKENED: 'Controles debilitados',
    GATEWAY_SETTINGS_CHANGED: 'Ajustes de la pasarela modificados',
    LINK_CHANGED: 'Conexión con el adquirente modificada',
    LINK_CREATED: 'Conexión con el adquirente creada',
    LINK_DISABLED: 'Conexión con el adquirente desactivada',
    LINK_ENABLED: 'Conexión con el adquirente activada',
    ROUTES_CHANGED: 'Rutas modificadas',
  },
  code: {
    subject: 'Confirme su dirección de correo electrónico',
    text: 'Introduzca este código en la página de su cuenta en la consola, con la sesión de {login}. Es válido durante {minutes} minutos.',
    unexpected: 'Si no ha solicitado este código, ignore este mensaje.',
  },
  addressChanged: {
    subject: 'Las alertas ya no llegan a esta dirección',
    text: 'Las alertas de {login} ya no llegan a esta dirección. {actor} cambió la dirección o el usuario el {time}.',
    unexpected: 'Si no lo esperaba, avise de inmediato a un administrador de usuarios.',
  },
  alert: {
    subject: 'Alerta: {action}',
    time: 'Hora',
    user: 'Usuario',
    merchant: 'Comercio',
    link: 'Conexión con adquirente',
    weakened: 'Los controles protegen menos que antes.',
    changes: 'Cambios',
    more: 'y {count} más',
    none: 'ninguno',
  },
  summary: {
    subject: 'Resumen diario: {count} cambios en controles, conexiones y accesos',
    text: 'Del {from} al {until}:',
  },
  open: 'Abrir en la consola:',
}

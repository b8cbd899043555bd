// Spanish texts of alerts.
import type { Texts } from '../../current-language.ts'

export const texts: Texts = {
  'Weakened controls': 'Controles debilitados',
  'In daily summaries': 'En resúmenes diarios',
  'Changes to acquirer links, routes and controls, and requests and approvals, of all merchants.':
    'Cambios en conexiones con adquirentes, rutas y controles, y solicitudes y aprobaciones, de todos los comercios.',
  Show: 'Mostrar',
  'No matching alerts': 'No hay alertas coincidentes',
  'No alerts yet': 'Aún no hay alertas',
  'Changes to acquirer links, routes and controls appear here as they happen.':
    'Los cambios en conexiones con adquirentes, rutas y controles aparecen aquí en cuanto se producen.',
  Alert: 'Alerta',
  Weakened: 'Debilitado',
  About: 'Sobre',
  Changes: 'Cambios',
  'Controls protect less than before.': 'Los controles protegen menos que antes.',
  'Daily summary': 'Resumen diario',
  '{from} to {until}': '{from} a {until}',
  'Show these alerts': 'Mostrar estas alertas',
  'and {count} more changes': { one: 'y {count} cambio más', other: 'y {count} cambios más' },
  From: 'Desde',
  To: 'Hasta',
  'Details: {action}, {time}': 'Detalles: {action}, {time}',
  Details: 'Detalles',
  'Try removing some filters.': 'Pruebe a quitar algunos filtros.',
  New: 'Nuevo',
  Time: 'Fecha y hora',
  User: 'Usuario',
  Gateway: 'Pasarela',
  Subject: 'Objeto',
}

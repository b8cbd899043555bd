// Spanish texts of the pages of acquirer links.
import type { Texts } from '../../current-language.ts'

export const texts: Texts = {
  'Link {link} was created.': 'Se creó el enlace {link}.',
  'Create link||acquirer': 'Crear enlace',
  Create: 'Crear',
  'Link ID': 'ID del enlace',
  'Small letters, digits and hyphens, for example north-bank.':
    'Letras minúsculas, dígitos y guiones, por ejemplo, north-bank.',
  Adapter: 'Adaptador',
  'Saved as revision {revision}.': 'Guardado como versión {revision}.',
  'The settings were saved.': 'Se guardó la configuración.',
  'Edit {name}': 'Editar {name}',
  Save: 'Guardar',
  'Acquirer ID': 'ID del adquirente',
  'Returned as transaction.acquirer.id.': 'Se devuelve como transaction.acquirer.id.',
  'New orders will use a new revision. Existing orders stay with revision {revision}.':
    'Los pedidos nuevos usarán una nueva versión. Los pedidos existentes se mantienen en la versión {revision}.',
  'Acquirer link': 'Conexión con adquirente',
  Settings: 'Configuración',
  'Revision {revision}': 'Versión {revision}',
  'The acquirer responds.': 'El adquirente responde.',
  'The acquirer does not respond.': 'El adquirente no responde.',
  'The acquirer does not respond: {reason}.': 'El adquirente no responde: {reason}.',
  Disable: 'Desactivar',
  Enable: 'Activar',
  'Test connection': 'Probar conexión',
  'Edit settings': 'Editar configuración',
  'Disable link||acquirer': 'Desactivar enlace',
  'Enable link': 'Activar enlace',
  '{link} takes no new orders.': '{link} no acepta pedidos nuevos.',
  '{link} takes new orders.': '{link} acepta pedidos nuevos.',
  'New orders are no longer sent through this link. Captures, refunds and voids of existing orders still are.':
    'Los pedidos nuevos ya no se envían por este enlace. Las capturas, los reembolsos y las anulaciones de pedidos existentes sí.',
  'New orders are sent through this link again.': 'Los pedidos nuevos vuelven a enviarse por este enlace.',
  State: 'Estado',
  Status: 'Estado',
  Since: 'Desde',
  Reason: 'Motivo',
  'Requests in flight': 'Solicitudes en curso',
  Waiting: 'En espera',
  'Last error': 'Último error',
  Merchants: 'Comercios',
  None: 'Ninguno',
  'and {count} more': { one: 'y {count} más', other: 'y {count} más' },
  'Set, not shown': 'Definido, no se muestra',
  'Not set': 'Sin definir',
  '{count} lines': { one: '{count} línea', other: '{count} líneas' },
  Yes: 'Sí',
  No: 'No',
  Connection: 'Conexión',
  'In flight': 'En curso',
  Echo: 'Eco',
  '{number} ms': '{number} ms',
  'Last echo': 'Último eco',
  Connections: 'Conexiones',
  'No connections': 'No hay conexiones',
  'This link keeps no connections open, or has not been used since the gateway started.':
    'Este enlace no mantiene conexiones abiertas o no se ha usado desde que se inició la pasarela.',
  Revision: 'Versión',
  Created: 'Creado',
  'Open transactions': 'Transacciones abiertas',
  Reversals: 'Reversiones',
  'Manual resolution': 'Resolución manual',
  Connected: 'Conectado',
  Revisions: 'Versiones',
  'Existing orders stay with the revision that took them.':
    'Los pedidos existentes se mantienen en la versión que los aceptó.',
  'No revisions': 'No hay versiones',
  Disabled: 'Desactivado',
  'Not connected': 'Sin conexión',
  Connecting: 'Conectando',
  Down: 'Caída',
  'Signing on': 'Iniciando sesión',
  Up: 'Activa',
  Link: 'Enlace',
  'Acquirer links': 'Conexiones con adquirentes',
  'As of {time}. Updated every ten seconds.': 'Datos del {time}. Se actualiza cada diez segundos.',
  'Loading…': 'Cargando…',
  'No acquirer links yet': 'Aún no hay enlaces con adquirentes',
  'A link connects the gateway to an acquirer. Merchants take payments through the links of their routes.':
    'Un enlace conecta la pasarela con un adquirente. Los comercios aceptan pagos a través de los enlaces de sus rutas.',
  'Hour from': 'Hora desde',
  All: 'Todos',
  'Response codes': 'Códigos de respuesta',
  'By hour, of the last 24 hours, over all processes of the gateway.':
    'Por hora, de las últimas 24 horas, en todos los procesos de la pasarela.',
  'Responses by hour and code': 'Respuestas por hora y código',
  'No responses': 'No hay respuestas',
  'Responses of the acquirer appear here when payments go through this link.':
    'Aquí aparecen las respuestas del adquirente cuando los pagos pasan por este enlace.',
  Other: 'Otros',
  'Time-outs and limits': 'Tiempos de espera y límites',
  'A change makes a new revision.': 'Un cambio crea una nueva versión.',
  'Sealed; never shown again.': 'Sellado; no se vuelve a mostrar.',
  'Default: {value}.': 'Valor predeterminado: {value}.',
  'Simulated acquirer, in process and with its own books; sandbox only':
    'Adquirente simulado, dentro del proceso y con sus propios registros; solo en el entorno de pruebas',
  'A gateway that speaks the same API, over HTTPS': 'Una pasarela con la misma API, por HTTPS',
  'A card host that speaks ISO 8583, over TCP or TLS': 'Un host de tarjetas con ISO 8583, por TCP o TLS',
  'Random faults': 'Fallos aleatorios',
  'Such as seed=7,silent=0.05,slow=0.1,slowMs=200. Default: none.':
    'Por ejemplo seed=7,silent=0.05,slow=0.1,slowMs=200. Valor predeterminado: ninguno.',
  'Maximum number of concurrent payment requests of a process.':
    'Número máximo de solicitudes de pago simultáneas de un proceso.',
  'Queued requests': 'Solicitudes en cola',
  'Maximum number of requests that wait for a free slot; beyond that they are not sent.':
    'Número máximo de solicitudes que esperan un lugar libre; las demás no se envían.',
  'Failures in a row': 'Fallos consecutivos',
  'Unsent or unanswered requests in a row after which the link is checked, and taken as down if the check fails.':
    'Solicitudes consecutivas no enviadas o sin respuesta tras las cuales se comprueba el enlace; se considera caído si la comprobación falla.',
  'Address of the upstream gateway': 'Dirección de la pasarela superior',
  'Begins with https:// and has no path, for example https://gateway.bank.example.':
    'Empieza por https:// y no tiene ruta, por ejemplo https://gateway.bank.example.',
  'API version': 'Versión de la API',
  'The version of the API in which requests are sent.': 'La versión de la API en la que se envían las solicitudes.',
  'API password': 'Contraseña de la API',
  'Of every merchant at the upstream that has none of its own. Not used with a client certificate.':
    'De cada comercio de la pasarela superior que no tenga una propia. No se usa con un certificado de cliente.',
  'API passwords by merchant': 'Contraseñas de la API por comercio',
  'One line for each merchant at the upstream: merchant id, colon, password.':
    'Una línea por cada comercio de la pasarela superior: ID del comercio, dos puntos, contraseña.',
  'Client certificate (PEM)': 'Certificado de cliente (PEM)',
  'Followed by its intermediate certificates. Replaces the password.':
    'Seguido de sus certificados intermedios. Sustituye a la contraseña.',
  'Followed by its intermediate certificates.': 'Seguido de sus certificados intermedios.',
  'Private key of the client certificate (PEM)': 'Clave privada del certificado de cliente (PEM)',
  'Certificate authority (PEM)': 'Autoridad de certificación (PEM)',
  "Signs the upstream's certificate. Default: the authorities that this machine trusts.":
    'Firma el certificado de la pasarela superior. Valor predeterminado: las autoridades en las que confía esta máquina.',
  "Signs the host's certificate. Default: the authorities that this machine trusts.":
    'Firma el certificado del host. Valor predeterminado: las autoridades en las que confía esta máquina.',
  'Batches are closed on request': 'Los lotes se cierran a petición',
  'Off where the upstream closes them on its schedule alone.':
    'Desactivado si la pasarela superior los cierra solo según su horario.',
  'Connection time-out (ms)': 'Tiempo límite de conexión (ms)',
  'For a free connection, or a new one with TLS. The request is not sent when it takes longer.':
    'Para una conexión libre o una nueva con TLS. Si tarda más, la solicitud no se envía.',
  'Request time-out (ms)': 'Tiempo límite de la solicitud (ms)',
  'From sending a request to the end of its answer.': 'Desde el envío de una solicitud hasta el final de su respuesta.',
  'Idle time of a connection (ms)': 'Tiempo de inactividad de una conexión (ms)',
  'Must be shorter than the time after which the upstream closes idle connections.':
    'Debe ser menor que el tiempo tras el cual la pasarela superior cierra las conexiones inactivas.',
  'Longest request time at the upstream (ms)': 'Duración máxima de una solicitud en la pasarela superior (ms)',
  'A request that is unknown there after this time never arrives.':
    'Una solicitud que allí no se conoce pasado este tiempo ya no llegará.',
  'The most connections for payments. Recovery has connections of its own.':
    'El máximo de conexiones para pagos. La recuperación tiene las suyas.',
  'Addresses of the host': 'Direcciones del host',
  'The primary one, then backups: host:port, separated by commas.':
    'La principal y después las de reserva: host:puerto, separadas por comas.',
  'Message specification': 'Especificación de mensajes',
  'One of iso87-ascii, iso87-binary, iso93-ascii, iso93-binary; or a specification in JSON.':
    'Una de iso87-ascii, iso87-binary, iso93-ascii, iso93-binary; o una especificación en JSON.',
  'Length in front of each message': 'Longitud delante de cada mensaje',
  'The length counts itself': 'La longitud se cuenta a sí misma',
  'TPDU header (hexadecimal)': 'Cabecera TPDU (hexadecimal)',
  'Five bytes between length and message, such as 6000030000. Default: none.':
    'Cinco bytes entre la longitud y el mensaje, por ejemplo 6000030000. Valor predeterminado: ninguno.',
  'Acquiring institution (DE 32)': 'Institución adquirente (DE 32)',
  'Terminal (DE 41)': 'Terminal del comercio (DE 41)',
  'For merchants whose route names none.': 'Para comercios cuya ruta no indica ninguno.',
  'Merchant category code (DE 18)': 'Código de categoría del comercio (DE 18)',
  'For orders that name none.': 'Para pedidos que no indican ninguno.',
  'Response codes of this host': 'Códigos de respuesta de este host',
  'In addition to the usual ones or in place of them: code=GATEWAY_CODE, separated by commas.':
    'Además de los habituales o en su lugar: code=GATEWAY_CODE, separados por comas.',
  'Of each process.': 'De cada proceso.',
  "Name in the host's certificate": 'Nombre en el certificado del host',
  'Sign-on': 'Inicio de sesión en el host',
  'Signs on (0800/001) before a connection is used, and off (0800/002) before it is closed.':
    'Inicia sesión (0800/001) antes de usar una conexión y la cierra (0800/002) antes de terminarla.',
  'Message authentication (DE 64, 128)': 'Autenticación de mensajes (DE 64, 128)',
  'Message authentication key (hexadecimal)': 'Clave de autenticación de mensajes (hexadecimal)',
  'Key-encrypting key (hexadecimal)': 'Clave de cifrado de claves (hexadecimal)',
  'Under which the host sends new keys (0800/101). Without it keys cannot be changed.':
    'Con ella el host envía claves nuevas (0800/101). Sin ella no se pueden cambiar las claves.',
  'For connecting, TLS and sign-on, each.': 'Para la conexión, TLS y el inicio de sesión, cada uno.',
  'Response time-out (ms)': 'Tiempo límite de respuesta (ms)',
  'Idle time before an echo (ms)': 'Inactividad antes de un eco (ms)',
  'An echo (0800/301) without answer ends the connection.': 'Un eco (0800/301) sin respuesta termina la conexión.',
  'Echo time-out (ms)': 'Tiempo límite del eco (ms)',
  'Shortest pause before a new connection (ms)': 'Pausa mínima antes de una conexión nueva (ms)',
  'Longest pause before a new connection (ms)': 'Pausa máxima antes de una conexión nueva (ms)',
  'Longest request time (ms)': 'Duración máxima de una solicitud (ms)',
  'A message that the host does not know after this time never arrives.':
    'Un mensaje que el host no conoce pasado este tiempo ya no llegará.',
  "Address of the host's records": 'Dirección de los registros del host',
  'Of the test host, which shows its books on a port of its own. Most hosts have none.':
    'Del host de pruebas, que muestra sus registros en un puerto propio. La mayoría de los hosts no la tienen.',
  'The gateway closes batches': 'La pasarela cierra los lotes',
  'With 0500 and 0320, on request. Off where the host closes them on its schedule alone.':
    'Con 0500 y 0320, a petición. Desactivado si el host los cierra solo según su horario.',
  'Batches by': 'Lotes por',
  'Whether the host has a batch for each card acceptor (DE 42) or for each of its terminals (DE 41).':
    'Si el host tiene un lote por cada aceptador de tarjetas (DE 42) o por cada uno de sus terminales (DE 41).',
  'The host assigns retrieval references': 'El host asigna las referencias',
  'DE 37 of an approval is not compared with that of the request.':
    'DE 37 de una aprobación no se compara con el de la solicitud.',
  'Required in production, except to hosts in a private network.':
    'Obligatorio en producción, salvo para hosts de una red privada.',
  'Without TLS in production': 'Sin TLS en producción',
  'Card numbers are readable on the way to the host. Only to private addresses (RFC 1918, RFC 4193, link-local, this machine).':
    'Los números de tarjeta son legibles de camino al host. Solo a direcciones privadas (RFC 1918, RFC 4193, de enlace local, esta máquina).',
  'Early reversals are held': 'Las anulaciones anticipadas se retienen',
  'A reversal that overtakes its request makes the host refuse the request.':
    'Si una anulación adelanta a su solicitud, el host rechaza la solicitud.',
  TLS: 'TLS',
  'Enter its secrets again: they are only used with the address they were entered for.':
    'Introduzca de nuevo los secretos: solo se usan con la dirección para la que se introdujeron.',
}

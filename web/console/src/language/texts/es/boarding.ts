// Spanish texts of creating a merchant.
import type { Texts } from '../../current-language.ts'

export const texts: Texts = {
  'Create merchant': 'Crear comercio',
  'Every setting has a default, so only the ID is required. The API password is shown at the end.':
    'Todos los ajustes tienen un valor predeterminado; solo el ID es obligatorio. La contraseña de la API se muestra al final.',
  Back: 'Atrás',
  'Skip to summary': 'Ir al resumen',
  'Next: {step}': 'Siguiente: {step}',
  'A merchant with the test twin’s ID already exists and was not changed.':
    'Ya existe un comercio con el ID del gemelo de prueba y no se modificó.',
  'No test twin was created: this gateway has no simulator.':
    'No se creó el gemelo de prueba: esta pasarela no tiene simulador.',
  'No test twin was created: the ID is too long to be prefixed with TEST.':
    'No se creó el gemelo de prueba: el ID es demasiado largo para anteponerle TEST.',
  '{merchant} was created': 'Se creó {merchant}',
  'Copy the passwords now. You will not be able to see them again.':
    'Copie las contraseñas ahora. No podrá volver a verlas.',
  'The first user could not be added. Add one under Users.':
    'No se pudo añadir el primer usuario. Añada uno en Usuarios.',
  'Console user {login}': 'Usuario de la consola {login}',
  'First password of {login}': 'Primera contraseña de {login}',
  'I have saved them': 'Ya las he guardado',
  'User ID of {merchant}': 'ID de usuario de {merchant}',
  'Password of {merchant}': 'Contraseña de {merchant}',
  'To be created': 'Se creará',
  'Merchant ID': 'ID del comercio',
  'Settings copied from': 'Ajustes copiados de',
  'Test twin': 'Gemelo de prueba',
  '{twin}, where there is a simulator': '{twin}, si hay un simulador',
  None: 'Ninguno',
  'Notification URL': 'URL de notificación',
  'None; notifications are off': 'Ninguna; las notificaciones están desactivadas',
  'First API credential': 'Primeras credenciales de la API',
  'First user': 'Primer usuario',
  '{name} ({login}), {role}': '{name} ({login}), {role}',
  'All settings can be changed later in the profile, except the ID.':
    'Todos los ajustes se pueden cambiar más adelante en el perfil, excepto el ID.',
  'With the defaults.': 'Con los valores predeterminados.',
  'With the settings of {merchant}.': 'Con los ajustes de {merchant}.',
  'With the defaults, of which {count} were changed.': {
    one: 'Con los valores predeterminados, de los que se cambió {count}.',
    other: 'Con los valores predeterminados, de los que se cambiaron {count}.',
  },
  'With the settings of {merchant}, of which {count} were changed.': {
    one: 'Con los ajustes de {merchant}, de los que se cambió {count}.',
    other: 'Con los ajustes de {merchant}, de los que se cambiaron {count}.',
  },
  'Its own repository': 'Repositorio propio',
  'The merchant could not be read.': 'No se pudo leer el comercio.',
  'Copy from': 'Copiar de',
  'Copies settings and risk rules. Names, IDs at acquirers and providers, websites, tokens, card lists, users and credentials are never copied.':
    'Copia los ajustes y las reglas de riesgo. Nunca se copian nombres, ID en adquirentes y proveedores, sitios web, tokens, listas de tarjetas, usuarios ni credenciales.',
  'Default: the gateway’s defaults': 'Valor predeterminado: los de la pasarela',
  'Default: a repository of its own with random tokens, a new one each time a card is stored. Generation and management cannot be changed once tokens exist.':
    'Valor predeterminado: un repositorio propio con tokens aleatorios, uno nuevo cada vez que se guarda una tarjeta. La generación y la gestión no se pueden cambiar una vez que existen tokens.',
  'A repository of its own with the copied settings; tokens are not shared. Generation and management cannot be changed once tokens exist.':
    'Un repositorio propio con los ajustes copiados; los tokens no se comparten. La generación y la gestión no se pueden cambiar una vez que existen tokens.',
  'The settings are copied from {source}. Change what is different for {merchant}.':
    'Los ajustes se copian de {source}. Cambie lo que sea distinto en {merchant}.',
  Identity: 'Identidad',
  'The ID is used in every API request. It cannot be changed later.':
    'El ID se usa en todas las solicitudes a la API. No se puede cambiar más adelante.',
  'Letters, digits, hyphens and underscores. It is the only value without a default.':
    'Letras, dígitos, guiones y guiones bajos. Es el único valor sin ajuste predeterminado.',
  'Create a test twin': 'Crear un gemelo de prueba',
  '{twin} uses the simulator; no money moves. Default: on, where there is a simulator.':
    '{twin} usa el simulador; no se mueve dinero. Valor predeterminado: activado, si hay un simulador.',
  'TEST followed by the ID uses the simulator; no money moves. Default: on, where there is a simulator.':
    'TEST seguido del ID usa el simulador; no se mueve dinero. Valor predeterminado: activado, si hay un simulador.',
  Webhooks: 'Webhooks',
  'Secrets are created with the URL; the merchant’s users see them under Webhooks.':
    'Los secretos se crean con la URL; los usuarios del comercio los ven en Webhooks.',
  'Must begin with https://. Default: empty, so notifications are off until the merchant enables them.':
    'Debe empezar por https://. Valor predeterminado: vacío, de modo que las notificaciones están desactivadas hasta que el comercio las active.',
  'Signs in to the console and adds the others. Default: none; users can be added later.':
    'Inicia sesión en la consola y añade a los demás. Valor predeterminado: ninguno; los usuarios se pueden añadir más adelante.',
  'You do not have permission to add users. They can be added later.':
    'No tiene permiso para añadir usuarios. Se pueden añadir más adelante.',
  Login: 'Nombre de acceso',
  'Lowercase letters, digits and . - _ @': 'Letras minúsculas, dígitos y . - _ @',
  'User’s name': 'Nombre del usuario',
  'Default: the login.': 'Valor predeterminado: el nombre de acceso.',
  Role: 'Rol',
  'Default: administrator, who can add other users.':
    'Valor predeterminado: administrador, que puede añadir a otros usuarios.',
  'Choose a role that you hold yourself.': 'Elija un rol que usted mismo tenga.',
  'Default: full access.': 'Valor predeterminado: acceso completo.',
  'It permits no more than your own permissions.': 'No permiten más que sus propios permisos.',
  'Its password is shown once, after the merchant is created.':
    'La contraseña se muestra una sola vez, después de crear el comercio.',
  Scope: 'Alcance',
  Steps: 'Pasos',
  Merchant: 'Comercio',
  Acquirer: 'Adquirente',
  'Currencies and limits': 'Monedas y límites',
  'Page and webhooks': 'Página y webhooks',
  'Users and credentials': 'Usuarios y credenciales',
  Summary: 'Resumen',
  'The merchant is disabled until another user approves it on its profile page.':
    'El comercio está desactivado hasta que otro usuario lo apruebe en su página de perfil.',
}
